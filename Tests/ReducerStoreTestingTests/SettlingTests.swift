import ReducerStoreTesting
import Glibc
import Synchronization
import Testing

/// Settling: before `send`, `receive` or the `advance` of a clock returns, effects run until they end or wait, or until
/// the main actor has run a limited number of turns.
@MainActor
@Suite struct SettlingTests {
  /// Presents a child. Any action of the child starts an effect that runs until the child is removed. `listen` starts
  /// an effect that runs until `stop` cancels it.
  struct Parent: Reducer {
    struct State: Equatable {
      @PresentationState var child: Int?
    }

    enum Action: CasePathable {
      case childButtonClicked
      case child(PresentationAction<Bool>)
      case listen
      case stop

      struct AllCasePaths {
        var child: CasePath<Action, PresentationAction<Bool>> {
          CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    /// The work of the effects. By default, the work ends when its task is cancelled.
    var wait: @Sendable () async throws -> Void = { try await Task.waitUntilCancelled() }

    var body: some ReducerOf<Self> {
      Reduce { [wait] state, action in
        switch action {
        case .childButtonClicked: state.child = 0
        case .child: break
        case .listen: return .run { _ in try await wait() }.cancellable(id: "listening")
        case .stop: return .cancel(id: "listening")
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) {
        Reduce { [wait] _, _ in .run { _ in try await wait() } }
      }
    }
  }

  /// Waits outside of the main actor for the cancellation of its task. Then yields 20 times, so that the task does
  /// not end immediately.
  @concurrent fileprivate static func waitAndLinger() async throws {
    try? await Task.waitUntilCancelled()
    for _ in 0..<20 { await Task.yield() }
  }

  /// Runs a body, records its issues as known issues, and returns their messages. The body may have no issues.
  private func issues(_ body: @MainActor () async -> Void) async -> [String] {
    let recorded = Mutex<[String]>([])
    await withKnownIssue(isIntermittent: true) {
      await body()
    } matching: { issue in
      recorded.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      return true
    }
    return recorded.withLock { $0 }
  }

  @Test func `an effect that is cancelled by a dismissal has ended when send returns`() async {
    // Given a child whose effect runs
    let store = TestStore(initialState: Parent.State()) { Parent(wait: { try await Self.waitAndLinger() }) }
    await store.send(.childButtonClicked) { $0.child = 0 }
    let task = await store.send(.child(.presented(true)))
    #expect(task.isRunning)

    // When the child is dismissed
    await store.send(.child(.dismiss)) { $0.child = nil }

    // Then no effect is running, and the test may end
    #expect(!task.isRunning)
  }

  @Test func `an effect that is cancelled by its id has ended when send returns`() async {
    let store = TestStore(initialState: Parent.State()) { Parent(wait: { try await Self.waitAndLinger() }) }
    let task = await store.send(.listen)
    await store.send(.stop)
    #expect(!task.isRunning)
  }

  @Test func `an effect that still runs after its cancellation is reported when the test ends`() async {
    // Given an effect that does not end when it is cancelled
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let issues = await issues {
      let store = TestStore(initialState: Parent.State()) {
        Parent(wait: { await Task { for await _ in stream {} }.value })
      }
      await store.send(.listen)
      // When the effect is cancelled, and the store is released, as at the end of a test
      await store.send(.stop)
    }
    // Then the effect is reported
    #expect(issues.count == 1)
    #expect(issues.first?.contains("An effect of “listen” is still running") == true)
    continuation.finish()
  }

  @Test func `an effect that continues after sending an action has ended when receive returns`() async {
    // Given an effect of the action 1 that sends the action 2, and then runs on for 20 turns
    let store = TestStore<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state = action
        guard action == 1 else { return .none }
        return .run { send in
          await send(2)
          for _ in 0..<20 { await Task.yield() }
        }
      }
    }
    let task = await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 2 }
    #expect(!task.isRunning)
  }

  @Test func `an effect that continues after its sleep has ended when the clock has advanced`()
    async
  {
    let clock = TestClock()
    let store = TestStore<Int, Int>(initialState: 0) {
      Reduce { _, _ in
        .run { _ in
          try await clock.sleep(for: .seconds(1))
          for _ in 0..<20 { await Task.yield() }
        }
      }
    }
    let task = await store.send(1)
    await clock.advance(by: .seconds(1))
    #expect(!task.isRunning)
  }

