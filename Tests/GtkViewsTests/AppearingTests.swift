import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The moments at which a view appears on a screen, and disappears from it.
  @MainActor @Suite struct AppearingTests {
    @Observable @MainActor final class Model {
      var isShown = true
      /// Whether the window is on screen. Each test resets it at its end, because the closure holds the window, whose
      /// views hold the model.
      var isMapped: @MainActor () -> Bool = { false }
      @ObservationIgnored var events: [String] = []

      /// Records an event, with the words “too early” if the window is not on screen yet.
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

    /// Returns a window that is not yet on screen.
    private func makeWindow(_ model: Model) -> ViewWindow<Screen> {
      let window = ViewWindow(gtk_window_new().window) { Screen(model: model) }
      model.isMapped = { window.window.map { gtk_widget_get_mapped($0.widget) != 0 } ?? false }
      return window
    }

    @Test func `onAppear and task run when the window is presented, and not before`() async {
      // Given a window that is not yet on screen
      let model = Model()
      let window = makeWindow(model)
      await mainLoopSettles()
      #expect(model.events == [])

      // When it comes on screen
      window.present()
      await waitUntil("the task began") { model.events.count == 3 }

      // Then the view appears
      #expect(model.events.sorted() == ["appeared", "began", "changed"])

      // When the view is removed and inserted again, then it disappears and appears at once
      model.isShown = false
      await waitUntil("the view has disappeared") { model.events.last == "disappeared" }
      model.isShown = true
      await waitUntil("the task began again") { model.events.count == 7 }
      // The first four events are those of the first appearance and the disappearance.
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

      // When its window closes without having been on screen
      model.isMapped = { false }
      window.close()
      await mainLoopSettles()

      // Then nothing was reported
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
      #expect(model.events.count == 3)
      model.isMapped = { false }
      window.close()
      await waitUntil("the view has disappeared") { model.events.last == "disappeared" }
      #expect(model.events.count == 4)
    }
  }
}
