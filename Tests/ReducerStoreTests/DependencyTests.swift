import ReducerStore
import Testing

@MainActor
@Suite struct DependencyTests {
  /// Appends its greeting to the state, from its reducer and from its effect.
  struct Greeter: Reducer {
    @Dependency(\.greeting) var greeting

    func reduce(into state: inout [String], action: String) -> Effect<String> {
      state.append("\(action) \(greeting)")
      guard action == "go" else { return .none }
      return .run { [_greeting] send in
        await Task.yield()
        await send("effect saw \(_greeting.wrappedValue),")
      }
    }
  }

  @Test func `a dependency has its live value until somebody replaces it`() async {
    let store = Store<[String], String>(initialState: []) { Greeter() }
    await store.send("go").finish()
    #expect(store.state == ["go live", "effect saw live, live"])
  }

  @Test func `what is replaced around a store is replaced in its effects, and in what they cause`() async {
    let store = withDependencies {
      $0.greeting = "hello"
    } operation: {
      Store<[String], String>(initialState: []) { Greeter() }
    }
    await store.send("go").finish()
    #expect(store.state == ["go hello", "effect saw hello, hello"])
  }

  @Test func `what one reducer replaces is replaced in its effects, and nowhere else`() async {
    let store = Store<[String], String>(initialState: []) {
      Greeter().dependency(\.greeting, "inner")
      Reduce { state, action in
        if action == "go" { state.append("outside \(Dependency(\.greeting).wrappedValue)") }
        return .none
      }
    }
    await store.send("go").finish()
    #expect(store.state == ["go inner", "outside live", "effect saw inner, inner"])
  }

  @Test func `a reducer changes one dependency, or several, on the way`() async {
    let store = Store<[String], String>(initialState: []) {
      Greeter()
        .transformDependency(\.greeting) { $0 += "!" }
        .transformDependency { $0.greeting = $0.greeting.uppercased() }
    }
    await store.send("go").finish()
    #expect(store.state == ["go LIVE!", "effect saw LIVE!, LIVE!"])
    #expect(Dependency(\.greeting).wrappedValue == "live")
  }

  @Test func `in tests a dependency has its test value`() {
    withDependencies {
      $0.context = .test
    } operation: {
      #expect(Dependency(\.greeting).wrappedValue == "test")
    }
  }
}

private enum GreetingKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}
