#if Macros

import ReducerStore
import ReducerStoreTesting
import Testing

@MainActor
@Suite struct CounterTests {
  @Test func `a feature with macros runs in a store`() async {
    let store = TestStore(initialState: Counter.State(name: "a")) { Counter() }
    await store.send(.binding(.set(\.name, "b"))) { $0.name = "b" }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    let live = Store(initialState: Counter.State(name: "a", destination: .help(Help.State()))) { Counter() }
    live.name = "c"
    #expect(live.name == "c")
    live.send(.destination(.presented(.help(.tapped))))
    #expect(live.state.destination?.help?.text == "x")
    live.send(.destination(.dismiss))
    #expect(live.destination == nil)
  }
}

#endif
