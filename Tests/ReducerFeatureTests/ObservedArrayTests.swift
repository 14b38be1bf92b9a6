#if Macros

  import Observation
  import ReducerStore
  import Synchronization
  import Testing

  /// Observation of a state that contains a plain array of observable states.
  @MainActor
  @Suite struct ObservedArrayTests {
    @Reducer struct Rows {
      @ObservableState struct Row: Equatable {
        var title = ""
        var count = 0
      }

      @ObservableState struct State: Equatable {
        var rows = [Row(), Row()]
      }

      enum Action { case count(Int), add, replace(Int) }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .count(let position): state.rows[position].count += 1
          case .add: state.rows.append(Row())
          case .replace(let position): state.rows[position] = Row()
          }
          return .none
        }
      }
    }

    /// Whether an observer of the values that `read` reads is notified during `body`.
    private func isNotified(_ read: () -> Void, by body: () -> Void) -> Bool {
      let isNotified = Mutex(false)
      withObservationTracking(read) { isNotified.withLock { $0 = true } }
      body()
      return isNotified.withLock { $0 }
    }

    @Test func `a change in one element notifies the readers of that element only`() {
      let store = Store(initialState: Rows.State()) { Rows() }
      #expect(
        isNotified {
          _ = store.rows[0].count
        } by: {
          store.send(.count(0))
        })
      #expect(
        !isNotified {
          _ = store.rows[0].title
        } by: {
          store.send(.count(0))
        })
      #expect(
        !isNotified {
          _ = store.rows[1].count
        } by: {
          store.send(.count(0))
        })
      #expect(
        !isNotified {
          _ = store.rows
        } by: {
          store.send(.count(0))
        })
    }

    @Test func `adding or replacing an element notifies the readers of the array and of other elements`() {
      let store = Store(initialState: Rows.State()) { Rows() }
      #expect(
        isNotified {
          _ = store.rows.count
        } by: {
          store.send(.add)
        })
      #expect(
        isNotified {
          _ = store.rows[0].title
        } by: {
          store.send(.replace(1))
        })
    }
  }

#endif
