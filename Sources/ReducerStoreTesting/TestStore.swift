/// Runs a feature in a test, and fails the test for each behaviour that the test does not assert.
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
/// A test asserts how each action changes the state, which actions the effects send, and their order. The test fails if
/// a change is not asserted, an action is not received, or an effect is still running at the end. The failure is at the
/// line that caused the problem. The target of the test must link `IssueReportingTestSupport`. Without this product,
/// failures are printed, but the test passes.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test sent or received. The changes of actions that the test has not
  /// received yet are not included.
  public internal(set) var state: State

  /// Whether the test must assert all behaviour of the feature.
  public var exhaustivity: Exhaustivity = .on {
    didSet { updatePendingIssues() }
  }

  /// The maximum time to wait for an action or for the end of effects, unless a call passes another timeout.
  public var timeout = Duration.seconds(10)

  /// The dependencies of the feature, such as clients and clocks. A dependency that the test does not replace has its
  /// `testValue`.
  public var dependencies: DependencyValues {
    get { record.dependencies }
    set { record.dependencies = newValue }
  }

  /// Whether the feature has dismissed itself with `dismiss()`.
  public var isDismissed: Bool { record.isDismissed }

  /// The shared values that belong to ``state``.
  var shared = SharedValues()
  /// The store that runs the feature. Its actions contain the feature's actions and their origin.
  let store: Store<State, TrackedAction>
  let record: Record
  /// The issues that are reported if the test ends now.
  let pendingIssues = PendingIssues()
  /// The sent actions whose effects may still be running.
  var sentActions: [SentAction] = []
  /// The line of the last `send`, or `nil` before the first `send`.
  var lastSendLocation: SourceLocation?

  /// An action of the feature with its origin, or the dismissal of the feature.
  enum TrackedAction: CustomStringConvertible {
    /// The test has sent the action.
    case sent(Action)
    /// An effect has sent the action, which the test must receive.
    case received(Action)
    /// The feature has dismissed itself.
    case dismissed

    var description: String {
      switch self {
      case .sent(let action), .received(let action): "\(action)"
      case .dismissed: "dismissed"
      }
    }
  }

  /// The results of the reducer's runs, and the values that these runs use.
  @MainActor
  final class Record {
    /// The state and the shared values after the last action that the test sent. `nil` until the reducer has run.
    var afterSend: (state: State, shared: SharedValues)?
    /// The actions of effects that the test has not received yet, each with the state and the shared values after it.
    var unreceived: [(action: Action, state: State, shared: SharedValues)] = []
    /// The shared values that the feature has changed.
    let tracker = SharedTracker()
    /// The dependencies of the feature, such as clients and clocks.
    var dependencies = DependencyValues()
    /// Records whether the feature has applied the last `BindingAction` that the test sent. `nil` if the last action
    /// contains no `BindingAction`.
    var bindingReceipt: BindingReceipt?
    /// Whether the feature has dismissed itself.
    var isDismissed = false
    /// Resumes the calls that wait for an action or for the end of effects. They then check their conditions again.
    let progress = Signal()
    /// Updates the pending issues and raises `progress`. Called after an effect has sent an action or has ended.
    var onProgress: () -> Void = {}

    /// Records an action that an effect has sent.
    func recordUnreceived(_ action: Action, _ state: State) {
      unreceived.append((action, state, tracker.values))
      onProgress()
    }

    /// Runs a closure with the dependencies of the feature.
    func withDependencies<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      try withDependencyValues(dependencies, body)
    }

    /// Runs the closure of an assertion with the dependencies of the feature. The closure reads and changes the shared
    /// values in `overlay`, and not those of the feature.
    func runAssertion(on overlay: SharedOverlay, _ body: () throws -> Void) throws {
      try SharedOverlay.$current.withValue(overlay) { try withDependencies(body) }
    }
  }

  /// Creates a store for the test of a feature.
  ///
  /// - Parameters:
  ///   - initialState: The initial state of the feature.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Replaces dependencies of the feature.
  public init<R: Reducer>(
    initialState: @autoclosure () -> State, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) where R.State == State, R.Action == Action {
    let record = Record()
    (record.dependencies, state, store) = withDependencies {
      $0.context = .test
      prepareDependencies(&$0)
    } operation: {
      let reducer = Reduce(preparing: reducer())
      let state = initialState()
      let store = Store<State, TrackedAction>(initialState: state) {
        Reduce(findRemovedScopes: { Self.findRemovedScopes(of: reducer, in: $0, $1) }) { state, tracked in
          Self.reduce(into: &state, tracked, with: reducer, record)
        }
      }
      return (DependencyValues.running, state, store)
    }
    self.record = record
    record.onProgress = { [weak self, progress = record.progress] in
      self?.updatePendingIssues()
      progress.raise()
    }
    store.setEffectEndHandler { record.onProgress() }
    // The effects run on the main actor in a fixed order.
    store.setEffectRunner(ServedTasks.perform)
  }

  // This deinit is not isolated. An isolated deinit runs without the task-local values of the caller, so its failures
  // would belong to no test.
  deinit {
    pendingIssues.report()
  }

  /// Returns the paths of the removed parts of the tested feature whose effects still run.
  private static func findRemovedScopes(
    of reducer: Reduce<State, Action>, in state: State, _ tree: EffectTree
  ) -> [EffectPath] {
    tree.removedPaths(at: RootScope.scope.keyPath) { _, tree in reducer.findRemovedScopes?(state, tree) ?? [] }
  }

  /// Runs the feature for an action, and records the results.
  private static func reduce(
    into state: inout State, _ tracked: TrackedAction, with reducer: some Reducer<State, Action>, _ record: Record
  ) -> Effect<TrackedAction> {
    let action: Action
    switch tracked {
    case .sent(let sent): action = sent
    case .received(let received): action = received
    case .dismissed:
      record.isDismissed = true
      return Effect(operation: .endScope(RootScope.scope))
    }
    let receipt = if case .sent = tracked { record.bindingReceipt } else { nil as BindingReceipt? }
    let effect = BindingReceipt.reducing(receipt) {
      record.withDependencies { reducer.reduce(into: &state, action: action) }
    }
    if case .sent = tracked {
      record.afterSend = (state, record.tracker.values)
    } else {
      record.recordUnreceived(action, state)
    }
    return effect.map({ .received($0) }, dismiss: { $0.deliver(.dismissed) }).scoped(RootScope.scope)
  }

  /// Sends an action, as a view does, and checks how the action changes the state.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Leave it out
  ///     if no change is expected.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  /// - Returns: The effects of the action, to cancel or to await.
  @discardableResult
  public func send(
    _ action: Action, assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if !record.unreceived.isEmpty { dropUnreceivedActions("Receive them before “\(action)” is sent", at: location) }
    record.afterSend = nil
    record.bindingReceipt = BindingReceipt.firstReceipt(in: action)
    record.bindingReceipt?.isApplied = false
    let task = location.failOnMisuse {
      SharedTracker.$current.withValue(record.tracker) { store.send(.sent(action)) }
    }
    lastSendLocation = location
    if task.isRunning { sentActions.append(SentAction(description: "\(action)", task: task, location: location)) }
    // `afterSend` is not `nil`, because the store has reduced the action at once. A store queues an action only while
    // it reduces another one.
    if let after = record.afterSend {
      verify(after.state, after.shared, expecting: updateStateToExpectedResult, at: location)
      if record.bindingReceipt?.isApplied == false { location.fail(BindingReceipt.message(action)) }
    }
    updatePendingIssues()
    if store.isRunningEffects { await settleEffects() }
    return TestStoreTask(task: task, progress: record.progress, timeout: timeout)
  }

  /// Waits until all effects have ended. Fails the test if effects do not end within the timeout, or if the test has
  /// not received all actions.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait, or `nil` for the ``timeout`` of the store.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await record.progress.wait(atMost: timeout ?? self.timeout) { !store.isRunningEffects }
    reportPendingIssues(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives all actions that effects have sent, without assertions. Before that, running effects continue until they
  /// end or wait.
  ///
  /// - Parameters:
  ///   - strict: Whether the test fails if there is nothing to skip.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await MainActorTurns.withPoolOnMainActor { await settleEffects() }
    guard let last = record.unreceived.last else {
      if strict { location.fail("There were no received actions to skip.") }
      return
    }
    record.unreceived = []
    (state, shared) = (last.state, last.shared)
    updatePendingIssues()
  }

  /// Cancels the running effects without a failure of the test. Before that, running effects continue until they end or
  /// wait.
  ///
  /// - Parameters:
  ///   - strict: Whether the test fails if there is nothing to skip.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await MainActorTurns.withPoolOnMainActor { await settleEffects() }
    let running = sentActions.filter(\.task.isRunning)
    if running.isEmpty, strict { location.fail("There were no effects in flight to skip.") }
    for sent in running { sent.task.cancel() }
    await settleEffects()
    // Effects that ignore their cancellation are skipped too.
    sentActions.removeAll { $0.task.isRunning }
    updatePendingIssues()
  }
}

extension TestStore {
  /// Runs effects until each of them has ended or waits. Cancelled effects end during this time.
  func settleEffects() async {
    await MainActorTurns.run(until: { !store.isRunningEffects })
  }
}

/// An action that a test has sent, with its effects and its line.
struct SentAction {
  var description: String
  var task: StoreTask
  var location: SourceLocation
}

/// A `TestStore` with the state and the actions of a reducer: `TestStoreOf<Counter>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
