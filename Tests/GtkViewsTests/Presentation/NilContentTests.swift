import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Presentations with a Boolean that is mapped from an optional: the Boolean is `true` while there is a value. The
  /// content of a presentation is created only while there is a value. Line 18 of the table in
  /// docs/library/presentation.md describes writes to the Boolean.
  ///
  /// `opened(_:)` waits for a presentation with a text. `waitForPresentations(_:)` waits until a number of
  /// presentations is on screen. The default is none.
  @MainActor @Suite struct NilContentTests {
    @Observable @MainActor final class Model {
      var text: String?
      var name = "parent"
      /// How often `Screen.contentText` created a text.
      @ObservationIgnored var contentCreations = 0
    }

    /// The modifiers that present. `olderAlert` takes an `Alert` value, as in earlier versions of SwiftUI.
    /// `confirmation` is a confirmation dialog, and `cover` a full-screen cover.
    enum Form: CaseIterable { case alert, olderAlert, confirmation, sheet, cover, popover }

    struct Screen: View {
      @Bindable var model: Model
      let form: Form

      var body: some View {
        VStack {
          Text(model.name)
          presenter
        }
      }

      private var anchor: Button<Text> { Button("screen") {} }
      private var isPresented: Binding<Bool> { Binding(ifNotNil: $model.text) }

      /// The text in the content of the presentation. Reading this property while there is no value ends the program.
      private var contentText: Text {
        model.contentCreations += 1
        return Text("\(model.name): \(model.text!)")
      }

      private var presenter: AnyView {
        switch form {
        case .alert:
          AnyView(
            anchor.alert("Title", isPresented: isPresented) {
              Button("About \(model.text!)") {}
            } message: {
              contentText
            })
        case .olderAlert:
          AnyView(anchor.alert(isPresented: isPresented) { Alert(title: contentText, message: contentText) })
        case .confirmation:
          AnyView(
            anchor.confirmationDialog("Title", isPresented: isPresented) {
              Button("About \(model.text!)") {}
            } message: {
              contentText
            })
        case .sheet: AnyView(anchor.sheet(isPresented: isPresented) { contentText })
        case .cover: AnyView(anchor.fullScreenCover(isPresented: isPresented) { contentText })
        case .popover: AnyView(anchor.popover(isPresented: isPresented) { contentText })
        }
      }
    }

    @Test(arguments: Form.allCases, AlertBackend.available)
    func `content is never created while its value is nil, not even during dismissal`(
      _ form: Form, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        // Given a screen whose presentation unwraps the value
        let model = Model()
        let window = await show { Screen(model: model, form: form) }

        // When the screen's body is evaluated again without a value, then no content is created
        model.name = "changed"
        await mainLoopSettles()
        #expect(model.contentCreations == 0)

        for isByUser in [false, true] {
          // When there is a value, and then the user or code removes it
          model.text = "value"
          let widget = try await window.opened("changed: value")
          if isByUser { await dismissAsUser(widget) } else { model.text = nil }
          await window.waitForPresentations()

          // Then no content has read the missing value, which would have ended the program
          #expect(model.text == nil)
        }
        // And a change of the screen after the dismissal does not read the missing value either
        model.name = "again"
        await mainLoopSettles()
        window.close()
      }
    }

    @Test(arguments: Form.allCases)
    func `one turn of the main loop can clear the value and change the state that the content reads`(
      _ form: Form
    ) async throws {
      let model = Model()
      let window = await show { Screen(model: model, form: form) }
      model.text = "value"
      try await window.opened("parent: value")
      model.name = "changed"
      model.text = nil
      // The content does not read the missing value, which would end the program.
      await window.waitForPresentations()
      window.close()
    }

    struct OlderAlertScreen: View {
      @State var text: String?

      var body: some View {
        Button("Show") { text = "value" }
          .alert(isPresented: $text.mappedToBool()) { Alert(title: Text(text!), dismissButton: .default(Text("Good"))) }
      }
    }

    @Test(arguments: AlertBackend.available)
    func `an alert's content that unwraps a view's own state does not crash`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let window = await show { OlderAlertScreen() }
        // The alert is presented again after its first dismissal.
        for _ in 1...2 {
          await window.click("Show")
          try await press("Good", in: try await window.opened("value"))
          await window.waitForPresentations()
        }
        window.close()
      }
    }

    /// An optional that is mapped to a Boolean in three spellings: `mappedToBool()`, `Binding(ifNotNil:)` and
    /// `Binding(mappedTo:)`.
    struct MappedBooleanScreen: View {
      @Bindable var model: Model

      var body: some View {
        Button("True") { $model.text.mappedToBool().wrappedValue = true }
        Button("False") { $model.text.mappedToBool().wrappedValue = false }
        Toggle("Mapped", isOn: Binding(ifNotNil: $model.text)).toggleStyle(.checkbox)
          .alert("Title", isPresented: Binding(mappedTo: $model.text)) { Button("Good") {} }
      }
    }

    @Test(.presentationLine(18))
    func `writing true to a mapped Boolean has no effect and reports the current value`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show { MappedBooleanScreen(model: model) }

      // When true is written while there is no value
      await window.click("True")

      // Then nothing is presented, and one report names this file and the missing value
      await mainLoopSettles()
      #expect(model.text == nil && window.presented.isEmpty)
      #expect(reports.all.count == 1)
      let report = reports.all.first?.description ?? ""
      #expect(report.contains("NilContentTests.swift"))
      #expect(report.contains("“true” was written") && report.contains("now nil"))

      // When true is written while there is a value, then the value stays, and the report names it
      model.text = "value"
      let alert = try await window.opened("Title")
      await window.click("True")
      #expect(model.text == "value" && window.presented == [alert])
      #expect(reports.all.last?.message.contains("now Optional(\"value\")") == true)
      #expect(reports.all.count == 2)

      // And writing false removes the value
      await window.click("False")
      await window.waitForPresentations()
      #expect(model.text == nil)
      #expect(reports.all.count == 2)
      window.close()
    }

    @Test(.presentationLine(18)) func `a toggle of a mapped Boolean cannot be turned on and reports the attempt`()
      async throws
    {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show { MappedBooleanScreen(model: model) }
      let root = try #require(window.window)
      let checkBox = try #require(widgets(ofType: gtk_check_button_get_type(), in: root).first)
      func isCheckBoxOn() -> Bool { gtk_check_button_get_active(UnsafeMutablePointer(checkBox.opaque)) != 0 }

      // When the user turns the toggle on, then the toggle turns off again, and the attempt is reported
      await performInEventHandler { gtk_check_button_set_active(UnsafeMutablePointer(checkBox.opaque), 1) }
      await waitUntil("the box is off again") { !isCheckBoxOn() }
      #expect(model.text == nil)
      #expect(reports.all.count == 1)

      // And a value turns the toggle on
      model.text = "value"
      await waitUntil("the box is on") { isCheckBoxOn() }
      model.text = nil
      await window.waitForPresentations()
      window.close()
    }
  }
}
