#if Macros

  import ReducerStore
  import ReducerStoreTesting
  import Synchronization
  import Testing

  /// Counts how often a value was reflected.
  final class ReflectionCounter: Sendable {
    private let number = Atomic<Int>(0)
    func count() { number.add(1, ordering: .relaxed) }
    var total: Int { number.load(ordering: .relaxed) }
  }

  /// The members that `@ObservableState` generates so that a change copies nothing and a dump shows the names of the
  /// fields. `Warehouse` is a feature with fields of all kinds, and `Shelf` is the feature inside it.
  @MainActor
  @Suite struct InPlaceTests {
    /// A warehouse whose shelves have a thousand numbers each. At first, each number is the id of its shelf.
    private var fullWarehouse: Warehouse.State {
      var state = Warehouse.State()
      func shelf(_ id: Int) -> Shelf.State { Shelf.State(id: id, numbers: Array(repeating: id, count: 1_000)) }
      state.rows = IdentifiedArray(uniqueElements: (0..<100).map(shelf))
      state.picked = shelf(200)
      state.front = shelf(300)
      state.notice = .shelf(shelf(400))
      state.path.append(shelf(500))
      return state
    }

    /// Returns the memory address of an array's elements, or 0 for `nil`.
    private func address(_ numbers: [Int]?) -> UInt {
      numbers?.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
    }

    @Test func `an action for a nested feature does not copy the feature's contents`() {
      // Given a store of the warehouse, and the addresses of the numbers
      let store = Store(initialState: fullWarehouse) { Warehouse() }
      func addresses() -> [UInt] {
        let state = store.state
        return [
          address(state.rows[id: 7]?.numbers), address(state.picked?.numbers), address(state.front.numbers),
          address(state.path[0].numbers),
        ]
      }
      let formerAddresses = addresses()

      // When each of four shelves increments its number at index 3
      store.send(.rows(.element(id: 7, action: .incremented(3))))
      store.send(.picked(.presented(.incremented(3))))
      store.send(.front(.incremented(3)))
      store.send(.path(.element(id: store.state.path.ids[0], action: .incremented(3))))

      // Then each of these numbers is the id of its shelf plus one, and no array has moved in memory
      #expect(store.state.rows[id: 7]?.numbers[3] == 8)
      #expect(
        store.state.picked?.numbers[3] == 201 && store.state.front.numbers[3] == 301
          && store.state.path[0].numbers[3] == 501)
      #expect(addresses() == formerAddresses)
    }

    @Test func `state locations include fields that may hold a feature, and exclude numbers and texts`() {
      // A location describes how the store changes a field in place. Of the 31 fields, `name`, `town`, `rowCount`, `v`,
      // `w` and `isOpen` have no location. Of the fields of a shelf, only `numbers` has a location.
      #expect(Warehouse.State._$locations.count == 25)
      #expect(Shelf.State._$locations.count == 1)
    }

    @Test func `the store does not reflect a destination of an enum of features`() {
      // Given a presented case of an enum that counts how often it is reflected
      let reflections = ReflectionCounter()
      Warehouse.Notice.State.$reflections.withValue(reflections) {
        let store = Store(initialState: fullWarehouse) { Warehouse() }

        // When the destination gets an action, and then an alert replaces it and gets an action
        store.send(.notice(.presented(.shelf(.incremented(0)))))
        store.send(.binding(.set(\.notice, .alert(AlertState { TextState("?") }))))
        #expect(store.state.notice?.alert != nil)
        store.send(.notice(.presented(.alert(.ok))))

        // Then the alert is gone, and the enum was never reflected
        #expect(store.state.notice == nil)
      }
      #expect(reflections.total == 0)
    }

    @Test func `a dump shows the fields of an observable state under their names`() {
      var text = ""
      dump(Shelf.State(id: 3, numbers: [1]), to: &text)
      #expect(text.contains("- id: 3") && text.contains("numbers: 1 element"), "\(text)")
      // The stored properties that the macro generates begin with an underscore.
      #expect(!text.contains("_"), "\(text)")
      #expect(
        Mirror(reflecting: fullWarehouse).children.compactMap(\.label).prefix(5) == [
          "rows", "picked", "notice", "path", "front",
        ])
    }

    @Test func `the difference of a failed test shows fields under their names`() async {
      // Given a state that does not match a test's expectation
      let store = TestStore(initialState: Shelf.State(id: 3, numbers: [1])) { Shelf() }
      let message = Mutex("")

      // When the test fails
      await withKnownIssue {
        await store.send(.incremented(0)) { $0.numbers = [7] }
      } matching: { issue in
        message.withLock { $0 = issue.comments.map(\.rawValue).joined() }
        return true
      }

      // Then the message contains the name of the field
      let text = message.withLock { $0 }
      #expect(text.contains("numbers: ["), "\(text)")
      #expect(!text.contains("_numbers") && !text.contains("_$fields"), "\(text)")
    }

    @Test func `a test can send and receive actions by case key paths`() async {
      let store = TestStore(initialState: fullWarehouse) { Warehouse() }
      // Closing the warehouse counts its 100 rows.
      await store.send(\.closed) { $0.isOpen = false }
      await store.receive(\.counted.success) { $0.rowCount = 100 }
      await store.send(\.closed)
      await store.receive(\.counted.success, 100)
      await store.send(\.binding.name, "Corner") { $0.name = "Corner" }
      await store.send(\.front, .incremented(1)) { $0.front.numbers[1] = 301 }
      await store.send(\.front.incremented, 2) { $0.front.numbers[2] = 301 }
      await store.send(\.notice.presented.shelf.incremented, 0) { $0.notice?.modify(\.shelf) { $0.numbers[0] = 401 } }
      await store.send(\.notice.dismiss) { $0.notice = nil }
      await store.send(.counted(.failure(Warehouse.Miscount())))
      #expect(Warehouse.Action.counted(.failure(Warehouse.Miscount())).is(\.counted.failure))
      #expect(!Warehouse.Action.binding(.set(\.name, "")).is(\.binding.town))
    }
  }

#endif
