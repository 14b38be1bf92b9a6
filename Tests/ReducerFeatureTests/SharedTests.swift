#if Macros

  import Observation
  import Presentation
  import ReducerStore
  import ReducerStoreTesting
  import Synchronization
  import Testing

  extension SharedKey where Self == InMemoryKey<Int>.Default {
    static var total: Self { Self[.inMemory("total"), default: 5] }
  }

  /// Values that features share.
  @MainActor
  @Suite struct SharedTests {
    @Reducer
    struct Counter {
      @ObservableState
      struct State: Equatable {
        @Shared(.inMemory("count")) var count = 0
        @Shared(.total) var total
        /// The number of changes of `count` by actions. This field is not shared.
        var unsharedCount = 0
      }

      enum Action {
        case tapped
        case twoAnswersRequested
        case changeByEffectRequested
        case answered
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .tapped, .answered: state.$count.withLock { $0 += 1 }
          case .twoAnswersRequested:
            return .run { send in
              await send(.answered)
              await send(.answered)
            }
          case .changeByEffectRequested: return .run { [count = state.$count] _ in count.withLock { $0 += 10 } }
          }
          state.unsharedCount += 1
          return .none
        }
      }
    }

    @Test func `properties with the same key have the same value`() {
      let store = Store(initialState: Counter.State()) { Counter() }
      let otherStore = Store(initialState: Counter.State()) { Counter() }
      store.send(.tapped)
      #expect(otherStore.count == 1)
      // The value of the other key keeps its default.
      #expect(otherStore.total == 5)
    }

    @Test func `a test has its own shared values`() {
      // Other tests change a value with this key too.
      @Shared(.inMemory("count")) var count = 0
      #expect(count == 0)
      $count.withLock { $0 = 7 }
      #expect(Counter.State().count == 7)
    }

    @Test func `an observer is notified only of changes of its own shared value`() {
      let store = Store(initialState: Counter.State()) { Counter() }
      let otherStore = Store(initialState: Counter.State()) { Counter() }
      let notifications = Mutex(0)
      withObservationTracking {
        _ = otherStore.count
      } onChange: {
        notifications.withLock { $0 += 1 }
      }
      store.state.$total.withLock { $0 += 1 }
      #expect(notifications.withLock { $0 } == 0)
      store.send(.tapped)
      #expect(notifications.withLock { $0 } == 1)
    }

    @Test func `an asserted change of a shared value passes`() async {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.tapped) {
        $0.$count.withLock { $0 += 1 }
        $0.unsharedCount = 1
      }
      #expect(store.state.count == 1)
    }

    @Test func `a change of a shared value that is not asserted fails`() async {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await withKnownIssue {
        await store.send(.tapped) { $0.unsharedCount = 1 }
      } matching: {
        // The difference shows the expected count 0 after −, and the actual count 1 after +.
        $0.description.contains("− ") && $0.description.contains("0") && $0.description.contains("+ ")
          && $0.description.contains("1")
      }
    }

    @Test func `a wrong expected value fails and does not change the shared value`() async {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await withKnownIssue {
        await store.send(.tapped) {
          $0.$count.withLock { $0 = 8 }
          $0.unsharedCount = 1
        }
      }
      // The value is still 1, which the reducer has set.
      #expect(store.state.count == 1)
    }

    @Test func `each receive asserts the shared value after the received action`() async {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.twoAnswersRequested)
      await store.receive(\.answered) {
        $0.$count.withLock { $0 = 1 }
        $0.unsharedCount = 1
      }
      await store.receive(\.answered) {
        $0.$count.withLock { $0 = 2 }
        $0.unsharedCount = 2
      }
    }

    @Test func `a change by an effect without an action is asserted separately`() async {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.send(.changeByEffectRequested)
      store.assert { $0.$count.withLock { $0 = 10 } }
      await store.finish(timeout: .seconds(1))
    }

    @Test func `an unasserted change by an effect fails at the end of the test`() async {
      await withKnownIssue {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        await store.send(.changeByEffectRequested)
        await store.finish()
      } matching: {
        $0.description.contains("An effect has changed a shared value, which was not asserted.")
      }
    }

    @Test func `without exhaustivity, a change of a shared value need not be asserted`() async {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.exhaustivity = .off
      await store.send(.tapped)
      await store.send(.tapped) { $0.$count.withLock { $0 = 2 } }
    }

    @Test func `a part of a shared value is shared`() {
      struct Settings: Equatable, Sendable { var volume = 1; var name: String? = "a" }
      let settings = Shared(value: Settings())
      settings.volume.withLock { $0 = 3 }
      #expect(settings.wrappedValue.volume == 3)
      let sharedName = Shared(settings.name)
      sharedName?.withLock { $0 = "b" }
      #expect(settings.wrappedValue.name == "b")
      // While the name in the settings is nil, `sharedName` drops changes, and returns the name at its creation, “a”.
      settings.withLock { $0.name = nil }
      sharedName?.withLock { $0 = "c" }
      #expect(settings.wrappedValue.name == nil)
      #expect(sharedName?.wrappedValue == "a")
    }

    @Test func `an element of a shared array is shared`() {
      let rows = Shared<IdentifiedArrayOf<Row>>(value: [Row(id: 1), Row(id: 2)])
      let row = Shared(rows[id: 2])
      row?.withLock { $0.name = "b" }
      #expect(rows.wrappedValue[id: 2]?.name == "b")
    }

    private struct Row: Equatable, Identifiable, Sendable { let id: Int; var name = "" }

    @Test func `a shared reader returns a changed value`() {
      let count = Shared(value: 1)
      let reader = SharedReader(count)
      count.withLock { $0 = 2 }
      #expect(reader.wrappedValue == 2)
    }

    @Test func `a change within a change of the same value is dropped and reported`() {
      let messages = Mutex<[String]>([])
      let count = Shared(value: 1)
      MisuseReporter.$current.withValue(MisuseReporter { misuse in messages.withLock { $0.append(misuse.message) } }) {
        count.withLock { outer in
          count.withLock { $0 = 100 }
          outer += 1
        }
      }
      #expect(count.wrappedValue == 2)
      #expect(messages.withLock { $0.count } == 1)
    }

    @Test func `changes of many threads are all kept`() async {
      let count = Shared(value: 0)
      await withTaskGroup { group in
        for _ in 0..<100 { group.addTask { @concurrent in for _ in 0..<100 { count.withLock { $0 += 1 } } } }
      }
      #expect(count.wrappedValue == 10_000)
    }

    @Test func `a binding writes a shared value`() {
      let isOn = Shared(value: false)
      Binding(isOn).wrappedValue = true
      #expect(isOn.wrappedValue)
    }
  }

#endif
