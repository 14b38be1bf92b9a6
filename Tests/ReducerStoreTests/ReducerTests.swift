import ReducerStore
import Testing

@MainActor
@Suite struct ReducerTests {
  /// Appends the reducer's name and the action to the state, such as “first 7”.
  struct NameAppender: Reducer {
    let name: String
    func reduce(into state: inout [String], action: Int) -> Effect<Int> {
      state.append("\(name) \(action)")
      return .none
    }
  }

  /// A reducer whose body has every kind of statement that a body may contain.
  struct FullBody: Reducer {
    let includesExtra: Bool
    let includesSecond: Bool

    var body: some Reducer<[String], Int> {
      NameAppender(name: "first")
      if includesExtra { NameAppender(name: "extra") }
      if includesSecond {
        NameAppender(name: "second")
      } else {
        Reduce { state, action in
          state.append("other \(action)")
          return .none
        }
      }
      for number in 1...2 { NameAppender(name: "loop \(number)") }
      CombineReducers {
        NameAppender(name: "inner")
        Reduce(NameAppender(name: "erased"))
        EmptyReducer()
      }
    }
  }

  @Test func `the reducers of a body run in order`() {
    var state: [String] = []
    _ = FullBody(includesExtra: true, includesSecond: true).reduce(into: &state, action: 7)
    #expect(state == ["first 7", "extra 7", "second 7", "loop 1 7", "loop 2 7", "inner 7", "erased 7"])
  }

  @Test func `a body leaves out the reducers whose condition is false`() {
    var state: [String] = []
    _ = FullBody(includesExtra: false, includesSecond: false).reduce(into: &state, action: 7)
    #expect(state == ["first 7", "other 7", "loop 1 7", "loop 2 7", "inner 7", "erased 7"])
  }

  @Test func `an empty body does nothing`() {
    struct Nothing: Reducer {
      var body: some Reducer<Int, Int> {}
    }
    let store = Store(initialState: 1) { Nothing() }
    store.send(2)
    #expect(store.state == 1)
  }

  @Test func `the effects of all reducers of a body run`() {
    // Given two reducers that each return an effect for the action 0. The first reducer records all actions
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return action == 0 ? .send(1) : .none
      }
      Reduce { _, action in action == 0 ? .run { await $0(2) } : .none }
    }

    // When an action is sent
    store.send(0)

    // Then both effects have sent their actions
    #expect(store.state == [0, 1, 2])
  }
}
