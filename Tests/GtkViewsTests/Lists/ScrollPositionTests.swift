import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Visible rows keep their places in the window when rows above or below them are inserted and removed.
  @MainActor @Suite struct ScrollPositionTests {
    @Observable @MainActor final class Model {
      var numbers: [Int]
      /// Whether the rows have different heights, from 20 to 49 pixels. Otherwise each row is 24 pixels high.
      let isUneven: Bool

      init(_ count: Int, isUneven: Bool) {
        numbers = Array(0..<count)
        self.isUneven = isUneven
      }
    }

    struct Row: View {
      let number: Int
      let model: Model

      var body: some View {
        Text(verbatim: "Row \(number)").frame(height: model.isUneven ? 20 + Double((number & 0xff) * 7 % 30) : 24)
      }
    }

    struct Rows: View {
      let model: Model
      let isLazyStack: Bool

      var body: some View {
        if isLazyStack {
          ScrollView { LazyVStack { ForEach(model.numbers, id: \.self) { Row(number: $0, model: model) } } }.frame(
            height: 300)
        } else {
          List(model.numbers, id: \.self) { Row(number: $0, model: model) }.frame(height: 300)
        }
      }
    }

    /// Returns the distance of each visible row from the top of the list. The keys are the texts of the rows.
    private func visibleRowTops(_ list: ShownList) -> [String: Double] {
      var tops: [String: Double] = [:]
      let height = Double(gtk_widget_get_height(list.listView.widget))
      for row in list.rows where gtk_widget_get_child_visible(row) != 0 && gtk_widget_get_mapped(row) != 0 {
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(row, list.listView.widget, 0, 0, &x, &y)
        guard y + Double(gtk_widget_get_height(row)) > 0, y < height, let text = texts(in: row).first else { continue }
        tops[text] = y
      }
      return tops
    }

    /// Changes a list, and expects that all fully visible rows except the last one stay in place.
    private func expectRowsStay<Content>(
      _ description: String, _ list: ShownList, in window: ViewWindow<Content>, during change: () -> Void
    ) async throws {
      let gtkWindow = try #require(window.window)
      await drawFrame(of: gtkWindow)
      let topsBefore = visibleRowTops(list)
      #expect(topsBefore.count > 4, "\(description)")
      change()
      // The positions of the rows are final only a few frames after the change.
      for _ in 0..<4 { await drawFrame(of: gtkWindow) }
      let topsAfter = visibleRowTops(list)
      // The last row may be visible only in part, so it is not compared.
      let lastRowTop = topsBefore.values.max() ?? 0
      for (text, top) in topsBefore where top >= 0 && top < lastRowTop {
        #expect(
          abs((topsAfter[text] ?? .infinity) - top) <= 1,
          "\(description): \(text) was at \(top), is at \(topsAfter[text].map { "\($0)" } ?? "no place")")
      }
    }

    @Test(arguments: [false, true], [false, true])
    func `visible rows stay in place when other rows are inserted, removed or moved`(
      isLazyStack: Bool, isUneven: Bool
    ) async throws {
      // Given a list that is scrolled to its middle
      let model = Model(1000, isUneven: isUneven)
      let window = await show(width: 300, height: 320) { Rows(model: model, isLazyStack: isLazyStack) }
      let list = try #require(ShownList(in: window))
      let gtkWindow = try #require(window.window)
      await waitUntil("the rows are laid out") { list.rows.first.map { gtk_widget_get_height($0) > 0 } ?? false }
      for _ in 0..<3 { await drawFrame(of: gtkWindow) }
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.listView))
      await performInEventHandler { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) / 2) }
      for _ in 0..<3 { await drawFrame(of: gtkWindow) }
      // 1000 rows of at least 20 pixels are at least 20,000 pixels high. Half of the middle is a safe lower limit.
      #expect(gtk_adjustment_get_value(adjustment) > 5000)
      await waitUntil("the rows in the middle are laid out") { visibleRowTops(list).count > 4 }

      // When rows change far above the visible rows, just above them or at the end, then the visible rows stay. Numbers
      // from 2000 on are those of new rows
      try await expectRowsStay("one in front", list, in: window) { model.numbers.insert(2000, at: 0) }
      try await expectRowsStay("ten in front", list, in: window) {
        model.numbers.insert(contentsOf: 3000..<3010, at: 0)
      }
      try await expectRowsStay("the first 100 are removed", list, in: window) { model.numbers.removeFirst(100) }
      let firstVisible = try #require(model.numbers.firstIndex { visibleRowTops(list)["Row \($0)"] != nil })
      try await expectRowsStay("one just above is inserted", list, in: window) {
        model.numbers.insert(4000, at: firstVisible - 1)
      }
      try await expectRowsStay("three just above are removed", list, in: window) {
        model.numbers.removeSubrange(firstVisible - 3..<firstVisible)
      }
      try await expectRowsStay("several places", list, in: window) {
        model.numbers.removeSubrange(50..<60)
        model.numbers.insert(contentsOf: 5000..<5030, at: 20)
        model.numbers.remove(at: 3)
      }
      try await expectRowsStay("the first 200 are reversed", list, in: window) { model.numbers[0..<200].reverse() }
      try await expectRowsStay("the last 200 are removed", list, in: window) { model.numbers.removeLast(200) }
      window.close()
    }
  }
}
