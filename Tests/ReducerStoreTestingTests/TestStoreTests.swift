import ReducerStoreTesting
import Synchronization
import TestTraits
import Testing

/// The assertions of a test store, and the failures of missing or wrong assertions. The numbers in `reducerCase` refer
/// to the table of cases in docs/library/reducers.md.
@MainActor
@Suite struct TestStoreTests {
  /// A search, and effects that fail, answer at once, or run until they are cancelled.
  struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var isSearching = false
      var results: [String] = []
      var alert: AlertState<Never>?
    }

    enum Action: Equatable {
      case queryChanged(String)
      case searchButtonTapped
      case found([String])
      case failed
      case alertDismissed
      case startForEver
      case stop
      case throwError
      case answerAtOnce
    }

    enum ID { case forEver }

    struct Failure: Error {}

    var search: @Sendable (String) async throws -> [String] = { ["\($0) 1", "\($0) 2"] }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .none
      case .searchButtonTapped:
        state.isSearching = true
        return .run { [search, query = state.query] send in
          await send(.found(try await search(query)))
        } catch: { _, send in
          await send(.failed)
        }
      case .found(let results):
        state.isSearching = false
        state.results = results
        return .none
      case .failed:
        state.isSearching = false
        state.alert = AlertState { TextState("Search failed") }
        return .none
      case .alertDismissed:
        state.alert = nil
        return .none
      case .startForEver:
        return .run { _ in try await Task.waitUntilCancelled() }.cancellable(id: ID.forEver)
      case .stop: return .cancel(id: ID.forEver)
      case .answerAtOnce: return .send(.found(["news"]))
      case .throwError: return .run { _ in throw Failure() }
      }
    }
  }

  /// Runs a closure, and expects exactly one failure, whose message contains the fragment. If `line` is given, the
  /// failure must be at that line.
  private func expectFailure(
    _ fragment: String, line: Int? = nil, at location: Testing.SourceLocation = #_sourceLocation,
    _ body: @MainActor () async -> Void
  ) async {
    let recorded = Mutex<[String]>([])
    await withKnownIssue(sourceLocation: location) {
      await body()
    } matching: { issue in
      recorded.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      if let line { #expect(issue.sourceLocation?.line == line, sourceLocation: location) }
      return true
    }
    // The messages contain figure spaces, and the fragments contain normal spaces.
    let messages = recorded.withLock { $0.map { $0.replacing("\u{2007}", with: " ") } }
    #expect(messages.count == 1, "\(messages)", sourceLocation: location)
    #expect(messages.first?.contains(fragment) == true, "\(messages)", sourceLocation: location)
  }

  @Test func `a test that asserts each change and action passes`() async {
    // Given a search
    let store = TestStore(initialState: Search.State()) { Search() }

    // When the user searches, then the results arrive
    await store.send(.queryChanged("news")) { $0.query = "news" }
    await store.send(.searchButtonTapped) { $0.isSearching = true }
    await store.receive(.found(["news 1", "news 2"])) {
      $0.isSearching = false
      $0.results = ["news 1", "news 2"]
    }
    await store.finish()
    #expect(store.state.results.count == 2)
  }

  @Test func `receive waits for an effect that sends later`() async {
    // Given a search that takes a few turns, and fails
    let store = TestStore(initialState: Search.State()) {
      Search { _ in
        for _ in 1...5 { await Task.yield() }
        throw Search.Failure()
      }
    }

    // When the search starts
    await store.send(.searchButtonTapped) { $0.isSearching = true }

    // Then the failure is presented as an alert
    await store.receive(.failed) {
      $0.isSearching = false
      $0.alert = AlertState { TextState("Search failed") }
    }
    await store.send(.alertDismissed) { $0.alert = nil }
    await store.finish()
  }

  @Test func `time in which the main actor is busy does not count towards the timeout of receive`() async {
    let store = TestStore(initialState: Search.State()) {
      Search { _ in
        for _ in 1...5 { await Task.yield() }
        throw Search.Failure()
      }
    }
    await store.send(.searchButtonTapped) { $0.isSearching = true }

    // When a task keeps the main actor busy for longer than the timeout
    Task {
      let end = ContinuousClock.now + .milliseconds(120)
      while ContinuousClock.now < end {}
    }

    // Then the test still waits for the effect
    await store.receive(.failed, timeout: .milliseconds(60)) {
      $0.isSearching = false
      $0.alert = AlertState { TextState("Search failed") }
    }
    await store.finish()
  }

  @Test(.reducerCase(14)) func `a wrong expectation fails with a difference, at the caller's line`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await expectFailure(
      """
      A state change does not match the expectation: …

        TestStoreTests.Search.State(
      −   query: "new",
      +   query: "news",
          isSearching: false,
          results: [],
          alert: nil
        )

      (Expected: −, Actual: +)
      """, line: #line + 2
    ) {
      await store.send(.queryChanged("news")) { $0.query = "new" }
    }
    // And the test continues from the actual state
    #expect(store.state.query == "news")
  }

  @Test(.reducerCase(14)) func `a difference shows an alert by its title`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await expectFailure(
      """
      −   alert: nil
      +   alert: AlertState(title: "Search failed")
      """
    ) {
      await store.send(.failed)
    }
  }

  @Test(.reducerCase(15)) func `a change that is not asserted fails`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await expectFailure("The state was not expected to change, but it did", line: #line + 1) {
      await store.send(.queryChanged("news"))
    }
  }

  @Test(.reducerCase(15)) func `an asserted change that does not happen fails`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await expectFailure("Expected the state to change, but it did not", line: #line + 1) {
      await store.send(.queryChanged("")) { $0.query = "" }
    }
  }

  @Test func `an assertion's closure that throws fails the test`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await expectFailure("threw an error: Failure()") {
      await store.send(.stop) { _ in throw Search.Failure() }
    }
  }

  @Test(.reducerCase(15)) func `an action that is not received fails the next send`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.answerAtOnce)
    await expectFailure("1 received action(s) were not asserted.", line: #line + 1) {
      await store.send(.stop)
    }
    #expect(store.state.results == ["news"])
  }

  @Test(.reducerCase(15)) func `an action that is not received fails the test at its end`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.searchButtonTapped) { $0.isSearching = true }
    await expectFailure("Receive them before the test ends: …", line: #line + 1) {
      await store.finish()
    }
  }

  @Test(.reducerCase(15)) func `releasing a test store reports unreceived actions and effects that are still running`()
    async
  {
    // The store is released at the end of the closure.
    await expectFailure("Receive them before the test ends: …") {
      let store = TestStore(initialState: Search.State()) { Search() }
      await store.send(.answerAtOnce)
    }
    let line = #line + 3
    await expectFailure("An effect of “startForEver” is still running", line: line) {
      let store = TestStore(initialState: Search.State()) { Search() }
      await store.send(.startForEver)
    }
  }

  @Test(.reducerCase(15)) func `an effect that is still running at the end fails at the line that sent its action`()
    async
  {
    let store = TestStore(initialState: Search.State()) { Search() }
    let line = #line + 1
    let task = await store.send(.startForEver)
    await expectFailure("An effect of “startForEver” is still running", line: line) {
      await store.finish(timeout: .milliseconds(20))
    }
    await task.cancel()
    await task.finish()
  }

  @Test func `an effect that ignores its cancellation fails at the line that sent its action`() async {
    // Given an effect that waits without observing its cancellation. The action `true` starts the effect, and `false`
    // cancels it
    var effectContinuation: CheckedContinuation<Void, Never>?
    let store = TestStore<Int, Bool>(initialState: 0) {
      Reduce { _, startsWork in
        guard startsWork else { return .cancel(id: "work") }
        return .run { _ in await withCheckedContinuation { effectContinuation = $0 } }.cancellable(id: "work")
      }
    }

    // When the effect is cancelled, and the test ends
    let line = #line + 1
    let task = await store.send(true)
    await store.send(false)
    await expectFailure("An effect of “true” is still running", line: line) {
      await store.finish(timeout: .milliseconds(20))
    }
    // Ends the effect.
    effectContinuation?.resume()
    await task.finish()
  }

  @Test func `an effect that is cancelled by an action does not fail the test at its end`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.startForEver)
    await store.send(.stop)
    await store.finish()
  }

  @Test func `an unexpected action fails at the caller's line`() async {
    let store = TestStore(initialState: Search.State(query: "a")) { Search { _ in [] } }
    await store.send(.searchButtonTapped) { $0.isSearching = true }
    await expectFailure("Received an unexpected action: …", line: #line + 1) {
      await store.receive(.failed) { $0.isSearching = false }
    }
  }

  @Test func `receive fails at once without a running effect, and otherwise after its timeout`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    // The timeout is a minute, but this call fails at once.
    await expectFailure("No effect is running that could send it.", line: #line + 1) {
      await store.receive(.failed, timeout: .seconds(60))
    }
    await store.send(.startForEver)
    await expectFailure("Effects are still running after") {
      await store.receive(.failed, timeout: .milliseconds(20))
    }
    await store.send(.stop)
    await store.finish()
  }

  @Test func `receive accepts a predicate, and fails if the action does not match`() async {
    let store = TestStore(initialState: Search.State()) { Search { _ in [] } }
    await store.send(.searchButtonTapped) { $0.isSearching = true }
    await store.receive({ if case .found = $0 { true } else { false } }) { $0.isSearching = false }
    await store.send(.searchButtonTapped) { $0.isSearching = true }
    await expectFailure("Received an unexpected action: ") {
      await store.receive({ $0 == .failed }) { $0.isSearching = false }
    }
  }

  @Test func `an uncaught error of an effect fails at the line that sent the action`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await expectFailure("An effect threw an error that nothing catches: Failure()", line: #line + 1) {
      await store.send(.throwError)
    }
    await store.finish()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and then throws a `CancellationError`.
  static func waitUntilCancelled() async throws {
    // The stream emits nothing, and the loop ends when the task is cancelled.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try Task<Never, Never>.checkCancellation()
  }
}
