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
      var isMapped: @MainActor () -> Bool = { false }
      @ObservationIgnored var events: [String] = []

      func note(_ event: String) { events.append("\(event)\(isMapped() ? "" : " too early")") }
    }

    struct Screen: View {
      let model: Model

      var body: some View {
        VStack {
          Text("always")
          if model.isShown {
            Text("sometimes")
              .onAppear { model.note("appeared") }
              .onDisappear { model.events.append("disappeared") }
              .task { model.note("began") }
              .onChange(of: 1, initial: true) { model.note("changed") }
          }
        }
      }
    }

    private func window(_ model: Model) -> ViewWindow<Screen> {
      let window = ViewWindow(gtk_window_new().window) { Screen(model: model) }
      model.isMapped = { window.window.map { gtk_widget_get_mapped($0.widget) != 0 } ?? false }
      return window
    }

    @Test func `onAppear and task run when the window is presented, and not before`() async {
      // Given a window that was made, and is not on screen
      let model = Model()
      let window = window(model)
      await mainLoopSettles()
      #expect(model.events == [])

      // When it comes on screen
      window.present()
      await waitUntil("the task began") { model.events.count == 3 }

      // Then the view appears, and a view that is inserted later appears at once
      #expect(model.events.sorted() == ["appeared", "began", "changed"])
      model.isShown = false
      await waitUntil("it has disappeared") { model.events.last == "disappeared" }
      model.isShown = true
      await waitUntil("the task began again") { model.events.count == 7 }
      #expect(model.events.dropFirst(4).sorted() == ["appeared", "began", "changed"])
      model.isMapped = { false }
      window.close()
    }

    @Test func `onDisappear does not run for a view that never appeared`() async {
      // Given a view that is removed before its window comes on screen
      let model = Model()
      let window = window(model)
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
      let window = window(model)
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
      await waitUntil("it has disappeared") { model.events.last == "disappeared" }
      #expect(model.events.count == 4)
    }
  }
}
