import ReducerStore
import Testing

@MainActor
@Suite struct DependencyTests {
  /// Appends each action and the greeting to the state. The effect of “go” sends “effect saw …,” with its greeting. So
  /// “effect saw live, live” contains the greeting in the effect, and then the greeting in the reducer.
  struct Greeter: Reducer {
    @Dependency(\.greeting) var greeting

    func reduce(into state: inout [String], action: String) -> Effect<String> {
      state.append("\(action) \(greeting)")
      guard action == "go" else { return .none }
      // The property wrapper is captured instead of its value, so that the effect reads the dependency itself.
      return .run { [_greeting] send in
        await Task.yield()
        await send("effect saw \(_greeting.wrappedValue),")
      }
    }
  }

  @Test func `a dependency has its live value unless it is replaced`() async {
    let store = Store<[String], String>(initialState: []) { Greeter() }
    await store.send("go").finish()
    #expect(store.state == ["go live", "effect saw live, live"])
  }

  @Test func `a dependency replaced around a store applies to the reducer, the effects and the actions of effects`()
    async
  {
    let store = withDependencies {
      $0.greeting = "hello"
    } operation: {
      Store<[String], String>(initialState: []) { Greeter() }
    }
    await store.send("go").finish()
    #expect(store.state == ["go hello", "effect saw hello, hello"])
  }

  @Test func `a dependency replaced for a reducer applies to its effects, but not to sibling reducers`() async {
    let store = Store<[String], String>(initialState: []) {
      Greeter().dependency(\.greeting, "inner")
      Reduce { state, action in
        if action == "go" { state.append("sibling \(Dependency(\.greeting).wrappedValue)") }
        return .none
      }
    }
    await store.send("go").finish()
    #expect(store.state == ["go inner", "sibling live", "effect saw inner, inner"])
  }

  @Test func `transformDependency changes dependencies for one reducer and its effects`() async {
    let store = Store<[String], String>(initialState: []) {
      Greeter()
        .transformDependency(\.greeting) { $0 += "!" }
        .transformDependency { $0.greeting = $0.greeting.uppercased() }
    }
    await store.send("go").finish()
    #expect(store.state == ["go LIVE!", "effect saw LIVE!, LIVE!"])
    // Outside of the reducer, the dependency is unchanged.
    #expect(Dependency(\.greeting).wrappedValue == "live")
  }

  @Test func `a dependency has its test value in the context of a test`() {
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
