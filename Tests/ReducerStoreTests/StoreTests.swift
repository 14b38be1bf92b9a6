import Observation
import ReducerStore
import Testing

/// Reading and observing the state of a store, and the order in which a store reduces actions.
@MainActor
@Suite struct StoreTests {
  struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var log: [String] = []
    }

    enum Action: Equatable {
      case increment
      case add(Int)
      case incrementThrice
      case incrementTwiceByEffect
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment:
          state.count += 1
          state.log.append("increment")
          return .none
        case .add(let number):
          state.count += number
          state.log.append("add \(number)")
          return .none
        case .incrementThrice:
          state.log.append("thrice")
          return .merge(.send(.increment), .send(.add(1)), .send(.increment))
        case .incrementTwiceByEffect:
          state.log.append("twice")
          return .run { send in
            await send(.increment)
            await send(.increment)
          }
        }
      }
    }
  }

  @Test func `withState reads the whole state`() {
    let store = Store(initialState: Counter.State(count: 1)) { Counter() }
    store.send(.add(2))
    #expect(store.withState { "\($0.count) \($0.log)" } == #"3 ["add 2"]"#)
  }

  @Test func `an action changes the state`() {
    // Given a store
    let store = Store(initialState: Counter.State(count: 1)) { Counter() }

    // When an action is sent
    store.send(.add(2))

    // Then the state contains the change
    #expect(store.count == 3)
    #expect(store.state == Counter.State(count: 3, log: ["add 2"]))
  }

  @Test func `effects start before send returns, and their actions are reduced in order`() {
    // Given a store
    let store = Store(initialState: Counter.State()) { Counter() }

    // When actions send other actions
    store.send(.incrementThrice)
    store.send(.incrementTwiceByEffect)

    // Then all actions are reduced before `send` returns
    #expect(store.log == ["thrice", "increment", "add 1", "increment", "twice", "increment", "increment"])
  }

  @Test func `an action that a reducer sends to its own store is reduced after the current action`() {
    // Given a reducer that sends to its own store while it runs
    struct Resender: Reducer {
      let sendToStore: @MainActor (Int) -> Void
      func reduce(into state: inout [String], action: Int) -> Effect<Int> {
        state.append("begin \(action)")
        if action < 2 { sendToStore(action + 1) }
        state.append("end \(action)")
        return .none
      }
    }
    final class StoreHolder { var store: Store<[String], Int>? }
    let holder = StoreHolder()
    let store = Store<[String], Int>(initialState: []) { Resender { holder.store?.send($0) } }
    holder.store = store
    defer { holder.store = nil }

    // When the first action is sent
    store.send(0)

    // Then no action is reduced while another action is reduced
    #expect(store.state == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test func `an action that an observer sends during a change is reduced after the change`() {
    // Given an observer that sends an action as soon as the state changes
    let store = Store(initialState: Counter.State()) { Counter() }
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated { _ = store.send(.add(10)) }
    }

    // When an action is sent
    store.send(.increment)

    // Then the observer's action is reduced after that action
    #expect(store.log == ["increment", "add 10"])
  }

  @Test func `reading the state or one of its members observes the state`() {
    for read in [{ _ = $0.state }, { _ = $0.count }] as [(StoreOf<Counter>) -> Void] {
      // Given an observer of the state
      let store = Store(initialState: Counter.State()) { Counter() }
      let changes = Changes()
      withObservationTracking {
        read(store)
      } onChange: {
        MainActor.assumeIsolated { changes.count += 1 }
      }

      // When an action changes the state
      store.send(.increment)

      // Then the observer is notified once
      #expect(changes.count == 1)
    }
  }

  @Test func `an action can be sent with an animation`() async {
    // Given a reducer that records the current animation. The action `false` has an effect that sends `true`.
    var animations: [Animation?] = []
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { _, isFinal in
        animations.append(Transaction.current.animation)
        return isFinal ? .none : .run { send in await send(true, animation: .linear) }
      }
    }

    // When an action is sent with an animation, the effect of this action sends `true` with another animation, and then
    // `true` is sent without an animation
    await store.send(false, animation: .spring).finish()
    store.send(true)

    // Then each action runs with its own animation
    #expect(animations == [.spring, .linear, nil])
  }

  /// The number of notifications that an observer has received.
  final class Changes: Sendable {
    @MainActor var count = 0
  }
}
