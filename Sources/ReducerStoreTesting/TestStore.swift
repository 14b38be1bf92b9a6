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
/// A test asserts how each action changes the state, which actions the effects send, and their order. A change that is not asserted, an action that
/// is not received, and an effect that runs at the end fail the test at the line that caused them. The target of the test must link
/// `IssueReportingTestSupport`: without it failures are printed and not counted.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state after the last action that the test sent or received. Actions that it has not received yet do not show in it.
  public internal(set) var state: State

  /// How completely the test must assert.
  public var exhaustivity: Exhaustivity = .on {
    didSet { noteUnfinishedEffects() }
  }

  /// The time to wait for actions and for the end of effects, unless a call passes another one.
  public var timeout = Duration.seconds(10)

  /// The dependencies of the feature: its clients and clocks. A dependency that the test does not replace has its `testValue`.
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

  /// An action, and where it comes from.
  enum Tracked: CustomStringConvertible {
    case sent(Action)
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

  /// The results of the reducer.
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
    /// The receipt of the field's write that the test sent last, if it sent one.
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

    /// Does something with the dependencies of the feature.
    func withDependencies<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      try perform(with: dependencies, body)
    }

    /// Runs the closure of an assertion with the dependencies of the feature. Its changes of shared values go to an overlay.
    func describing(_ shared: SharedOverlay, _ body: () throws -> Void) throws {
      try SharedOverlay.$current.withValue(shared) { try withDependencies(body) }
    }
  }

  /// Makes a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: What the feature begins with.
  ///   - reducer: The feature, with clients of the test's own.
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

  // Not isolated: an isolated deinit runs without the task's values, and so does not know which test it belongs to.
  deinit {
    unfinishedEffects.report()
  }

  private static func removedScopes(of reducer: Reduce<State, Action>, in state: State, _ tree: EffectTree) -> [EffectPath] {
    tree.removed(at: RootScope.scope.place) { _, tree in reducer.removedScopes?(state, tree) ?? [] }
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
    let effect = BindingReceipt.reducing(binding) { record.withDependencies { reducer.reduce(into: &state, action: action) } }
    if case .sent = tracked { record.afterSend = (state, record.tracker.values) } else { record.receive(action, state) }
    return effect.map({ .received($0) }, dismiss: { $0.deliver(.dismissed) }).scoped(RootScope.scope)
  }

  /// Sends an action, as a view would, and checks how it changes the state.
  ///
  /// - Parameters:
  ///   - action: The action.
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
    // The reducer has run, because no other action was being reduced: only effects send, and they do so between suspensions.
    if let after = record.afterSend {
      verify(after.state, after.shared, as: updateStateToExpectedResult, at: location)
      if record.binding?.isApplied == false { location.fail(BindingReceipt.message(action)) }
    }
    noteUnfinishedEffects()
    if store.isRunningEffects { await settleEffects() }
    return TestStoreTask(task: task, progress: record.progress, timeout: timeout)
  }

  /// Waits until all effects have ended, and fails the test for those that do not, and for actions that it has not received.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait, or `nil` for the ``timeout`` of the store.
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

  /// Receives whatever effects have sent, without a word on it. Those that can go on do so first, until they wait for something.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails where there is nothing to skip.
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

  /// Cancels the effects that are running, without a word on them. Those that can go on do so first, until they wait for something: what ends by
  /// that is not cancelled.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails where there is nothing to skip.
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
  /// Lets effects go on until each of them has ended or waits for something. An effect that was cancelled ends in this time.
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
