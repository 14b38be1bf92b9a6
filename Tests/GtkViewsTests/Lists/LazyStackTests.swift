import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lazy stacks, which create a view only when the scroll view comes near it.
  ///
  /// A lazy stack that is the only view in a scroll view is a GTK list. In any other place, a lazy stack is an ordinary
  /// stack, which creates all of its views.
  @MainActor @Suite struct LazyStackTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<50_000)
      var isReplaced = false
      /// The numbers of the rows whose bodies were evaluated, one for each evaluation.
      @ObservationIgnored var evaluatedNumbers: [Int] = []
    }

    struct Row: View {
      let number: Int
      let model: Model

      var body: some View {
        let _ = model.evaluatedNumbers.append(number)
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
      // The list has the header, at position 0, and the 50,000 numbers.
      #expect(list.count == 50_001)
      #expect(window.texts.prefix(2) == ["A header", "Row 0"])
      // GTK creates about 200 rows.
      #expect(model.evaluatedNumbers.count < 300)
      // The alignment of the stack applies to its rows.
      #expect(
        widgets(ofType: gtk_label_get_type(), in: list.rows[1]).map { gtk_widget_get_halign($0) } == [GTK_ALIGN_START])

      // When the stack scrolls to the last view, a view is inserted before the first row, and the stack scrolls back
      await list.scroll(to: 50_000)
      await waitUntil("the last view is visible") { window.texts.last == "Row 49999" }
      model.numbers.insert(-1, at: 0)
      await waitUntil("the view is inserted") { list.count == 50_002 }
      await list.scroll(to: 0)
      await waitUntil("the new view is visible") { window.texts.prefix(2) == ["A header", "Row -1"] }
      // GTK has created about 200 rows at the start, about 200 at the end, and about 200 at the start again. The limit
      // leaves room for rows that are created during the scrolling.
      #expect(model.evaluatedNumbers.count < 1500)
      window.close()
    }

    struct Replaceable: View {
      let model: Model

      var body: some View {
        ScrollView {
          if model.isReplaced {
            VStack { Text("Nothing") }
          } else {
            LazyVStack { ForEach(model.numbers.prefix(3), id: \.self) { Text(verbatim: "\($0)") } }
          }
        }
      }
    }

    @Test func `a lazy stack can be replaced by another view and inserted again`() async throws {
      let model = Model()
      let window = await show { Replaceable(model: model) }
      #expect(window.texts == ["0", "1", "2"])
      model.isReplaced = true
      await waitUntil("the other view is shown") { window.texts == ["Nothing"] }
      #expect(ShownList(in: window) == nil)
      model.isReplaced = false
      await waitUntil("the lazy stack is back") { window.texts == ["0", "1", "2"] }
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
      // “Above” and the 300 numbers
      #expect(window.texts.count == 301)
      window.close()
    }
  }
}
