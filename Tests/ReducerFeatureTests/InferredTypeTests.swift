#if Macros

  import ReducerStore
  import ReducerStoreTesting
  import Testing

  /// Reducers that do not declare the types `State` and `Action`. `@Reducer` finds both types in the declaration of the
  /// body or of the reduce function.
  @MainActor
  @Suite struct InferredTypeTests {
    @Reducer
    struct Increment {
      var body: some Reducer<Int, Void> {
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }

    @Reducer
    struct Twice {
      var body: some ReducerOf<Increment> {
        Increment()
        Increment()
      }
    }

    @Reducer
    struct Append {
      func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
        state.append(action)
        return .none
      }
    }

    @Test func `a reducer infers its types from its body`() async {
      let store = TestStore(initialState: 0) { Increment() }
      await store.send(()) { $0 = 1 }
    }

    @Test func `a reducer infers its types from the reducer in the type of its body`() async {
      let store = TestStore(initialState: 0) { Twice() }
      await store.send(()) { $0 = 2 }
    }

    @Test func `a reducer infers its types from its reduce function`() async {
      let store = TestStore(initialState: []) { Append() }
      await store.send(7) { $0 = [7] }
    }
  }

#endif
