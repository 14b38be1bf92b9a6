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
        var clickCount = 0
      }

      @ObservableState struct State: Equatable {
        var rows = [Row(), Row()]
      }

      enum Action {
        case click(position: Int)
        case add
        case replace(position: Int)
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .click(let position): state.rows[position].clickCount += 1
          case .add: state.rows.append(Row())
          case .replace(let position): state.rows[position] = Row()
          }
          return .none
        }
      }
    }

    /// Whether an observer of the values that `read` reads is notified during `change`.
    private func isNotified(_ read: () -> Void, by change: () -> Void) -> Bool {
      let wasNotified = Mutex(false)
      withObservationTracking(read) { wasNotified.withLock { $0 = true } }
      change()
      return wasNotified.withLock { $0 }
    }

    @Test func `a change of an element's property notifies only the readers of that property of that element`() {
      let store = Store(initialState: Rows.State()) { Rows() }
      #expect(
        isNotified {
          _ = store.rows[0].clickCount
        } by: {
          store.send(.click(position: 0))
        })
      #expect(
        !isNotified {
          _ = store.rows[0].title
        } by: {
          store.send(.click(position: 0))
        })
      #expect(
        !isNotified {
          _ = store.rows[1].clickCount
        } by: {
          store.send(.click(position: 0))
        })
      #expect(
        !isNotified {
          _ = store.rows
        } by: {
          store.send(.click(position: 0))
        })
    }

    @Test
    func `adding an element notifies the readers of the array, and replacing one also the readers of other elements`() {
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
          store.send(.replace(position: 1))
        })
    }
  }

#endif
