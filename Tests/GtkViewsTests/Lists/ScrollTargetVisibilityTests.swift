import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// `onScrollTargetVisibilityChange`, which reports the ids of the visible rows.
  @MainActor @Suite struct ScrollTargetVisibilityTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<1000)
      /// The ids that the calls of the modifier's action have received, in the order of the calls.
      @ObservationIgnored var reportedIDs: [[Int]] = []
    }

    struct Screen: View {
      let model: Model
      let isLazyStack: Bool

      var body: some View {
        Group {
          if isLazyStack {
            ScrollView { LazyVStack(spacing: 0) { rows } }
          } else {
            List { rows }
          }
        }
        .frame(width: 300, height: 240)
        .onScrollTargetVisibilityChange(idType: Int.self) { model.reportedIDs.append($0) }
      }

      @ViewBuilder private var rows: some View {
        Text("Numbers").frame(height: 24).id("header")
        ForEach(model.numbers, id: \.self) { Text(verbatim: "\($0)").frame(height: 24) }
      }
    }

    @Test(arguments: [false, true])
    func `the visible rows are reported after the list is shown, scrolled or changed`(isLazyStack: Bool) async throws {
      // Given a list or a lazy stack of 1000 rows. Both are a `GtkListView`, which realizes more rows than are visible
      let model = Model()
      let viewWindow = await show { Screen(model: model, isLazyStack: isLazyStack) }
      let list = try #require(ShownList(in: viewWindow))
      let window = try #require(viewWindow.window)

      // Then the numbers in the visible rows are reported. The header is not, because its id is a string.
      await waitUntil("the first rows are reported") { model.reportedIDs.last?.first == 0 }
      let visibleCount = try #require(model.reportedIDs.last?.count)
      // At most ten rows of 24 pixels fit into 240 pixels. With the padding that the theme may add to each row, fewer
      // rows fit, but at least five.
      #expect((5...10).contains(visibleCount))
      #expect(model.reportedIDs.last == Array(0..<visibleCount))

      // When the list is scrolled by half of the height of its content, then the rows in the middle are reported. With
      // the header, the list has 1001 rows, so that the first visible number is about 500.
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.listView))
      await performInEventHandler { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) / 2) }
      await waitUntil("the rows in the middle are reported") {
        model.reportedIDs.last.map { $0.contains(500) || $0.contains(499) } ?? false
      }
      let middleRows = try #require(model.reportedIDs.last)
      // Eleven rows are visible if the first and the last one are visible only in part.
      #expect((5...11).contains(middleRows.count))
      #expect(middleRows == Array(middleRows[0]..<middleRows[0] + middleRows.count))

      // When a frame is drawn without a change, then nothing is reported
      let reportCount = model.reportedIDs.count
      await drawFrame(of: window)
      #expect(model.reportedIDs.count == reportCount)

      // When all rows with an even number are removed, then the rows that are visible afterwards are reported
      await performInEventHandler { model.numbers.removeAll { $0 % 2 == 0 } }
      await waitUntil("only odd rows are reported") {
        model.reportedIDs.last.map { !$0.isEmpty && $0.allSatisfy { $0 % 2 == 1 } } ?? false
      }
      await destroyWindow(window)
    }
  }
}