  /// Returns a store whose action 1 starts an effect that ends some time after its cancellation. The action 2 starts an
  /// effect that runs `secondEffect`. The action 3 cancels the first effect.
  private func makeStore(
    secondEffect: @escaping @MainActor @Sendable (Send<Int>) async throws -> Void
  ) -> TestStoreOf<Reduce<Int, Int>> {
    TestStore<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state = action
        switch action {
        case 1: return .run { _ in try await Self.waitAndLinger() }.cancellable(id: "listening")
        case 2: return .run { try await secondEffect($0) }
        default: return .cancel(id: "listening")
        }
      }
    }
  }

  @Test func `an effect that is cancelled by a received action has ended when receive returns`() async {
    let store = makeStore { send in await send(3) }
    let task = await store.send(1) { $0 = 1 }
    #expect(task.isRunning)
    await store.send(2) { $0 = 2 }
    await store.receive(3) { $0 = 3 }
    #expect(!task.isRunning)
  }

  @Test func `an effect that is cancelled while a clock advances has ended when the clock has advanced`() async {
    let clock = TestClock()
    let store = makeStore { send in
      try await clock.sleep(for: .seconds(1))
      await send(3)
    }
    // This test asserts no state changes and no received actions.
    store.exhaustivity = .off
    let task = await store.send(1)
    await store.send(2)
    #expect(task.isRunning)
    await clock.advance(by: .seconds(1))
    #expect(!task.isRunning)
    await store.skipReceivedActions()
  }

  @Test func `an effect that is cancelled by the next effect with its id has ended when send returns`() async {
    let store = TestStore<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state = action
        return .run { _ in
          if action == 1 { try await Self.waitAndLinger() }
        }
        .cancellable(id: "latest", cancelInFlight: true)
      }
    }
    let task = await store.send(1) { $0 = 1 }
    #expect(task.isRunning)
    await store.send(2) { $0 = 2 }
    #expect(!task.isRunning)
  }

  @Test func `an effect of a popped screen has ended when send returns`() async {
    // Given a screen whose effect runs
    let store = TestStore(initialState: Screens.State(path: StackState([0]))) { Screens() }
    let id = store.state.path.ids[0]
    let task = await store.send(.path(.element(id: id, action: true)))
    #expect(task.isRunning)
    // When the screen is popped
    await store.send(.path(.popFrom(id: id))) { $0.path = StackState() }
    // Then the screen's effect has ended
    #expect(!task.isRunning)
  }

  /// A stack of screens. The effect of a screen runs until the screen is popped.
  struct Screens: Reducer {
    struct State: Equatable { var path = StackState<Int>() }

    enum Action: CasePathable {
      case path(StackAction<Int, Bool>)

      struct AllCasePaths {
        var path: CasePath<Action, StackAction<Int, Bool>> {
          CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .forEach(\.path, action: \.path) {
          Reduce { _, _ in .run { _ in try await SettlingTests.waitAndLinger() } }
        }
    }
  }

  @Test func `merged effects that leave the main actor send in the order in which they were merged`() async {
    // Given effects that leave the main actor before they send
    let store = TestStore<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .merge((1...20).map { number in .run { await $0(await Self.yieldFiveTimes(returning: number)) } })
      }
    }

    // When the effects start
    await store.send(0) { $0 = [0] }

    // Then their actions arrive in order
    for number in 1...20 { await store.receive(number) { $0.append(number) } }
  }

  @concurrent private static func yieldFiveTimes(returning number: Int) async -> Int {
    for _ in 0..<5 { await Task.yield() }
    return number
  }

  /// Blocks its thread for 20 milliseconds, and yields five times.
  @concurrent private static func sleepAndYield() async {
    usleep(20_000)
    _ = await yieldFiveTimes(returning: 0)
  }

  @Test func `merged effects start in order, also when a task of another effect sent their action`()
    async
  {
    // Given an effect whose unstructured task leaves the main actor and then sends an action, which has merged effects
    let store = TestStore<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        switch action {
        case 0:
          return .run { send in
            Task {
              // A test store runs the jobs of the thread pool on the main actor, so this sleep blocks the effect, too.
              // During a sleep on another thread, the effect would end before this task.
              await Self.sleepAndYield()
              await send(1)
            }
            for _ in 0..<50 { await Task.yield() }
          }
        case 1: return .merge(.run { await $0(2) }, .send(3))
        default: return .none
        }
      }
    }

    // When the first action was sent, then all actions have been sent in order
    let task = await store.send(0) { $0 = [0] }
    #expect(!task.isRunning)
    for number in 1...3 { await store.receive(number, timeout: .zero) { $0.append(number) } }
  }

  @Test func `an effect that yields endlessly does not block the test`() async {
    // `send` returns after a limited number of turns of the main actor, although the effect neither ends nor waits.
    let store = TestStore(initialState: Parent.State()) {
      Parent(wait: { while !Task.isCancelled { await Task.yield() } })
    }
    let task = await store.send(.listen)
    #expect(task.isRunning)
    await store.send(.stop)
    #expect(!task.isRunning)
  }

  @Test func `a thousand effects have ended each time send returns`() async {
    let store = TestStore<Int, Int>(initialState: 0) {
      Reduce { state, _ in
        state += 1
        return .merge((0..<1_000).map { _ in .run { _ in await Task.yield() } })
      }
    }
    for number in 1...100 {
      let task = await store.send(1) { $0 = number }
      #expect(!task.isRunning)
    }
    await store.finish()
  }

  @Test func `thousands of dismissals leave no running effect`() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    // If an effect were still running at the end of the test, the store would report it.
    for _ in 0..<2_000 {
      await store.send(.childButtonClicked) { $0.child = 0 }
      await store.send(.child(.presented(true)))
      await store.send(.child(.dismiss)) { $0.child = nil }
    }
  }
}
