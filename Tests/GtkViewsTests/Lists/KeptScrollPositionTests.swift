import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The rows of a list stay at their places while the height of the list changes. The tests draw several frames after
  /// each change, because a wrong position can also appear after the first frame.
  @MainActor @Suite struct KeptScrollPositionTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<1000)
      /// Whether a bar is open below the list. The bar takes 90 pixels from the height of the list.
      var isBarOpen = false
      var selection: Int?
      /// Whether rows differ in height. If they do, the rows of the second half of the list are 20 pixels higher on
      /// average than those of the first half. Otherwise each row is 24 pixels high.
      let isUneven: Bool

      init(isUneven: Bool) { self.isUneven = isUneven }

      /// The number of the row that is 30 pixels higher while the bar is open.
      var growingRow: Int?

      func height(of number: Int) -> Double {
        // The remainder gives adjacent rows different heights.
        let height = isUneven ? (number < 500 ? 20 : 40) + Double(number * 37 % 50) : 24
        return isBarOpen && number == growingRow ? height + 30 : height
      }
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        VStack(spacing: 0) {
          List(model.numbers, id: \.self, selection: $model.selection) { number in
            Text(verbatim: "Row \(number)").frame(height: model.height(of: number))
          }
          if model.isBarOpen { Color.red.frame(height: 90) }
        }
        .frame(width: 300, height: 400)
      }
    }

    /// Returns the distance of each visible row from the top of the list. The keys are the texts of the rows. A row is
    /// visible if any part of the row is.
    private func placesByText(in list: ShownList) -> [String: Double] {
      var places: [String: Double] = [:]
      let height = Double(gtk_widget_get_height(list.listView.widget))
      for row in list.rows where gtk_widget_get_mapped(row) != 0 {
        let place = bounds(of: row, in: list.listView.widget)
        guard place.y + place.height > 0, place.y < height, let text = texts(in: row).first else { continue }
        places[text] = place.y
      }
      return places
    }

    /// Shows a list, and scrolls it to its middle.
    private func showScrolledToMiddle(_ model: Model) async throws -> (window: ViewWindow<Screen>, list: ShownList) {
      let window = await show { Screen(model: model) }
      let list = try #require(ShownList(in: window))
      let root = try #require(window.window)
      await waitUntil("the rows have room") { list.rows.first.map { gtk_widget_get_height($0) > 0 } ?? false }
      for _ in 0..<2 { await drawFrame(of: root) }
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.listView))
      // Seven more pixels, so that rows of 24 pixels do not begin at the top of the list
      await performInEventHandler {
        gtk_adjustment_set_value(adjustment, (gtk_adjustment_get_upper(adjustment) / 2).rounded() + 7)
      }
      for _ in 0..<3 { await drawFrame(of: root) }
      // The list is 400 pixels high, and no row is higher than 89 pixels.
      #expect(placesByText(in: list).count > 4)
      return (window, list)
    }

    @Test(arguments: [false, true]) func `rows keep their places while a bar below the list opens and closes`(
      isUneven: Bool
    ) async throws {
      // Given a list that is scrolled to its middle
      let model = Model(isUneven: isUneven)
      let (window, list) = try await showScrolledToMiddle(model)
      let root = try #require(window.window)
      let formerPlaces = placesByText(in: list)

      // When the bar opens, and when it closes
      for isOpen in [true, false] {
        model.isBarOpen = isOpen
        for _ in 0..<3 { await drawFrame(of: root) }

        // Then the visible rows have not moved
        let newPlaces = placesByText(in: list).filter { formerPlaces[$0.key] != nil }
        // The list is at least 310 pixels high.
        #expect(newPlaces.count > 3)
        for (text, place) in newPlaces {
          #expect(abs(place - (formerPlaces[text] ?? .infinity)) <= 1, "\(text), open: \(isOpen)")
        }
      }
      window.close()
    }

    @Test(arguments: [false, true]) func `rows keep their places while a bar opens and rows are inserted and removed`(
      isUneven: Bool
    ) async throws {
      // Given a list that is scrolled to its middle
      let model = Model(isUneven: isUneven)
      let (window, list) = try await showScrolledToMiddle(model)
      let root = try #require(window.window)
      let formerPlaces = placesByText(in: list)
      let textsFromTop = formerPlaces.sorted { $0.value < $1.value }.map(\.key)

      // When the bar opens, a row is inserted above the visible ones, and the first visible row is removed in the
      // same frame
      model.isBarOpen = true
      model.numbers.removeAll { "Row \($0)" == textsFromTop[0] }
      model.numbers.insert(5000, at: 3)
      for _ in 0..<4 { await drawFrame(of: root) }

      // Then the inserted row is not visible, the removed row is gone, and the next three rows have not moved
      let newPlaces = placesByText(in: list)
      #expect(newPlaces["Row 5000"] == nil)
      #expect(newPlaces[textsFromTop[0]] == nil)
      for text in textsFromTop[1...3] {
        #expect(abs((newPlaces[text] ?? .infinity) - (formerPlaces[text] ?? 0)) <= 1, "\(text)")
      }
      window.close()
    }

    @Test func `a row that becomes higher while a bar opens moves only the rows below it`() async throws {
      // Given a list with rows of unequal height that is scrolled to its middle
      let model = Model(isUneven: true)
      let (window, list) = try await showScrolledToMiddle(model)
      let root = try #require(window.window)
      let formerPlaces = placesByText(in: list)
      let textsFromTop = formerPlaces.sorted { $0.value < $1.value }.map(\.key)
      let growingText = textsFromTop[2]
      model.growingRow = Int(growingText.dropFirst("Row ".count))

      // When the bar opens and the third visible row becomes higher in the same frame
      model.isBarOpen = true
      for _ in 0..<3 { await drawFrame(of: root) }

      // Then the first three visible rows have not moved, and the next row is 30 pixels lower
      let newPlaces = placesByText(in: list)
      for text in textsFromTop[...2] {
        #expect(abs((newPlaces[text] ?? .infinity) - (formerPlaces[text] ?? 0)) <= 1, "\(text)")
      }
      #expect(abs((newPlaces[textsFromTop[3]] ?? 0) - (formerPlaces[textsFromTop[3]] ?? 0) - 30) <= 1)
      window.close()
    }

    @Test func `a list is laid out after its adjustment was replaced`() async throws {
      // Given a list that is scrolled to its middle
      let (window, list) = try await showScrolledToMiddle(Model(isUneven: false))
      let root = try #require(window.window)
      let scroller = try #require(gtk_widget_get_ancestor(list.listView.widget, gtk_scrolled_window_get_type()))

      // When the scrolled window gets another adjustment, and the former one is freed
      await performInEventHandler {
        gtk_scrolled_window_set_vadjustment(scroller.opaque, gtk_adjustment_new(0, 0, 0, 1, 1, 1))
      }

      // Then a layout pass does not use the freed adjustment, about which GTK would warn
      for _ in 0..<2 { await drawFrame(of: root) }
      #expect(!list.rows.isEmpty)
      window.close()
    }
  }
}
