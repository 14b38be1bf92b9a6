import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The moments at which the actions of `onAppear`, `task`, `onChange` and `onDisappear` run.
  @MainActor @Suite struct AppearingTests {
    @Observable @MainActor final class Model {
      var isShown = true
      /// Returns whether the window is on screen. Each test replaces the closure at its end, because the closure
      /// retains the window, and the window's views retain the model.
      var isMapped: @MainActor () -> Bool = { false }
      @ObservationIgnored var events: [String] = []

      /// Records an event, with the words “too early” if the window is not on screen.
      func record(_ event: String) { events.append("\(event)\(isMapped() ? "" : " too early")") }
    }

    struct Screen: View {
      let model: Model

      var body: some View {
        VStack {
          Text("always")
          if model.isShown {
            Text("sometimes")
              .onAppear { model.record("appeared") }
              .onDisappear { model.events.append("disappeared") }
              .task { model.record("began") }
              .onChange(of: 1, initial: true) { model.record("changed") }
          }
        }
      }
    }

    /// Returns a window that is not yet on screen, and sets the model's `isMapped` for this window.
    private func makeWindow(_ model: Model) -> ViewWindow<Screen> {
      let window = ViewWindow(gtk_window_new().window) { Screen(model: model) }
      model.isMapped = { window.window.map { gtk_widget_get_mapped($0.widget) != 0 } ?? false }
      return window
    }

    @Test func `onAppear, task and the initial onChange run when the window is presented, and not before`() async {
      // Given a window that is not yet on screen
      let model = Model()
      let window = makeWindow(model)
      await mainLoopSettles()
      #expect(model.events == [])

      // When the window comes on screen
      window.present()
      await waitUntil("the task began") { model.events.count == 3 }

      // Then the view appears, and no event is too early
      #expect(model.events.sorted() == ["appeared", "began", "changed"])

      // When the view is removed and inserted again, then it disappears, and appears again
      model.isShown = false
      await waitUntil("the view has disappeared") { model.events.last == "disappeared" }
      model.isShown = true
      // Three events of the first appearance, one of the disappearance, and three of the second appearance
      await waitUntil("the task began again") { model.events.count == 7 }
      #expect(model.events.dropFirst(4).sorted() == ["appeared", "began", "changed"])
      model.isMapped = { false }
      window.close()
    }

    @Test func `onDisappear does not run for a view that never appeared`() async {
      // Given a view that is removed and inserted again before its window comes on screen
      let model = Model()
      let window = makeWindow(model)
      model.isShown = false
      await mainLoopSettles()
      model.isShown = true
      await mainLoopSettles()

      // When the window closes without having been on screen
      model.isMapped = { false }
      window.close()
      await mainLoopSettles()

      // Then there is no event
      #expect(model.events == [])
    }

    @Test func `onAppear runs once when a window is hidden and shown again`() async throws {
      let model = Model()
      let window = makeWindow(model)
      window.present()
      await waitUntil("the task began") { model.events.count == 3 }
      let widget = try #require(window.window?.widget)
      gtk_widget_set_visible(widget, 0)
      await mainLoopSettles()
      window.present()
      await mainLoopSettles()
      // The events are still those of the first appearance.
      #expect(model.events.count == 3)
      model.isMapped = { false }
      window.close()
      await waitUntil("the view has disappeared") { model.events.last == "disappeared" }
      #expect(model.events.count == 4)
    }
  }
}
