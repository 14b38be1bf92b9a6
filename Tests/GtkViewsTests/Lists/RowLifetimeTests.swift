import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lifetimes of the state, the node, the tasks and the focus of a row, and the order of the rows of sections.
  @MainActor @Suite struct RowLifetimeTests {
    @Observable @MainActor final class Model {
      var numbers: [Int]
      /// The events that the rows have reported, such as that a row appeared.
      @ObservationIgnored var events: [String] = []
      /// The numbers of the rows whose tasks were cancelled.
      @ObservationIgnored var cancelled: Set<Int> = []

      init(_ count: Int) { numbers = Array(0..<count) }
    }

    /// A row with its own state. Row 3 also reports that it appears and disappears.
    struct Counter: View {
      let number: Int
      let model: Model
      @State private var count = 0

      var body: some View {
        Button("\(number): \(count)") { count += 1 }
          .onAppear { if number == 3 { model.events.append("appeared") } }
          .onDisappear { if number == 3 { model.events.append("disappeared") } }
      }
    }

    struct Counters: View {
      let model: Model

      var body: some View { List(model.numbers, id: \.self) { Counter(number: $0, model: model) } }
    }

    @Test func `a row keeps its changed state while it is offscreen, until its element is removed`() async throws {
      // Given a long list in which the user has changed the count of one row
      let model = Model(5000)
      let window = await show { Counters(model: model) }
      let list = try #require(ShownList(in: window))
      await window.click("3: 0")
      await waitUntil("the count is 1") { window.texts.contains("3: 1") }
      let object = list.object(at: 3)

      // When the row is far offscreen, and an insertion moves the row from position 3 to position 4
      await list.scroll(to: 4000)
      await waitUntil("the row has disappeared") {
        !window.texts.contains("3: 1") && model.events == ["appeared", "disappeared"]
      }
      model.numbers.insert(-1, at: 0)
      await mainLoopSettles()
      await list.scroll(to: 0)

      // Then the list model has the same object for the row, the row has its count, and the other rows have their
      // initial state
      await waitUntil("the row is visible again") { window.texts.contains("3: 1") }
      #expect(list.object(at: 4) == object)
      #expect(window.texts.prefix(6) == ["-1: 0", "0: 0", "1: 0", "2: 0", "3: 1", "4: 0"])
      await waitUntil("the row has appeared again") { model.events == ["appeared", "disappeared", "appeared"] }

      // When the row's element is removed and inserted again, the row has a new state
      model.numbers.removeAll { $0 == 3 }
      await waitUntil("the row is removed") { !window.texts.contains("3: 1") }
      model.numbers.insert(3, at: 4)
      await waitUntil("the row is inserted with a new state") { window.texts.contains("3: 0") }
      window.close()
    }

    @Test func `a list keeps the state of a limited number of offscreen rows`() async throws {
      struct ChangingOnAppear: View {
        let number: Int
        let model: Model
        @State private var isChanged = false

        var body: some View {
          Text(isChanged ? "changed" : "new")
            .onAppear {
              if !isChanged { model.events.append("new") }
              isChanged = true
            }
        }
      }
      // Given rows that change as soon as they appear
      let model = Model(5000)
      let window = await show { List(model.numbers, id: \.self) { ChangingOnAppear(number: $0, model: model) } }
      let list = try #require(ShownList(in: window))
      await waitUntil("the first rows have appeared") { !model.events.isEmpty }

      // When the whole list has been scrolled through
      for position in stride(from: 0, to: 5000, by: 100) { await list.scroll(to: position) }
      await list.scroll(to: 4999)
      // Each event is an appearance of a row with new state. Far more rows have appeared than the list keeps state for.
      let newRowCount = model.events.count
      #expect(newRowCount > 2000)

      // Then the last rows still have their state, because the list keeps up to 256 offscreen rows with changed state.
      // Row 4850 is 149 rows before the last one. The state of the first rows is new.
      await list.scroll(to: 4850)
      #expect(model.events.count == newRowCount)
      await list.scroll(to: 0)
      await waitUntil("the first rows have a new state") { model.events.count > newRowCount }
      window.close()
    }

    /// A row whose node outlives the row, which is a programming error. A node does not retain its row.
    private final class RowWithOutlivingNode: ListRow {
      private(set) var node: RowNode<EmptyView>!

      init() {
        super.init(at: 0, among: RealizedRows())
        node = RowNode(EmptyView(), row: self, in: _NodeContext(environment: EnvironmentValues()))
      }
    }

    /// Returns the node of a row that no longer exists.
    static func nodeWithoutRow() -> RowNode<EmptyView> { RowWithOutlivingNode().node }

    @Test func `a row that is freed before its node is detached ends the program with a message`() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await startGtk()
        // The node notifies its row, which no longer exists.
        await RowLifetimeTests.nodeWithoutRow().textDidChange()
      }
      #expect(
        String(decoding: result.standardErrorContent, as: UTF8.self).contains(
          "A row of a list was released before its views were removed"))
    }

    @Test func `a node that outlives its row is detached from the row`() async throws {
      // Given a test that retains the nodes of the rows of a list
      let model = Model(5)
      let window = await show { Counters(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("five rows are shown") { list.rows.count == 5 }
      let rows = (0..<5).map { list.object(at: $0).flatMap { rowContent(of: $0) } as? ElementRow<[Int], Int, Counter> }
      let nodes = try rows.map { try #require($0?.node) }
      #expect(nodes.allSatisfy { !$0.hasLeftRow })

      // When one of the elements is removed, and then the whole list
      model.numbers.removeFirst()
      await waitUntil("one row is removed") { list.rows.count == 4 }
      #expect(nodes.count { $0.hasLeftRow } == 1)
      window.close()
      await mainLoopSettles()

      // Then all nodes are detached from their rows, and notifications from their subtrees have no effect
      #expect(nodes.allSatisfy { $0.hasLeftRow })
      for node in nodes {
        node.textDidChange()
        node.widgetsDidChange()
      }
      await mainLoopSettles()
    }

    @Test func `a row's task is cancelled when the row goes offscreen or the window closes`() async throws {
      let model = Model(5000)
      let window = await show {
        List(model.numbers, id: \.self) { number in
          Text(verbatim: "\(number)").task {
            if number == 5 { model.events.append("began") }
            // The stream has no elements, so the loop ends only when the task is cancelled. The use of the continuation
            // after the loop keeps the stream open.
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            for await _ in stream {}
            continuation.finish()
            model.cancelled.insert(number)
          }
        }
      }
      let list = try #require(ShownList(in: window))
      await waitUntil("the task of row 5 has begun") { model.events == ["began"] }
      await list.scroll(to: 4999)
      await waitUntil("the task of row 5 is cancelled") { model.cancelled.contains(5) }
      #expect(!model.cancelled.contains(4999))
      window.close()
      await waitUntil("the task of the last row is cancelled") { model.cancelled.contains(4999) }
    }

    struct FieldRows: View {
      let model: Model

      var body: some View {
        List(model.numbers, id: \.self) { number in TextField("Name \(number)", text: .constant("\(number)")) }
      }
    }

    @Test func `the focus stays in its row when other rows are inserted and moved`() async throws {
      let model = Model(50)
      let window = await show { FieldRows(model: model) }
      let list = try #require(ShownList(in: window))
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: list.rows[3]).first)
      let currentFocus = { window.window.flatMap { gtk_window_get_focus($0) } }
      await performInEventHandler { _ = gtk_widget_grab_focus(entry) }
      let initialFocus = try #require(currentFocus())
      #expect(gtk_widget_is_ancestor(initialFocus, entry) != 0)

      // When a row is inserted at the front, and two rows swap places
      model.numbers.insert(-1, at: 0)
      await waitUntil("the row is inserted") { list.count == 51 }
      #expect(currentFocus() == initialFocus)
      // The row with the focus is now at position 4, between these two rows.
      model.numbers.swapAt(2, 5)
      await mainLoopSettles()
      #expect(currentFocus() == initialFocus)
      window.close()
    }

    struct RepeatedSections: View {
      let model: Model
      let groups: [String]

      var body: some View {
        List {
          Text("Written")
          ForEach(groups, id: \.self) { group in
            Section(LocalizedStringKey(group)) {
              ForEach(model.numbers, id: \.self) { number in
                if number % 2 == 0 {
                  Text(verbatim: "\(group) \(number)")
                } else {
                  Counter(number: number, model: model)
                }
              }
              if model.numbers.count > 2 { Text("more") }
            }
          }
        }
      }
    }

    @Test func `sections, conditions and nested ForEach views create rows in order`() async throws {
      let model = Model(2)
      let window = ViewWindow(gtk_window_new().window) { RepeatedSections(model: model, groups: ["A", "B"]) }
      window.present()
      await waitUntil("the rows are shown") { window.texts == ["Written", "A", "A 0", "1: 0", "B", "B 0", "1: 0"] }
      let list = try #require(ShownList(in: window))
      #expect(list.count == 7)
      model.numbers = [0, 1, 2]
      await waitUntil("the rows follow") {
        window.texts == ["Written", "A", "A 0", "1: 0", "A 2", "more", "B", "B 0", "1: 0", "B 2", "more"]
      }
      window.update { RepeatedSections(model: model, groups: ["B", "C", "A"]) }
      await waitUntil("the sections follow") {
        window.texts == [
          "Written", "B", "B 0", "1: 0", "B 2", "more", "C", "C 0", "1: 0", "C 2", "more", "A", "A 0", "1: 0", "A 2",
          "more",
        ]
      }
      window.update { RepeatedSections(model: model, groups: []) }
      await waitUntil("the sections are removed") { window.texts == ["Written"] }
      window.close()
    }
  }
}
