import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Stacks that create their views when they become visible.
  @MainActor @Suite struct LazyStackTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<50_000)
      var isPadded = false
      @ObservationIgnored var evaluated: [Int] = []
    }

    struct Row: View {
      let number: Int
      let model: Model

      var body: some View {
        let _ = model.evaluated.append(number)
        Text(verbatim: "Row \(number)")
      }
    }

    struct Stack: View {
      let model: Model

      var body: some View {
        ScrollView {
          LazyVStack(alignment: .leading, spacing: 10) {
            Text("A header")
            ForEach(model.numbers, id: \.self) { Row(number: $0, model: model) }
          }
        }
      }
    }

    @Test func `a lazy stack of 50,000 views creates only views near the visible ones`() async throws {
      let model = Model()
      let window = await show { Stack(model: model) }
      let list = try #require(ShownList(in: window))
      #expect(list.count == 50_001)
      #expect(window.texts.prefix(2) == ["A header", "Row 0"])
      #expect(model.evaluated.count < 300)
      #expect(
        widgets(ofType: gtk_label_get_type(), in: list.rows[1]).map { gtk_widget_get_halign($0) } == [GTK_ALIGN_START])

      // When the stack scrolls to the last view, and one is inserted at the front
      await list.scroll(to: 50_000)
      await waitUntil("it is there") { window.texts.last == "Row 49999" }
      model.numbers.insert(-1, at: 0)
      await waitUntil("it has come") { list.count == 50_002 }
      await list.scroll(to: 0)
      await waitUntil("it is there") { window.texts.prefix(2) == ["A header", "Row -1"] }
      #expect(model.evaluated.count < 1500)
      window.close()
    }

    struct Changing: View {
      let model: Model

      var body: some View {
        ScrollView {
          if model.isPadded {
            VStack { Text("Nothing") }
          } else {
            LazyVStack { ForEach(model.numbers.prefix(3), id: \.self) { Text(verbatim: "\($0)") } }
          }
        }
      }
    }

    @Test func `a lazy stack can be replaced by another view and inserted again`() async throws {
      let model = Model()
      let window = await show { Changing(model: model) }
      #expect(window.texts == ["0", "1", "2"])
      model.isPadded = true
      await waitUntil("the other is there") { window.texts == ["Nothing"] }
      #expect(ShownList(in: window) == nil)
      model.isPadded = false
      await waitUntil("it is back") { window.texts == ["0", "1", "2"] }
      window.close()
    }

    @Test func `a lazy stack next to other views creates all of its views`() async throws {
      let window = await show {
        ScrollView {
          Text("Above")
          LazyVStack { ForEach(0..<300, id: \.self) { Text(verbatim: "\($0)") } }
        }
      }
      #expect(ShownList(in: window) == nil)
      #expect(window.texts.count == 301)
      window.close()
    }
  }
}
