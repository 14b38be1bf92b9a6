import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Several modifiers that set the opacity of one widget. Each of them contributes a factor, its *share*. The opacity
  /// of the widget is the product of the shares.
  @MainActor @Suite struct OpacityTests {
    @Observable @MainActor final class Model {
      var faintCount = 10
      var hasTransitionText = true
    }

    struct FaintText: View {
      var body: some View { Text("faint").opacity(0.5).opacity(0.5) }
    }

    struct Rows: View {
      let model: Model

      var body: some View {
        VStack {
          ForEach(0..<model.faintCount, id: \.self) { _ in FaintText() }
          Group { if model.hasTransitionText { Text("fading").opacity(0.8).transition(.opacity) } }.opacity(0.5)
        }
      }
    }

    @Test func `the opacity shares of removed widgets are removed`() async throws {
      // Given ten faint labels, the label “fading”, and the box that its transition adds around it:
      // 12 widgets with shares
      let widgetCountBefore = OpacityShares.sharesByWidget.count
      let model = Model()
      let window = await show { Rows(model: model) }
      let faintLabel = try #require(window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first })
      // The product of the two shares of 0.5. GTK stores the opacity with 8 bits.
      #expect(abs(gtk_widget_get_opacity(faintLabel) - 0.25) < 0.01)
      #expect(OpacityShares.sharesByWidget.count == widgetCountBefore + 12)

      // When the labels are removed and inserted again five times, then the number of widgets with shares is the same
      for _ in 0..<5 {
        model.faintCount = 0
        model.hasTransitionText = false
        await waitUntil("the texts are removed") { window.texts == [] }
        model.faintCount = 10
        model.hasTransitionText = true
        await waitUntil("the texts are inserted") { window.texts.count == 11 }
      }
      #expect(OpacityShares.sharesByWidget.count == widgetCountBefore + 12)

      // When the window closes, then the shares of its widgets are removed
      window.close()
      await waitUntil("the shares are removed") { OpacityShares.sharesByWidget.count == widgetCountBefore }
    }
  }
}
