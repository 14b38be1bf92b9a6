#if Macros

  import ReducerStore
  import ReducerStoreTesting
  import Synchronization
  import Testing

  /// Counts how often a value was reflected.
  final class Looks: Sendable {
    private let number = Atomic<Int>(0)
    func count() { number.add(1, ordering: .relaxed) }
    var total: Int { number.load(ordering: .relaxed) }
  }

  /// The generated members that make changes cheap and dumps readable.
  @MainActor
  @Suite struct InPlaceTests {
    /// A warehouse with a thousand numbers in each of its places.
    private var full: Warehouse.State {
      var state = Warehouse.State()
      func shelf(_ id: Int) -> Shelf.State { Shelf.State(id: id, numbers: Array(repeating: id, count: 1_000)) }
      state.rows = IdentifiedArray(uniqueElements: (0..<100).map(shelf))
      state.picked = shelf(200)
      state.front = shelf(300)
      state.notice = .shelf(shelf(400))
      state.path.append(shelf(500))
      return state
    }

    /// Where the elements of an array are in memory.
    private func place(_ numbers: [Int]?) -> UInt {
      numbers?.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
    }

    @Test func `an action for a feature in a field copies nothing of what the feature holds`() {
      // Given a store of it, and where the numbers are
      let store = Store(initialState: full) { Warehouse() }
      func places() -> [UInt] {
        let state = store.state
        return [
          place(state.rows[id: 7]?.numbers), place(state.picked?.numbers), place(state.front.numbers),
          place(state.path[0].numbers),
        ]
      }
      let before = places()

      // When each of the features changes one of its numbers
      store.send(.rows(.element(id: 7, action: .filled(3))))
      store.send(.picked(.presented(.filled(3))))
      store.send(.front(.filled(3)))
      store.send(.path(.element(id: store.state.path.ids[0], action: .filled(3))))

      // Then it changed, where it was
      #expect(store.state.rows[id: 7]?.numbers[3] == 8)
      #expect(
        store.state.picked?.numbers[3] == 201 && store.state.front.numbers[3] == 301
          && store.state.path[0].numbers[3] == 501)
      #expect(places() == before)
    }

    @Test func `fields that may hold a feature have a place, and numbers and texts have none`() {
      #expect(Warehouse.State._$locations.count == 25)
      #expect(Shelf.State._$locations.count == 1)
    }

    @Test func `a destination of an enum of features is asked, and not looked at`() {
      // Given a presented case of an enum that counts how often it is reflected
      let looks = Looks()
      Warehouse.Notice.State.$looks.withValue(looks) {
        let store = Store(initialState: full) { Warehouse() }

        // When it gets an action, and an alert takes its place, which goes with its action
        store.send(.notice(.presented(.shelf(.filled(0)))))
        store.send(.binding(.set(\.notice, .alert(AlertState { TextState("?") }))))
        #expect(store.state.notice?.alert != nil)
        store.send(.notice(.presented(.alert(.ok))))

        // Then the alert is gone, and the enum was never reflected
        #expect(store.state.notice == nil)
      }
      #expect(looks.total == 0)
    }

    @Test func `a dump shows the fields of an observable state under their names`() {
      var text = ""
      dump(Shelf.State(id: 3, numbers: [1]), to: &text)
      #expect(text.contains("- id: 3") && text.contains("numbers: 1 element"), "\(text)")
      #expect(!text.contains("_"), "\(text)")
      #expect(
        Mirror(reflecting: full).children.compactMap(\.label).prefix(5) == [
          "rows", "picked", "notice", "path", "front",
        ])
    }

    @Test func `the difference of a failed test shows the fields under their names`() async {
      // Given a state of which a test expects something else
      let store = TestStore(initialState: Shelf.State(id: 3, numbers: [1])) { Shelf() }
      let message = Mutex("")

      // When the test fails
      await withKnownIssue {
        await store.send(.filled(0)) { $0.numbers = [7] }
      } matching: { issue in
        message.withLock { $0 = issue.comments.map(\.rawValue).joined() }
        return true
      }

      // Then it names the field
      let text = message.withLock { $0 }
      #expect(text.contains("numbers: ["), "\(text)")
      #expect(!text.contains("_numbers") && !text.contains("_$fields"), "\(text)")
    }

    @Test func `a test sends and receives actions by the names of their cases`() async {
      let store = TestStore(initialState: full) { Warehouse() }
      await store.send(\.closed) { $0.isOpen = false }
      await store.receive(\.counted.success) { $0.u = 100 }
      await store.send(\.closed)
      await store.receive(\.counted.success, 100)
      await store.send(\.binding.name, "Corner") { $0.name = "Corner" }
      await store.send(\.front, .filled(1)) { $0.front.numbers[1] = 301 }
      await store.send(\.front.filled, 2) { $0.front.numbers[2] = 301 }
      await store.send(\.notice.presented.shelf.filled, 0) { $0.notice?.modify(\.shelf) { $0.numbers[0] = 401 } }
      await store.send(\.notice.dismiss) { $0.notice = nil }
      await store.send(.counted(.failure(Warehouse.Miscount())))
      #expect(Warehouse.Action.counted(.failure(Warehouse.Miscount())).is(\.counted.failure))
      #expect(!Warehouse.Action.binding(.set(\.name, "")).is(\.binding.town))
    }
  }

#endif
