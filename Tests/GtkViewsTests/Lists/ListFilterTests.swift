import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists that lose their rows and get them back, for example because a search filters the elements.
  @MainActor @Suite struct ListFilterTests {
    @Observable @MainActor final class Model {
      var numbers: [Int]

      init(_ count: Int) { numbers = Array(0..<count) }
    }

    struct Rows: View {
      let model: Model
      let hasHeader: Bool

      var body: some View {
        List {
          if hasHeader { Text("Header") }
          ForEach(model.numbers, id: \.self) { Text("Row \($0)") }
        }
      }
    }

    @Test func `a list without rows is not focusable`() async throws {
      let model = Model(0)
      let window = await show(width: 300) { Rows(model: model, hasHeader: false).frame(minHeight: 400) }
      let list = try #require(ShownList(in: window))
      #expect(gtk_widget_get_focusable(list.listView.widget) == 0)
      model.numbers = [1]
      await waitUntil("the list has a row") { gtk_widget_get_focusable(list.listView.widget) != 0 }
      model.numbers = []
      await waitUntil("the list has no row") { gtk_widget_get_focusable(list.listView.widget) == 0 }
      window.close()
    }

    @Test(arguments: [false, true], [[Int](), [54_321], [0], [3, 99_999], Array(0..<20)])
    func `a filtered list shows its remaining rows after it was scrolled to its end`(
      hasHeader: Bool, remainingNumbers: [Int]
    ) async throws {
      // Given a long list that is scrolled to its end
      let model = Model(100_000)
      let window = await show(width: 300) { Rows(model: model, hasHeader: hasHeader).frame(minHeight: 400) }
      let list = try #require(ShownList(in: window))
      await list.scroll(to: list.count - 1)
      await waitUntil("the last row is visible") { window.texts.contains("Row 99999") }

      // When only a few rows or none are left, then exactly these are shown
      model.numbers = remainingNumbers
      let texts = (hasHeader ? ["Header"] : []) + remainingNumbers.map { "Row \($0)" }
      await waitUntil("the remaining rows are shown") { window.texts == texts }
      #expect(list.count == texts.count)

      // And when no row is filtered out, then all rows are in the list again, and more than 10 of them are shown
      model.numbers = Array(0..<100_000)
      await waitUntil("all rows are in the list") {
        list.count == 100_000 + (hasHeader ? 1 : 0) && window.texts.count > 10
      }
      window.close()
    }
  }
}
