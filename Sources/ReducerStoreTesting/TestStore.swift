internal import CustomDump

/// Runs a feature in a test, and fails the test for everything that the test did not say.
///
/// ```swift
/// @Test func `a show is fetched`() async {
///   let store = TestStore(initialState: Subscribe.State()) { Subscribe(feeds: .test) }
///
///   await store.send(.addButtonClicked) { $0.isFetching = true }
///   await store.receive(.feedFetched("News")) { $0.isFetching = false }
///   await store.finish()
/// }
/// ```
///
/// A test says how each action changes the state, which actions the effects send, and in which order. A change that it leaves out, an
/// action that it does not receive, and an effect that is still running at the end fail it, at the line that they are about. The target
/// of the test must link `IssueReportingTestSupport`: without it failures are printed and not counted.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test sent or received. Actions that it has not received yet do not show in it.
  public private(set) var state: State

  private let store: Store<State, Tracked>
  private let record: Record
  private let leftovers = Leftovers()
  private var sends: [SentAction] = []

  /// An action, and where it comes from.
  private enum Tracked {
    case sent(Action)
    case received(Action)
  }

  /// What the reducer did.
  @MainActor
  private final class Record {
    /// The state after the action that the test sent last.
    var stateAfterSend: State?
    /// What effects have sent and the test has not received, each with the state after it.
    var received: [(action: Action, state: State)] = []
    /// Raised whenever an effect sends an action or ends.
    let progress = Signal()
    /// Called whenever an effect sends an action or ends.
    var changed: () -> Void = {}
  }

  /// An action that the test sent, and what became of it.
  private struct SentAction {
    var description: String
    var task: StoreTask
    var location: SourceLocation
  }

  /// Makes a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: What the feature begins with.
  ///   - reducer: The feature, with clients of the test's own.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    let reducer = reducer()
    let record = Record()
    let state = initialState()
    self.state = state
    self.record = record
    self.store = Store(initialState: state) {
      Reduce { state, tracked in Self.reduce(into: &state, tracked, with: reducer, record) }
    }
    record.changed = { [weak self, progress = record.progress] in
      self?.noteLeftovers()
      progress.raise()
    }
    store.onEffectEnd { record.changed() }
  }

  // Not isolated: an isolated deinit runs without the task's values, and so does not know which test it belongs to.
  deinit {
    leftovers.report()
  }

  private static func reduce(
    into state: inout State, _ tracked: Tracked, with reducer: some Reducer<State, Action>, _ record: Record
  ) -> Effect<Tracked> {
    let effect: Effect<Action>
    switch tracked {
    case .sent(let action):
      effect = reducer.reduce(into: &state, action: action)
      record.stateAfterSend = state
    case .received(let action):
      effect = reducer.reduce(into: &state, action: action)
      record.received.append((action, state))
      record.changed()
    }
    return effect.map { .received($0) }
  }

  /// Sends an action, as a person or the system would, and checks how it changes the state.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - updateStateToExpectedResult: Changes the state before the action into the one that is expected after it. Leave it out where
  ///     nothing is expected to change.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  /// - Returns: The work that follows from the action, to cancel or to await.
  @discardableResult
  public func send(
    _ action: Action, assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> StoreTask {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    dropUnreceivedActions("Receive them before “\(action)” is sent", at: location)
    let task = location.failOnMisuse { store.send(.sent(action)) }
    sends.append(SentAction(description: "\(action)", task: task, location: location))
    // The reducer has run, because no other action was being reduced: only effects send, and they do so between suspensions.
    if let after = record.stateAfterSend {
      verify(after, as: updateStateToExpectedResult, at: location)
    }
    noteLeftovers()
    return task
  }

  /// Receives the next action that an effect sends, waiting for it if need be, and checks how it changed the state.
  ///
  /// - Parameters:
  ///   - action: What the effect is expected to send.
  ///   - timeout: How long to wait while effects are running. Without a running effect nothing is waited for.
  ///   - updateStateToExpectedResult: Changes the state before the action into the one that is expected after it.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func receive(
    _ action: Action, timeout: Duration = .seconds(1),
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let received = await nextAction("“\(action)”", timeout: timeout, at: location) else { return }
    if received.action != action {
      location.fail("Received an unexpected action: …\n\n\(difference(action, received.action))")
    }
    verify(received.state, as: updateStateToExpectedResult, at: location)
  }

  /// Receives the next action that an effect sends, if it is one that the closure accepts: for actions that cannot be compared.
  ///
  /// - Parameters:
  ///   - isExpected: Whether an action is the expected one.
  ///   - timeout: How long to wait while effects are running. Without a running effect nothing is waited for.
  ///   - updateStateToExpectedResult: Changes the state before the action into the one that is expected after it.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func receive(
    _ isExpected: (_ action: Action) -> Bool, timeout: Duration = .seconds(1),
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let received = await nextAction("an action", timeout: timeout, at: location) else { return }
    if !isExpected(received.action) {
      location.fail("Received an unexpected action: \(String(customDumping: received.action))")
    }
    verify(received.state, as: updateStateToExpectedResult, at: location)
  }

  /// Waits until all effects have ended, and fails the test for those that do not, and for actions that it has not received.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func finish(
    timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await record.progress.wait(atMost: timeout) { !store.isRunningEffects }
    reportLeftovers(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func nextAction(
    _ expected: String, timeout: Duration, at location: SourceLocation
  ) async -> (action: Action, state: State)? {
    await record.progress.wait(atMost: timeout) { !record.received.isEmpty || !store.isRunningEffects }
    if !record.received.isEmpty {
      defer { noteLeftovers() }
      return record.received.removeFirst()
    }
    let reason =
      store.isRunningEffects
      ? "Effects are still running after \(timeout). Make the clients of this test answer at once, or wait longer."
      : "No effect is running that could send it."
    location.fail("Expected to receive \(expected), but received nothing. \(reason)")
    return nil
  }

  /// Checks a state against what the test expects of the one before it, and goes on from there.
  private func verify(_ actual: State, as update: ((inout State) throws -> Void)?, at location: SourceLocation) {
    let before = state
    state = actual
    var expected = before
    do {
      try update?(&expected)
    } catch {
      return location.fail("The closure that describes the expected state threw an error: \(error)")
    }
    if expected != actual {
      let headline =
        update == nil
        ? "The state was not expected to change, but it did: …" : "A state change does not match the expectation: …"
      location.fail("\(headline)\n\n\(difference(expected, actual))")
    } else if update != nil, expected == before {
      location.fail(
        "Expected the state to change, but it did not. If no change is expected, leave out the closure.")
    }
  }

  private func difference<Value>(_ expected: Value, _ actual: Value) -> String {
    let difference = diff(expected, actual, format: .proportional) ?? "Expected:\n\(expected)\nActual:\n\(actual)"
    return "\(difference)\n\n(Expected: −, Actual: +)"
  }

  private func dropUnreceivedActions(_ remedy: String, at location: SourceLocation) {
    guard let last = record.received.last else { return }
    location.fail(unreceivedActions(remedy))
    record.received = []
    state = last.state
  }

  /// Fails the test for what it has left open, once.
  private func reportLeftovers(at end: SourceLocation) {
    noteLeftovers(at: end)
    leftovers.report()
    record.received = []
    sends = []
  }

  /// Writes down what the test would leave open if it ended now: effects at the line that sent their action, and actions where it ends.
  private func noteLeftovers(at end: SourceLocation? = nil) {
    var issues = sends.filter(\.task.isRunning).map { sent in
      Leftovers.Issue(
        message: """
          An effect of “\(sent.description)” is still running at the end of the test. Let the clients of this test end, cancel the \
          effect with an action, or cancel the task that “send” returned.
          """, location: sent.location)
    }
    if !record.received.isEmpty, let location = end ?? sends.last?.location {
      issues.append(Leftovers.Issue(message: unreceivedActions("Receive them before the test ends"), location: location))
    }
    leftovers.replace(with: issues)
  }

  private func unreceivedActions(_ remedy: String) -> String {
    let actions = record.received.map { "  • \(String(customDumping: $0.action))" }.joined(separator: "\n")
    return "\(record.received.count) received action(s) were not asserted. \(remedy): …\n\n\(actions)"
  }
}
