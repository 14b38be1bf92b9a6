#if Macros

  import Presentation
  import ReducerStore
  import ReducerStoreTesting
  import Testing

  /// A client that returns facts about numbers. As a dependency, it is named by its type instead of a key path.
  private struct Almanac: Sendable {
    var fact: @Sendable (Int) async throws -> String
  }

  extension Almanac: DependencyKey {
    static var liveValue: Almanac { Almanac { "\($0) is a number." } }
  }

  /// A feature that is written as in the Composable Architecture.
  @Reducer
  private struct Facts {
    @ObservableState
    struct State: Equatable {
      var number = 0
      var fact: String?
      var ticks = 0
    }

    enum Action: ViewAction {
      case response(Result<String, any Error>)
      case ticked
      case view(View)

      @CasePathable
      enum View: BindableAction {
        case binding(BindingAction<State>)
        case askButtonTapped
        case stepped(Int)
        case timerStarted
      }
    }

    @Dependency(Almanac.self) var almanac
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
      Reduce { state, action in
        switch action {
        case .response(.success(let fact)):
          state.fact = fact
          return .none
        case .response(.failure):
          return .none
        case .ticked:
          state.ticks += 1
          return .none
        case .view(.askButtonTapped):
          return .run { [number = state.number] send in
            await send(.response(Result { try await almanac.fact(number) }))
          }
        case .view(.binding):
          return .none
        case .view(.stepped(let step)):
          state.number += step
          return .none
        case .view(.timerStarted):
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          }
        }
      }
    }
  }

  /// Tests, dependencies and effects, spelled as in the Composable Architecture.
  @MainActor
  @Suite struct SpellingTests {
    @Test func `a test can name actions by their cases, with and without a payload`() async {
      let store = TestStore(initialState: Facts.State()) { Facts() }
      await store.send(\.view.stepped, 2) { $0.number = 2 }
      await store.send(\.view.binding.number, 3) { $0.number = 3 }
      await store.send(\.view.askButtonTapped)
      await store.receive(\.response.success, "3 is a number.") { $0.fact = "3 is a number." }
      store.assert { $0.number = 3 }
      await store.finish()
    }

    @Test func `a test can replace a dependency that the feature names by the type`() async {
      struct Offline: Error {}
      let store = TestStore(initialState: Facts.State()) {
        Facts()
      } withDependencies: {
        $0[Almanac.self].fact = { _ in throw Offline() }
      }
      await store.send(\.view.askButtonTapped)
      await store.receive(\.response.failure)
    }

    @Test func `without exhaustivity, finish applies actions that were not received`() async {
      let store = TestStore(initialState: Facts.State()) { Facts() }
      store.exhaustivity = .off
      await store.send(\.view.askButtonTapped)
      await store.finish()
      #expect(store.state.fact == "0 is a number.")
    }

    @Test func `a clock's timer ticks until its effect is cancelled`() async {
      let clock = TestClock()
      let store = TestStore(initialState: Facts.State()) {
        Facts()
      } withDependencies: {
        $0.continuousClock = clock
      }
      let task = await store.send(\.view.timerStarted)
      await clock.advance(by: .seconds(2))
      await store.receive(\.ticked) { $0.ticks = 1 }
      await store.receive(\.ticked) { $0.ticks = 2 }
      // The timer's effect must end here, because the test does not call `finish()`.
      await task.cancel()
    }

    @Test func `the actions of an animated effect are reduced with the effect's animation`() async {
      // The action 0 sends 1, the action 1 sends 2, and the action 2 sends 3 and 4. Each of these three effects has its
      // own animation.
      var animations: [Animation?] = []
      let store = Store<Int, Int>(initialState: 0) {
        Reduce { _, action in
          animations.append(Transaction.current.animation)
          switch action {
          case 0: return .send(1, animation: .linear)
          case 1: return .run { send in await send(2, animation: .easeIn) }
          case 2: return .merge(.send(3), .run { send in await send(4) }).animation(.easeOut)
          default: return .none
          }
        }
      }
      store.send(0)
      #expect(animations == [nil, .linear, .easeIn, .easeOut, .easeOut])
    }
  }

#endif
