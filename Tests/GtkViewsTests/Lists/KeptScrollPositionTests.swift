import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The rows of a list stay at their places while the height of the list changes.
  @MainActor @Suite struct KeptScrollPositionTests {
    @Observable @MainActor final class Model {
      var numbers = Array(0..<1000)
      var isOpen = false
      var selected: Int?
      /// Whether rows differ in height.
      let isUneven: Bool

      init(isUneven: Bool) { self.isUneven = isUneven }

      /// The row that is higher while the bar is open.
      var growing: Int?

      func height(of number: Int) -> Double {
        (isUneven ? (number < 500 ? 20 : 40) + Double(number * 37 % 50) : 24) + (isOpen && number == growing ? 30 : 0)
      }
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        VStack(spacing: 0) {
          List(model.numbers, id: \.self, selection: $model.selected) { number in
            Text(verbatim: "Row \(number)").frame(height: model.height(of: number))
          }
          if model.isOpen { Color.red.frame(height: 90) }
        }
        .frame(width: 300, height: 400)
      }
    }

    /// Returns the places of the rows in the list, by their texts, if they are at least partly visible.
    private func places(_ list: ShownList) -> [String: Double] {
      var places: [String: Double] = [:]
      let height = Double(gtk_widget_get_height(list.view.widget))
      for row in list.rows where gtk_widget_get_mapped(row) != 0 {
        let place = bounds(of: row, in: list.view.widget)
        guard place.y + place.height > 0, place.y < height, let text = texts(in: row).first else { continue }
        places[text] = place.y
      }
      return places
    }

    /// Shows a list that is scrolled to its middle.
    private func middle(_ model: Model) async throws -> (window: ViewWindow<Screen>, list: ShownList) {
      let window = await show { Screen(model: model) }
      let list = try #require(ShownList(in: window))
      let root = try #require(window.window)
      await waitUntil("the rows have room") { list.rows.first.map { gtk_widget_get_height($0) > 0 } ?? false }
      for _ in 0..<2 { await drawFrame(of: root) }
      let adjustment = try #require(gtk_scrollable_get_vadjustment(list.view))
      await performInSource {
        gtk_adjustment_set_value(adjustment, (gtk_adjustment_get_upper(adjustment) / 2).rounded() + 7)
      }
      for _ in 0..<3 { await drawFrame(of: root) }
      #expect(places(list).count > 4)
      return (window, list)
    }

    @Test(arguments: [false, true]) func `rows keep their places while a bar below the list opens and closes`(
      isUneven: Bool
    ) async throws {
      // Given a list that is scrolled to its middle
      let model = Model(isUneven: isUneven)
      let (window, list) = try await middle(model)
      let root = try #require(window.window)
      let before = places(list)

      // When a bar opens below, and closes
      for isOpen in [true, false] {
        model.isOpen = isOpen
        for _ in 0..<3 { await drawFrame(of: root) }

        // Then the visible rows have not moved
        let after = places(list).filter { before[$0.key] != nil }
        #expect(after.count > 3)
        for (text, place) in after {
          #expect(abs(place - (before[text] ?? .infinity)) <= 1, "\(text), open: \(isOpen)")
        }
      }
      window.close()
    }

    @Test(arguments: [false, true]) func `rows keep their places while a bar opens and rows are inserted and removed`(
      isUneven: Bool
    ) async throws {
      // Given a list that is scrolled to its middle
      let model = Model(isUneven: isUneven)
      let (window, list) = try await middle(model)
      let root = try #require(window.window)
      let before = places(list)
      let order = before.sorted { $0.value < $1.value }.map(\.key)

      // When a bar opens below, a row is inserted above the visible ones, and the first visible row is removed in the
      // same frame
      model.isOpen = true
      model.numbers.removeAll { "Row \($0)" == order[0] }
      model.numbers.insert(5000, at: 3)
      for _ in 0..<4 { await drawFrame(of: root) }

      // Then the other visible rows have not moved
      let after = places(list)
      #expect(after["Row 5000"] == nil)
      #expect(after[order[0]] == nil)
      for text in order[1...3] { #expect(abs((after[text] ?? .infinity) - (before[text] ?? 0)) <= 1, "\(text)") }
      window.close()
    }

    @Test func `rows keep their places while a bar opens and a row becomes higher`() async throws {
      // Given a list with rows of unequal height that is scrolled to its middle
      let model = Model(isUneven: true)
      let (window, list) = try await middle(model)
      let root = try #require(window.window)
      let before = places(list)
      let order = before.sorted { $0.value < $1.value }.map(\.key)
      let growing = order[2]
      model.growing = Int(growing.dropFirst(4))

      // When a bar opens below and the third visible row becomes higher in the same frame
      model.isOpen = true
      for _ in 0..<3 { await drawFrame(of: root) }

      // Then the rows down to that row have not moved
      let after = places(list)
      for text in order[...2] { #expect(abs((after[text] ?? .infinity) - (before[text] ?? 0)) <= 1, "\(text)") }
      #expect(abs((after[order[3]] ?? 0) - (before[order[3]] ?? 0) - 30) <= 1)
      window.close()
    }

    @Test func `a list is laid out after its adjustment was replaced`() async throws {
      // Given a list that is scrolled to its middle
      let (window, list) = try await middle(Model(isUneven: false))
      let root = try #require(window.window)
      let scroller = try #require(gtk_widget_get_ancestor(list.view.widget, gtk_scrolled_window_get_type()))

      // When the scrolled window gets another adjustment, and the former one is freed
      await performInSource {
        gtk_scrolled_window_set_vadjustment(scroller.opaque, gtk_adjustment_new(0, 0, 0, 1, 1, 1))
      }

      // Then a layout pass does not use the freed adjustment, about which GTK would warn
      for _ in 0..<2 { await drawFrame(of: root) }
      #expect(!list.rows.isEmpty)
      window.close()
    }
  }
}
