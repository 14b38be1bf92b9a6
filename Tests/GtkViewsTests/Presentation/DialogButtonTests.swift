import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The buttons of alerts and confirmation dialogs: the lifecycle's lines 16 and 22, and the fields next to the
  /// buttons.
  @MainActor @Suite struct DialogButtonTests {
    enum Form: CaseIterable {
      case alert, alertWithField, state, custom, confirmation, confirmationState, customConfirmation

      /// The reports of two answers without an action: a state's handler receives each of them. In other forms there
      /// are no reports.
      var eventsOfTwoEmptyAnswers: [String] {
        switch self {
        case .state, .confirmationState: ["none", "none"]
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

      func present(_ form: Form, _ buttons: [String]) {
        let states = buttons.map { title in
          ButtonState(action: "\(title) \(self.number(title))") { TextState(verbatim: title) }
        }
        numbers = [:]
        switch form {
        case .state: alert = AlertState(title: TextState("Title"), buttons: states)
        case .confirmationState:
          confirmation = ConfirmationDialogState(title: TextState("Title"), buttons: states)
        case .custom, .customConfirmation:
          appAlert =
            buttons.isEmpty
            ? AnyAppAlert(title: "Title")
            : AnyAppAlert(title: "Title") { AnyView(Buttons(titles: buttons) { self.events.append($0) }) }
        default: isAsking = true
        }
      }

      private var numbers: [String: Int] = [:]

      /// Returns how often a title was requested, to distinguish buttons that look the same.
      private func number(_ title: String) -> Int {
        numbers[title, default: 0] += 1
        return numbers[title]!
      }
    }

    struct Buttons: View {
      let titles: [String]
      let act: @MainActor (String) -> Void

      var body: some View {
        ForEach(Array(titles.enumerated()), id: \.offset) { offset, title in
          Button(title) { act("\(title) \(titles[...offset].filter { $0 == title }.count)") }
        }
      }
    }

    struct Screen: View {
      @Bindable var model: Model
      let form: Form
      let titles: [String]

      var body: some View { presenter }

      private var anchor: Button<Text> { Button("screen") {} }
      private var buttons: Buttons { Buttons(titles: titles) { model.events.append($0) } }

      private var presenter: AnyView {
        switch form {
        case .alert: AnyView(anchor.alert("Title", isPresented: $model.isAsking) { buttons })
        case .alertWithField:
          AnyView(
            anchor.alert("Title", isPresented: $model.isAsking) {
              TextField("Name", text: $model.typed)
              buttons
            })
        case .state: AnyView(anchor.alert($model.alert) { model.events.append($0 ?? "none") })
        case .custom: AnyView(anchor.showCustomAlert(alert: $model.appAlert))
        case .confirmation: AnyView(anchor.confirmationDialog("Title", isPresented: $model.isAsking) { buttons })
        case .confirmationState:
          AnyView(anchor.confirmationDialog($model.confirmation) { model.events.append($0 ?? "none") })
        case .customConfirmation: AnyView(anchor.showCustomAlert(type: .confirmationDialog, alert: $model.appAlert))
        }
      }
    }

    private func titles(of dialog: UnsafeMutablePointer<GtkWidget>) -> [String] {
      widgets(ofType: gtk_button_get_type(), in: dialog).map { texts(in: $0).joined() }
    }

    @Test(.presentationLine(16), arguments: Form.allCases, AlertBackend.available)
    func `a dialog without buttons has an OK button, which dismisses it, as Escape does`(
      _ form: Form, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model, form: form, titles: []) }
        for isEscape in [false, true] {
          model.present(form, [])
          let dialog = try await window.opened("Title")
          #expect(titles(of: dialog) == ["OK"])
          if isEscape { await pressEscape(in: dialog.window) } else { try await press("OK", in: dialog) }
          await window.left()
          #expect(!model.isAsking && model.alert == nil && model.confirmation == nil && model.appAlert == nil)
        }
        #expect(model.events == form.eventsOfTwoEmptyAnswers)
        window.close()
      }
    }

    @Test(.presentationLine(22), arguments: Form.allCases, AlertBackend.available)
    func `buttons with the same title each run their own action`(_ form: Form, _ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let same = ["Same", "Other", "Same"]
        let window = await show { Screen(model: model, form: form, titles: same) }
        for position in 0...2 {
          model.present(form, same)
          let dialog = try await window.opened("Title")
          let buttons = widgets(ofType: gtk_button_get_type(), in: dialog).filter {
            texts(in: $0).joined() == same[position]
          }
          await click(try #require(position == 2 ? buttons.last : buttons.first))
          await window.left()
        }
        #expect(model.events == ["Same 1", "Other 1", "Same 2"])
        window.close()
      }
    }

    @Test(
      .presentationLine(5), arguments: [Form.confirmation, .confirmationState, .customConfirmation],
      AlertBackend.available)
    func `a confirmation dialog without a cancel button gets one that runs no action`(
      _ form: Form, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model, form: form, titles: ["Do"]) }
        for isEscape in [false, true] {
          model.present(form, ["Do"])
          let dialog = try await window.opened("Title")
          #expect(titles(of: dialog) == ["Do", "Cancel"])
          if isEscape { await pressEscape(in: dialog.window) } else { try await press("Cancel", in: dialog) }
          await window.left()
        }
        #expect(model.events == form.eventsOfTwoEmptyAnswers)
        window.close()
      }
    }

    struct Varied: View {
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
    func `roles, disabled buttons and a hidden title reach the dialog`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Varied(model: model) }
        model.isAsking = true
        let dialog = try await window.opened("Message")
        #expect(titles(of: dialog) == ["Keep", "Archive", "Remove", "No"])
        #expect(!texts(in: dialog).contains("Title"))
        #expect(hasAccessibleName("Title", dialog))
        let remove = try #require(button("Remove", in: dialog))
        #expect(gtk_widget_has_css_class(remove, "destructive-action") != 0)
        let archive = try #require(button("Archive", in: dialog))
        #expect(gtk_widget_get_sensitive(archive) == 0)
        model.typed = "typed"
        await waitUntil("the button to be enabled") { gtk_widget_get_sensitive(archive) != 0 }
        try await press("Archive", in: dialog)
        await window.left()
        #expect(model.events == ["archive"])
        window.close()
      }
    }

    /// A text that gets the focus selects its whole content, and so replaces the selection elsewhere.
    @Test func `an alert with a field does not replace the primary selection`() async throws {
      let model = Model()
      let window = await show { Screen(model: model, form: .alertWithField, titles: ["Do"]) }
      let primary = try #require(gdk_display_get_primary_clipboard(gdk_display_get_default()))
      gdk_clipboard_set_text(primary, "selected")
      let selected = try #require(gdk_clipboard_get_content(primary))
      model.isAsking = true
      let dialog = try await window.opened("Title")
      await mainLoopSettles()
      #expect(gdk_clipboard_get_content(primary) == selected)
      await dismissAsUser(dialog)
      await window.left()
      #expect(gdk_clipboard_get_content(primary) == selected)
      window.close()
    }

    @Test
    func `a field in an alert writes its binding, and Return triggers the default button`()
      async throws
    {
      let model = Model()
      let window = await show { Screen(model: model, form: .alertWithField, titles: ["Do"]) }
      model.isAsking = true
      let dialog = try await window.opened("Title")
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: dialog).first)
      let focus = try #require(gtk_window_get_focus(dialog.window))
      #expect(gtk_widget_is_ancestor(focus, entry) != 0)
      await enter("Bees", into: entry)
      #expect(model.typed == "Bees")
      await performInSource { emit("activate", on: gtk_editable_get_delegate(entry.opaque)) }
      await window.left()
      #expect(model.events == ["Do 1"])
      #expect(!model.isAsking)
      window.close()
    }
  }
}
