import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lists that create a row when the row becomes visible or comes near the visible rows.
  @MainActor @Suite struct LazyListTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var name: String

      init(_ id: Int) {
        self.id = id
        name = "Row \(id)"
      }
    }

    @Observable @MainActor final class Model {
      var items: [Item]
      /// The ids of the rows whose bodies were evaluated, once for each evaluation.
      @ObservationIgnored var evaluatedIDs: [Int] = []
      /// The number of rows that have appeared and not disappeared.
      @ObservationIgnored var liveRowCount = 0

      init(_ count: Int) { items = (0..<count).map { Item($0) } }
    }

    struct Row: View {
      let item: Item
      let model: Model

      var body: some View {
        // No view observes `evaluatedIDs`, so the body may write it.
        let _ = model.evaluatedIDs.append(item.id)
        Text(verbatim: item.name)
      }
    }

    struct Rows: View {
      let model: Model

      var body: some View { List(model.items) { Row(item: $0, model: model) } }
    }

    /// The splices that a list model emits with `items-changed`. Each splice consists of a position, the number of
    /// removed rows and the number of added rows.
    @MainActor final class Splices {
      private var all: [[Int]] = []

      init(of list: ShownList) {
        connect(list.selectionModel, .splice("items-changed")) { [weak self] position, removed, added in
          self?.all.append([Int(position), Int(removed), Int(added)])
        }
      }

      /// Removes the recorded splices, and returns them.
      func removeAll() -> [[Int]] {
        defer { all = [] }
        return all
      }
    }

    @Test func `a list of 100,000 rows creates only rows near the visible ones`() async throws {
      // Given a list of 100,000 rows
      let model = Model(100_000)
      let window = await show { Rows(model: model) }
      let list = try #require(ShownList(in: window))

      // Then the list has all rows. Only the visible rows and about 200 that GTK keeps ready are created, each once.
      #expect(list.count == 100_000)
      #expect(Set(model.evaluatedIDs).count == model.evaluatedIDs.count)
      #expect(model.evaluatedIDs.count < 300)

      // When the list scrolls to the last row
      model.evaluatedIDs = []
      await list.scroll(to: 99_999)
      await waitUntil("the last row is visible") { window.texts.last == "Row 99999" }

      // Then the rows in between were not created. The limit is twice the limit at the start.
      #expect(model.evaluatedIDs.count < 600)
      #expect(list.rows.count < 300)
      window.close()
    }

    @Test func `scrolling through a long list does not accumulate live rows`() async throws {
      struct Counted: View {
        let item: Item
        let model: Model

        var body: some View {
          Text(verbatim: item.name).onAppear { model.liveRowCount += 1 }.onDisappear { model.liveRowCount -= 1 }
        }
      }
      // Given a list that counts its live rows
      let model = Model(100_000)
      let window = await show { List(model.items) { Counted(item: $0, model: model) } }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have appeared") { model.liveRowCount > 0 }
      let initialRowCount = model.liveRowCount

      // When the list is scrolled from its start to its end, in steps of 2000 rows
      for position in stride(from: 0, to: 100_000, by: 2000) { await list.scroll(to: position) }

      // Then at most about twice as many rows are live as before the scrolling
      #expect(model.liveRowCount < initialRowCount * 2 + 10)
      window.close()
      await waitUntil("all rows have disappeared") { model.liveRowCount == 0 }
    }

    @Test func `the list model emits items-changed only for rows that are inserted, removed or moved`() async throws {
      let model = Model(10_000)
      let window = await show { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      let splices = Splices(of: list)

      // When a row is inserted at the front
      model.items.insert(Item(-1), at: 0)
      await waitUntil("the row is shown") { window.texts.first == "Row -1" }
      #expect(splices.removeAll() == [[0, 0, 1]])

      // And a row is removed
      model.items.remove(at: 5)
      await waitUntil("the row is removed") { !window.texts.contains("Row 4") }
      #expect(splices.removeAll() == [[5, 1, 0]])

      // And a row moves. One splice replaces the 7 rows from the old position to the new one.
      let moved = model.items.remove(at: 2)
      model.items.insert(moved, at: 8)
      await waitUntil("the row has moved") { window.texts[8] == moved.name }
      #expect(splices.removeAll() == [[2, 7, 7]])

      // And a row changes and stays at its place
      model.items[3].name = "changed"
      await waitUntil("the row has changed") { window.texts[3] == "changed" }
      #expect(splices.removeAll() == [])

      // And the first 1000 rows are reversed. One splice removes as many rows as it adds.
      model.items[0..<1000].reverse()
      await waitUntil("the rows are reversed") { window.texts[0] != "Row -1" }
      #expect(splices.removeAll().map { $0[1] - $0[2] } == [0])

      // And all rows are removed
      model.items = []
      await waitUntil("all rows are removed") { window.texts.isEmpty }
      #expect(list.count == 0)
      window.close()
    }

    @Test func `changing one row evaluates only that row`() async throws {
      let model = Model(1000)
      let window = await show { Rows(model: model) }
      model.evaluatedIDs = []
      model.items[7].name = "changed"
      await waitUntil("the row is shown") { window.texts[7] == "changed" }
      #expect(model.evaluatedIDs == [7])
      window.close()
    }

    @Test func `a row with the same id keeps its object and its widget`() async throws {
      let model = Model(100)
      let window = await show { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      let (object, label) = (list.object(at: 3), widgets(ofType: gtk_label_get_type(), in: list.rows[3]).first)

      // When the rows are reversed
      model.items.reverse()
      await waitUntil("the rows are reversed") { window.texts.first == "Row 99" }

      // Then the row has the same object and the same widget at its new place
      #expect(list.object(at: 96) == object)
      #expect(widgets(ofType: gtk_label_get_type(), in: list.rows[96]).first == label)
      #expect(window.texts == (0..<100).reversed().map { "Row \($0)" })
      window.close()
    }

    @Test(arguments: 1...3)
    func `a short list shows its rows in order after random insertions, removals and moves`(seed: UInt64) async {
      let model = Model(12)
      let window = await show { Rows(model: model) }
      var random = SeededNumbers(seed)
      for round in 0..<40 {
        // About a fifth of the rows is removed. Up to three rows with new ids are inserted.
        var items = model.items.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
        for number in 0..<Int.random(in: 0..<4, using: &random) {
          items.insert(Item(1000 + round * 10 + number), at: Int.random(in: 0...items.count, using: &random))
        }
        // Every third round also moves rows.
        if round % 3 == 0 { items.shuffle(using: &random) }
        model.items = items
        let names = items.map(\.name)
        await waitUntil("the rows of round \(round) with the seed \(seed)") { window.texts == names }
        guard window.texts == names else { break }
      }
      window.close()
    }

    @Test func `two elements with the same id are reported, and the first is shown`() async {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model(3)
      model.items.insert(Item(1), at: 2)
      let window = await show { Rows(model: model) }
      await mainLoopSettles()
      #expect(window.texts == ["Row 0", "Row 1", "Row 2"])
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("two elements with the id 1") == true)

      // When the first of these two elements is removed and the second one is renamed, then the second one is shown
      model.items.remove(at: 1)
      model.items[1].name = "The other"
      await waitUntil("the row is shown") { window.texts == ["Row 0", "The other", "Row 2"] }
      window.close()
    }
  }
}
