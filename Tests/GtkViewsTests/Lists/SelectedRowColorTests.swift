import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The colours of texts in a selected row.
  @MainActor @Suite struct SelectedRowColorTests {
    @Observable @MainActor final class Model {
      var selection: Int?
    }

    /// A list whose rows have a text without a style, and a text with the primary style.
    struct Rows: View {
      @Bindable var model: Model

      var body: some View {
        List(0..<3, id: \.self, selection: $model.selection) { number in
          HStack {
            Text(verbatim: "plain \(number)")
            Text(verbatim: "primary \(number)").foregroundStyle(.primary)
          }
        }
        .frame(width: 300, height: 200)
      }
    }

    private func color<Content>(of text: String, in window: ViewWindow<Content>) throws -> GdkRGBA {
      let label = try #require(
        window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first { texts(in: $0) == [text] } })
      var color = GdkRGBA()
      cgtk_widget_get_color(label, &color)
      return color
    }

    /// Whether the components of two colours are equal, except for rounding.
    private func isSame(_ first: GdkRGBA, _ second: GdkRGBA) -> Bool {
      abs(first.red - second.red) + abs(first.green - second.green) + abs(first.blue - second.blue)
        + abs(first.alpha - second.alpha) < 0.01
    }

    @Test func `a primary text in a selected row has the colour of a text without a style`() async throws {
      // Given a list with a selected row
      let model = Model()
      model.selection = 1
      let window = await show { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the row is selected") { list.selectedIndices == [1] }
      await drawFrame(of: try #require(window.window))

      // Then a text without a style has another colour in the selected row than in other rows. In each row, a primary
      // text has the colour of the text without a style
      let plainColor = try color(of: "plain 0", in: window)
      let selectedPlainColor = try color(of: "plain 1", in: window)
      #expect(!isSame(plainColor, selectedPlainColor))
      #expect(isSame(try color(of: "primary 0", in: window), plainColor))
      #expect(isSame(try color(of: "primary 1", in: window), selectedPlainColor))
      window.close()
    }
  }
}
