import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Several modifiers that set the opacity of one widget.
  @MainActor @Suite struct OpacityTests {
    @Observable @MainActor final class Model {
      var count = 10
      var isShown = true
    }

    struct Faint: View {
      var body: some View { Text("faint").opacity(0.5).opacity(0.5) }
    }

    struct Rows: View {
      let model: Model

      var body: some View {
        VStack {
          ForEach(0..<model.count, id: \.self) { _ in Faint() }
          Group { if model.isShown { Text("one of them").opacity(0.8).transition(.opacity) } }.opacity(0.5)
        }
      }
    }

    @Test func `the opacity shares of removed widgets are removed`() async throws {
      // Given widgets whose opacity two modifiers set, and one in the box of a transition
      let known = OpacityShares.shares.count
      let model = Model()
      let window = await show { Rows(model: model) }
      let label = try #require(window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first })
      #expect(abs(gtk_widget_get_opacity(label) - 0.25) < 0.01)
      #expect(OpacityShares.shares.count == known + 12)

      // When they are removed and inserted again
      for _ in 0..<5 {
        model.count = 0
        model.isShown = false
        await waitUntil("they are gone") { window.texts == [] }
        model.count = 10
        model.isShown = true
        await waitUntil("they are there") { window.texts.count == 11 }
      }
      #expect(OpacityShares.shares.count == known + 12)

      // Then their opacity is forgotten when the window closes
      window.close()
      await waitUntil("they are forgotten") { OpacityShares.shares.count == known }
    }
  }
}
