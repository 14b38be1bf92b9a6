/// Runs a feature in a test, and fails the test for each behavior that the test does not assert.
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
/// A test asserts how each action changes the state, which actions the effects send, and their order. A change that is
/// not asserted, an action that is not received, and an effect that runs at the end fail the test at the line that
/// caused them. The target of the test must link `IssueReportingTestSupport`: without it failures are printed and not
/// counted.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test sent or received. It does not include the changes of actions that
  /// are not received yet.
  public internal(set) var state: State

  /// Whether the test must assert all behavior of the feature.
  public var exhaustivity: Exhaustivity = .on {
    didSet { noteUnfinishedEffects() }
  }

  /// The time to wait for actions and for the end of effects, unless a call passes another one.
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
  let store: Store<State, Tracked>
  let record: Record
  let unfinishedEffects = UnfinishedEffects()
  /// The actions whose effects may be running.
  var sends: [SentAction] = []
  var lastSend: SourceLocation?

  /// An action and its origin.
  enum Tracked: CustomStringConvertible {
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

  /// The results of the reducer's runs.
  @MainActor
  final class Record {
    /// The state and the shared values after the action that the test sent last.
    var afterSend: (state: State, shared: SharedValues)?
    /// The actions of effects that the test has not received, each with the state after it.
    var received: [(action: Action, state: State, shared: SharedValues)] = []
    /// The shared values that the feature has changed.
    let tracker = SharedTracker()
    /// The dependencies of the feature: its clients and clocks.
    var dependencies = DependencyValues()
    /// The receipt of the action that the test sent last, or `nil` if the action writes no field.
    var binding: BindingReceipt?
    /// Whether the feature has dismissed itself.
    var isDismissed = false
    /// Raised whenever an effect sends an action or ends.
    let progress = Signal()
    /// Called whenever an effect sends an action or ends.
    var changed: () -> Void = {}

    func receive(_ action: Action, _ state: State) {
      received.append((action, state, tracker.values))
      changed()
    }

    /// Runs a closure with the dependencies of the feature.
    func withDependencies<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      try perform(with: dependencies, body)
    }

    /// Runs the closure of an assertion with the dependencies of the feature. Its changes of shared values go to an
    /// overlay.
    func describing(_ shared: SharedOverlay, _ body: () throws -> Void) throws {
      try SharedOverlay.$current.withValue(shared) { try withDependencies(body) }
    }
  }

  /// Creates a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: The initial state of the feature.
  ///   - reducer: The feature, with clients for the test.
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
      let store = Store<State, Tracked>(initialState: state) {
        Reduce(removedScopes: { Self.removedScopes(of: reducer, in: $0, $1) }) { state, tracked in
          Self.reduce(into: &state, tracked, with: reducer, record)
        }
      }
      return (DependencyValues.running, state, store)
    }
    self.record = record
    record.changed = { [weak self, progress = record.progress] in
      self?.noteUnfinishedEffects()
      progress.raise()
    }
    store.onEffectEnd { record.changed() }
    store.runEffects(ServedTasks.perform)
  }

  // Not isolated, because an isolated deinit runs without task-local values, and so outside of the running test.
  deinit {
    unfinishedEffects.report()
  }

  private static func removedScopes(
    of reducer: Reduce<State, Action>, in state: State, _ tree: EffectTree
  ) -> [EffectPath] {
    tree.removed(at: RootScope.scope.keyPath) { _, tree in reducer.removedScopes?(state, tree) ?? [] }
  }

  private static func reduce(
    into state: inout State, _ tracked: Tracked, with reducer: some Reducer<State, Action>, _ record: Record
  ) -> Effect<Tracked> {
    let action: Action
    switch tracked {
    case .sent(let sent): action = sent
    case .received(let received): action = received
    case .dismissed:
      record.isDismissed = true
      return Effect(operation: .endScope(RootScope.scope))
    }
    let binding = if case .sent = tracked { record.binding } else { nil as BindingReceipt? }
    let effect = BindingReceipt.reducing(binding) {
      record.withDependencies { reducer.reduce(into: &state, action: action) }
    }
    if case .sent = tracked { record.afterSend = (state, record.tracker.values) } else { record.receive(action, state) }
    return effect.map({ .received($0) }, dismiss: { $0.deliver(.dismissed) }).scoped(RootScope.scope)
  }

  /// Sends an action, like a view, and checks how it changes the state.
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
    if !record.received.isEmpty { dropUnreceivedActions("Receive them before “\(action)” is sent", at: location) }
    record.afterSend = nil
    record.binding = BindingReceipt.inside(action)
    record.binding?.isApplied = false
    let task = location.failOnMisuse {
      SharedTracker.$current.withValue(record.tracker) { store.send(.sent(action)) }
    }
    lastSend = location
    if task.isRunning { sends.append(SentAction(description: "\(action)", task: task, location: location)) }
    // The reducer has run immediately, because no other action can be in reduction here: effects only send between
    // suspensions.
    if let after = record.afterSend {
      verify(after.state, after.shared, as: updateStateToExpectedResult, at: location)
      if record.binding?.isApplied == false { location.fail(BindingReceipt.message(action)) }
    }
    noteUnfinishedEffects()
    if store.isRunningEffects { await settleEffects() }
    return TestStoreTask(task: task, progress: record.progress, timeout: timeout)
  }

  /// Waits until all effects have ended. Fails the test for effects that do not end, and for actions that it has not
  /// received.
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
    reportUnfinishedEffects(at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives all actions that effects have sent, without assertions. Before that, running effects continue until they
  /// wait for something.
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
    await MainActorTurns.serve { await settleEffects() }
    guard let last = record.received.last else {
      if strict { location.fail("There were no received actions to skip.") }
      return
    }
    record.received = []
    (state, shared) = (last.state, last.shared)
    noteUnfinishedEffects()
  }

  /// Cancels the running effects, without a failure of the test. Before that, running effects continue until they end
  /// or wait for something.
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
    await MainActorTurns.serve { await settleEffects() }
    let running = sends.filter(\.task.isRunning)
    if running.isEmpty, strict { location.fail("There were no effects in flight to skip.") }
    for sent in running { sent.task.cancel() }
    await settleEffects()
    sends.removeAll { $0.task.isRunning }
    noteUnfinishedEffects()
  }
}

extension TestStore {
  /// Runs effects until each of them has ended or waits for something. Cancelled effects end in this time.
  func settleEffects() async {
    await MainActorTurns.take { !store.isRunningEffects }
  }
}

/// An action that a test sent, and its task.
struct SentAction {
  var description: String
  var task: StoreTask
  var location: SourceLocation
}

/// A test's store of a reducer's state and actions: `TestStoreOf<Counter>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
