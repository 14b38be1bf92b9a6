import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The table in docs/library/presentation.md, tested with alerts that views present.
  ///
  /// The trait `presentationLine` has the numbers of the table's lines that a test proves. Most tests run once with
  /// each of the available GTK dialogs: see `AlertBackend`.
  @MainActor @Suite struct AlertTests {
    @Observable @MainActor final class Model {
      var alert: AlertState<String>?
      /// Whether the alert of a ``RenameScreen`` is presented.
      var isAsking = false
      /// The name in the alert of a ``RenameScreen``.
      var name = "Birds"
      /// The actions of the clicked buttons, in order. A ``RenameScreen`` adds texts instead.
      @ObservationIgnored var events: [String] = []
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").alert($model.alert) { action in
          model.events.append(action ?? "none")
          if action == "again" { model.alert = AlertTests.question("Second") }
        }
      }
    }

    /// Returns an alert state with the buttons Remove, Again and Cancel.
    static func question(_ title: String) -> AlertState<String> {
      AlertState {
        TextState(verbatim: title)
      } actions: {
        ButtonState(role: .destructive, action: "remove") { TextState(verbatim: "Remove") }
        ButtonState(action: "again") { TextState(verbatim: "Again") }
        ButtonState(role: .cancel, action: "cancel") { TextState(verbatim: "Cancel") }
      }
    }

    /// Returns the newest visible window other than `window`.
    private func dialog<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Waits until an alert with this title or message is on screen, and returns it.
    @discardableResult
    private func waitForAlert<Content>(
      over window: ViewWindow<Content>, showing text: String
    ) async -> UnsafeMutablePointer<GtkWindow>? {
      await waitUntil("the alert “\(text)” is on screen") { [self] in
        dialog(over: window).map { texts(in: $0.widget).contains(text) } ?? false
      }
      return dialog(over: window)
    }

    private func waitUntilDismissed<Content>(over window: ViewWindow<Content>) async {
      await waitUntil("the alert is dismissed") { [self] in dialog(over: window) == nil }
    }

    private func press(_ title: String, in dialog: UnsafeMutablePointer<GtkWindow>?) async throws {
      let dialog = try #require(dialog)
      await click(try #require(button(title, in: dialog)))
    }

    @Test(.presentationLine(1, 3), arguments: AlertBackend.available)
    func `an alert state presents one alert, and its button runs its action once`(_ backend: AlertBackend) async throws
    {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      // Given a screen without an alert
      let model = Model()
      let window = await show { Screen(model: model) }
      #expect(dialog(over: window) == nil)

      // When the screen's state has an alert, and a button of the alert is clicked
      model.alert = Self.question("Remove?")
      let alert = await waitForAlert(over: window, showing: "Remove?")
      // The open windows are the screen's window and one alert.
      #expect(openWindows().count == 2)
      try await press("Remove", in: alert)

      // Then the alert is dismissed, and the action ran once
      await waitUntilDismissed(over: window)
      #expect(model.events == ["remove"])
      #expect(model.alert == nil)
      window.close()
    }

    @Test(.presentationLine(2), arguments: AlertBackend.available)
    func `setting the state to nil dismisses the alert without an action`(_ backend: AlertBackend) async {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Screen(model: model) }
      model.alert = Self.question("Remove?")
      await waitForAlert(over: window, showing: "Remove?")
      model.alert = nil
      await waitUntilDismissed(over: window)
      #expect(model.events.isEmpty)
      window.close()
    }

    @Test(.presentationLine(4), arguments: AlertBackend.available)
    func `an action that sets another alert state presents the new alert`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Screen(model: model) }
      model.alert = Self.question("First")
      try await press("Again", in: await waitForAlert(over: window, showing: "First"))
      let secondAlert = await waitForAlert(over: window, showing: "Second")
      #expect(model.alert?.title == TextState(verbatim: "Second"))
      try await press("Remove", in: secondAlert)
      await waitUntilDismissed(over: window)
      #expect(model.events == ["again", "remove"])
      #expect(model.alert == nil)
      window.close()
    }

    @Test(.presentationLine(5), arguments: AlertBackend.available)
    func `Escape runs the cancel button's action`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Screen(model: model) }
      model.alert = Self.question("Remove?")
      await pressEscape(in: try #require(await waitForAlert(over: window, showing: "Remove?")))
      await waitUntilDismissed(over: window)
      #expect(model.events == ["cancel"])
      #expect(model.alert == nil)
      window.close()
    }

    @Test(.presentationLine(6), arguments: AlertBackend.available)
    func `an alert whose title changes is updated in place`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Screen(model: model) }
      model.alert = Self.question("Before")
      let alert = await waitForAlert(over: window, showing: "Before")
      model.alert?.title = TextState(verbatim: "After")
      await waitUntil("the title is updated") { alert.map { texts(in: $0.widget).contains("After") } ?? false }
      #expect(dialog(over: window) == alert)
      model.alert = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test(.presentationLine(11), arguments: AlertBackend.available)
    func `closing the window dismisses its alert without writing the state`(_ backend: AlertBackend) async {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Screen(model: model) }
      model.alert = Self.question("Remove?")
      await waitForAlert(over: window, showing: "Remove?")
      window.close()
      await waitUntil("all windows are closed") { openWindows().isEmpty }
      #expect(model.alert != nil)
      #expect(model.events.isEmpty)
    }

    @Test(.presentationLine(23), arguments: AlertBackend.available)
    func `an equal alert state is presented again after a dismissal`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Screen(model: model) }
      for _ in 1...3 {
        model.alert = Self.question("Remove?")
        try await press("Remove", in: await waitForAlert(over: window, showing: "Remove?"))
        await waitUntilDismissed(over: window)
      }
      #expect(model.events == ["remove", "remove", "remove"])
      window.close()
    }

    struct RenameScreen: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").alert("Rename?", isPresented: $model.isAsking) {
          Button("Keep \(model.name)") { model.events.append("kept \(model.name)") }
          Button("Cancel") { model.events.append("cancelled") }
        } message: {
          Text("It is called \(model.name).")
        }
      }
    }

    @Test(.presentationLine(20), arguments: AlertBackend.available)
    func `an alert's buttons and message follow the state that they read`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { RenameScreen(model: model) }
      model.isAsking = true
      let alert = await waitForAlert(over: window, showing: "It is called Birds.")
      model.name = "Bees"
      await waitForAlert(over: window, showing: "It is called Bees.")
      #expect(dialog(over: window) == alert)
      try await press("Keep Bees", in: alert)
      await waitUntilDismissed(over: window)
      #expect(model.events == ["kept Bees"])
      #expect(!model.isAsking)
      window.close()
    }

    @Test(.presentationLine(19))
    func `a dismissed alert does not keep its model alive after the window closes`() async {
      weak var weakModel: Model?
      do {
        let model = Model()
        weakModel = model
        let window = await show { Screen(model: model) }
        model.alert = Self.question("Remove?")
        await waitForAlert(over: window, showing: "Remove?")
        model.alert = nil
        await waitUntilDismissed(over: window)
        window.close()
      }
      await waitUntil("the model is freed") { weakModel == nil }
      #expect(weakModel == nil)
    }
  }
}
