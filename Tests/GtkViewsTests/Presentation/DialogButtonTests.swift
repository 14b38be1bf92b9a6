import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The buttons and text fields of alerts and confirmation dialogs. `presentationLine` marks the tests of lines 5, 16
  /// and 22 of the table in docs/library/presentation.md.
  ///
  /// `showingAlerts(by:)` selects one of GTK's two classes for alerts, `opened(_:)` waits for the dialog with a text,
  /// and `waitForPresentations()` waits until no dialog is left.
  @MainActor @Suite struct DialogButtonTests {
    /// A dialog, by the modifier that presents it. The custom dialogs are presented by `showCustomAlert`.
    enum DialogKind: CaseIterable {
      case alert, alertWithField, alertState, customAlert, confirmation, confirmationState, customConfirmation

      /// The events of two dismissals without an action. A modifier with a state calls its handler with `nil` for each
      /// dismissal, and `Screen` records this as `none`. The other modifiers call nothing.
      var eventsOfTwoDismissals: [String] {
        switch self {
        case .alertState, .confirmationState: ["none", "none"]
        default: []
        }
      }
    }

    @Observable @MainActor final class Model {
      var isAsking = false
      var alert: AlertState<String>?
      var confirmation: ConfirmationDialogState<String>?
      var appAlert: AnyAppAlert?
      var typed = ""
      @ObservationIgnored var events: [String] = []

      func present(_ kind: DialogKind, titles: [String]) {
        let buttonStates = titles.enumerated().map { offset, title in
          ButtonState(action: DialogButtonTests.numbered(title, at: offset, in: titles)) { TextState(verbatim: title) }
        }
        switch kind {
        case .alertState: alert = AlertState(title: TextState("Title"), buttons: buttonStates)
        case .confirmationState:
          confirmation = ConfirmationDialogState(title: TextState("Title"), buttons: buttonStates)
        case .customAlert, .customConfirmation:
          appAlert =
            titles.isEmpty
            ? AnyAppAlert(title: "Title")
            : AnyAppAlert(title: "Title") { AnyView(Buttons(titles: titles) { self.events.append($0) }) }
        default: isAsking = true
        }
      }
    }

    /// Returns a button's title with a number: 1 for the first button with this title, 2 for the second one.
    static func numbered(_ title: String, at offset: Int, in titles: [String]) -> String {
      "\(title) \(titles[...offset].filter { $0 == title }.count)"
    }

    struct Buttons: View {
      let titles: [String]
      let onClick: @MainActor (String) -> Void

      var body: some View {
        ForEach(Array(titles.enumerated()), id: \.offset) { offset, title in
          Button(title) { onClick(DialogButtonTests.numbered(title, at: offset, in: titles)) }
        }
      }
    }

    struct Screen: View {
      @Bindable var model: Model
      let kind: DialogKind
      let titles: [String]

      var body: some View { anchorWithDialog }

      private var anchor: Button<Text> { Button("screen") {} }
      private var buttons: Buttons { Buttons(titles: titles) { model.events.append($0) } }

      private var anchorWithDialog: AnyView {
        switch kind {
        case .alert: AnyView(anchor.alert("Title", isPresented: $model.isAsking) { buttons })
        case .alertWithField:
          AnyView(
            anchor.alert("Title", isPresented: $model.isAsking) {
              TextField("Name", text: $model.typed)
              buttons
            })
        case .alertState: AnyView(anchor.alert($model.alert) { model.events.append($0 ?? "none") })
        case .customAlert: AnyView(anchor.showCustomAlert(alert: $model.appAlert))
        case .confirmation: AnyView(anchor.confirmationDialog("Title", isPresented: $model.isAsking) { buttons })
        case .confirmationState:
          AnyView(anchor.confirmationDialog($model.confirmation) { model.events.append($0 ?? "none") })
        case .customConfirmation: AnyView(anchor.showCustomAlert(type: .confirmationDialog, alert: $model.appAlert))
        }
      }
    }

    /// Returns the titles of the buttons in a dialog.
    private func buttonTitles(of dialog: UnsafeMutablePointer<GtkWidget>) -> [String] {
      widgets(ofType: gtk_button_get_type(), in: dialog).map { texts(in: $0).joined() }
    }

    @Test(.presentationLine(16), arguments: DialogKind.allCases, AlertBackend.available)
    func `a dialog without buttons has an OK button, which dismisses it, as Escape does`(
      _ kind: DialogKind, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model, kind: kind, titles: []) }
        for isEscape in [false, true] {
          model.present(kind, titles: [])
          let dialog = try await window.opened("Title")
          #expect(buttonTitles(of: dialog) == ["OK"])
          if isEscape { await pressEscape(in: dialog.window) } else { try await press("OK", in: dialog) }
          await window.waitForPresentations()
          #expect(!model.isAsking && model.alert == nil && model.confirmation == nil && model.appAlert == nil)
        }
        #expect(model.events == kind.eventsOfTwoDismissals)
        window.close()
      }
    }

    @Test(.presentationLine(22), arguments: DialogKind.allCases, AlertBackend.available)
    func `buttons with the same title each run their own action`(
      _ kind: DialogKind, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let titles = ["Same", "Other", "Same"]
        let window = await show { Screen(model: model, kind: kind, titles: titles) }
        // The third button has the title of the first one.
        for position in 0...2 {
          model.present(kind, titles: titles)
          let dialog = try await window.opened("Title")
          let buttons = widgets(ofType: gtk_button_get_type(), in: dialog).filter {
            texts(in: $0).joined() == titles[position]
          }
          await click(try #require(position == 2 ? buttons.last : buttons.first))
          await window.waitForPresentations()
        }
        #expect(model.events == ["Same 1", "Other 1", "Same 2"])
        window.close()
      }
    }

    @Test(
      .presentationLine(5), arguments: [DialogKind.confirmation, .confirmationState, .customConfirmation],
      AlertBackend.available)
    func `a confirmation dialog without a cancel button gets one that runs no action`(
      _ kind: DialogKind, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model, kind: kind, titles: ["Do"]) }
        for isEscape in [false, true] {
          model.present(kind, titles: ["Do"])
          let dialog = try await window.opened("Title")
          #expect(buttonTitles(of: dialog) == ["Do", "Cancel"])
          if isEscape { await pressEscape(in: dialog.window) } else { try await press("Cancel", in: dialog) }
          await window.waitForPresentations()
        }
        #expect(model.events == kind.eventsOfTwoDismissals)
        window.close()
      }
    }

    struct DialogWithRoles: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.confirmationDialog("Title", isPresented: $model.isAsking, titleVisibility: .hidden) {
          Group {
            Button("Keep") { model.events.append("keep") }
            Button("Archive") { model.events.append("archive") }.disabled(model.typed.isEmpty)
          }
          Button("Remove", role: .destructive) { model.events.append("remove") }
          Button("No", role: .cancel) { model.events.append("no") }
        } message: {
          Text("Message")
        }
      }
    }

    @Test(arguments: AlertBackend.available)
    func `a dialog marks a destructive and a disabled button, and hides a hidden title`(
      _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { DialogWithRoles(model: model) }
        model.isAsking = true
        let dialog = try await window.opened("Message")
        #expect(buttonTitles(of: dialog) == ["Keep", "Archive", "Remove", "No"])
        #expect(!texts(in: dialog).contains("Title"))
        #expect(hasAccessibleName("Title", dialog))
        let removeButton = try #require(button("Remove", in: dialog))
        #expect(gtk_widget_has_css_class(removeButton, "destructive-action") != 0)
        let archiveButton = try #require(button("Archive", in: dialog))
        #expect(gtk_widget_get_sensitive(archiveButton) == 0)
        model.typed = "typed"
        await waitUntil("the button is enabled") { gtk_widget_get_sensitive(archiveButton) != 0 }
        try await press("Archive", in: dialog)
        await window.waitForPresentations()
        #expect(model.events == ["archive"])
        window.close()
      }
    }

    /// The primary selection is the text that a middle click pastes. GTK replaces it if a selectable label of the alert
    /// gets the focus, because the label then selects its text.
    @Test func `an alert with a field does not replace the primary selection`() async throws {
      let model = Model()
      let window = await show { Screen(model: model, kind: .alertWithField, titles: ["Do"]) }
      let primary = try #require(gdk_display_get_primary_clipboard(gdk_display_get_default()))
      gdk_clipboard_set_text(primary, "selected")
      let contentBefore = try #require(gdk_clipboard_get_content(primary))
      model.isAsking = true
      let dialog = try await window.opened("Title")
      await mainLoopSettles()
      #expect(gdk_clipboard_get_content(primary) == contentBefore)
      await dismissAsUser(dialog)
      await window.waitForPresentations()
      #expect(gdk_clipboard_get_content(primary) == contentBefore)
      window.close()
    }

    @Test
    func `a field in an alert writes its binding, and Return triggers the default button`()
      async throws
    {
      let model = Model()
      let window = await show { Screen(model: model, kind: .alertWithField, titles: ["Do"]) }
      model.isAsking = true
      let dialog = try await window.opened("Title")
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: dialog).first)
      let focus = try #require(gtk_window_get_focus(dialog.window))
      #expect(gtk_widget_is_ancestor(focus, entry) != 0)
      await enter("Bees", into: entry)
      #expect(model.typed == "Bees")
      // GTK emits `activate` when the user types Return.
      await performInEventHandler { emit("activate", on: gtk_editable_get_delegate(entry.opaque)) }
      await window.waitForPresentations()
      #expect(model.events == ["Do 1"])
      #expect(!model.isAsking)
      window.close()
    }
  }
}
