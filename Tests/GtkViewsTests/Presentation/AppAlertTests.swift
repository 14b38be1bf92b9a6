import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Alerts and confirmation dialogs of `showCustomAlert(type:alert:)`. One value, an `AnyAppAlert`, contains the whole
  /// dialog.
  ///
  /// `showingAlerts(by:)` selects GTK's kind of dialog, `opened(_:)` waits for the dialog with a text, and
  /// `waitForPresentations()` waits until no dialog is left. `presentationLine` names the lines of the table in
  /// `docs/library/presentation.md` that a test covers.
  @MainActor @Suite struct AppAlertTests {
    @Observable @MainActor final class Model {
      var name = "Birds"
      @ObservationIgnored var events: [String] = []
    }

    /// An error whose alert shows `userMessage`.
    struct ErrorWithUserMessage: PresentableError {
      var userMessage: String { "The feed cannot be reached." }
    }

    /// An error without a user message.
    struct Unexplained: Error {}

    struct KeepButton: View {
      let model: Model

      var body: some View {
        Button("Keep \(model.name)") { model.events.append(model.name) }
      }
    }

    struct Screen: View {
      let model: Model
      var dialogType = AlertType.alert
      @State private var alert: AnyAppAlert?

      var body: some View {
        VStack {
          Button("Ask") {
            alert = AnyAppAlert(title: "Rename?", subTitle: "Now.") { [model] in
              AnyView(KeepButton(model: model))
            }
          }
          Button("Fail") { alert = AnyAppAlert(error: ErrorWithUserMessage()) }
          Button("Break") { alert = AnyAppAlert(error: Unexplained()) }
          Button("Clear") { alert = nil }
        }
        .showCustomAlert(type: dialogType, alert: $alert)
      }
    }

    @Test(.presentationLine(3, 20), arguments: AlertBackend.available)
    func `a custom alert's buttons follow the state that they read and run once`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model) }
        await window.click("Ask")
        let alert = try await window.opened("Rename?")
        #expect(texts(in: alert).contains("Now."))
        model.name = "Bees"
        await waitUntil("the button follows the name") { button("Keep Bees", in: alert) != nil }
        try await press("Keep Bees", in: alert)
        await window.waitForPresentations()
        #expect(model.events == ["Bees"])
        window.close()
      }
    }

    @Test(arguments: AlertBackend.available)
    func `an error's alert shows its user message, or Swift's description`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let window = await show { Screen(model: Model()) }
        await window.click("Fail")
        let alert = try await window.opened("The feed cannot be reached.")
        // The message is below the title “Error”.
        #expect(texts(in: alert).contains("Error"))
        try await press("OK", in: alert)
        await window.waitForPresentations()
        await window.click("Break")
        try await press("OK", in: try await window.opened("Unexplained()"))
        await window.waitForPresentations()
        window.close()
      }
    }

    @Test func `a custom confirmation dialog has a cancel button`() async throws {
      let model = Model()
      let window = await show { Screen(model: model, dialogType: .confirmationDialog) }
      await window.click("Ask")
      try await press("Cancel", in: try await window.opened("Rename?"))
      await window.waitForPresentations()
      #expect(model.events.isEmpty)
      window.close()
    }

    @Test(.presentationLine(7)) func `a new custom alert replaces the visible one, and nil dismisses it`()
      async throws
    {
      let window = await show { Screen(model: Model()) }
      await window.click("Ask")
      try await window.opened("Rename?")
      await window.click("Fail")
      try await window.opened("The feed cannot be reached.")
      // Then the first alert is dismissed, and one dialog is left
      await window.waitForPresentations(1)
      await window.click("Clear")
      await window.waitForPresentations()
      window.close()
    }
  }
}
