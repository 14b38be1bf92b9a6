/// Sends actions from an effect back into its store.
///
/// Actions of a cancelled effect and actions for a released store are dropped. The first action after the cancellation
/// is dropped without a report, because it may follow a loop that the cancellation has ended. The second one is
/// reported as a `Misuse` at the line of the effect's `run`, and later ones are not. An action that is sent after the
/// end of an effect is reported at the same line. If the effect was cancelled through its ``StoreTask``, no action is
/// reported.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor (Action) -> Void
  /// Returns the phase of the effect.
  let phase: @MainActor () -> EffectPhase
  /// Called with each action that is sent after the cancellation or the end of the effect. `nil` if such actions are
  /// not reported.
  private var reportLate: (@MainActor (Action, EffectPhase) -> Void)?

  /// Creates a `Send` that passes the actions to a closure.
  public init(send: @escaping @MainActor (Action) -> Void) {
    self.init(phase: { .running }, send: send)
  }

  /// Creates the `Send` of an effect. The closure `phase` returns the current phase of the effect.
  init(phase: @escaping @MainActor () -> EffectPhase, send: @escaping @MainActor (Action) -> Void) {
    self.send = send
    self.phase = phase
  }

  /// Sends an action. On the main actor, the call does not suspend.
  public func callAsFunction(_ action: Action) async {
    deliver(action)
  }

  /// Sends an action. The resulting changes of views are animated. On the main actor, the call does not suspend.
  public func callAsFunction(_ action: Action, animation: Animation?) async {
    withAnimation(animation) { deliver(action) }
  }

  /// Sends an action. The resulting changes of views use the transaction. On the main actor, the call does not suspend.
  public func callAsFunction(_ action: Action, transaction: Transaction) async {
    withTransaction(transaction) { deliver(action) }
  }

  /// Sends an action synchronously, unless the effect was cancelled.
  package func deliver(_ action: Action) {
    // `Task.isCancelled` is not enough: this code may run in another task that the effect has started. A cancellation
    // of the effect does not cancel that task.
    let phase = phase()
    if phase != .running { reportLate?(action, phase) }
    guard phase.acceptsActions, !Task.isCancelled else { return }
    BindingReceipt.sending(BindingReceiptFinder<Action>()?.receipt(of: action)) { send(action) }
  }

  /// Returns the same `Send`, which also reports late actions at a line. An action is late if it is sent after the
  /// cancellation or the end of the effect.
  ///
  /// If a cancelled effect still runs, only its second late action is reported. The first one may follow a loop that
  /// the cancellation has ended.
  func reportingLateActions(fileID: StaticString, line: UInt) -> Send {
    var lateActionCount = 0
    var copy = self
    copy.reportLate = { action, phase in
      lateActionCount += 1
      if phase == .cancelled, lateActionCount != 2 { return }
      Misuse(phase.message("\(action)"), fileID: fileID, line: line).report()
    }
    return copy
  }
}

/// The phase of an effect.
enum EffectPhase {
  /// The effect is running, or its late actions are not reported.
  case running
  /// The store has cancelled the effect, and it has not ended yet.
  case cancelled
  /// The effect has ended.
  case ended
  /// The store has cancelled the effect, and the effect has ended.
  case endedAfterCancellation

  /// Whether the store reduces actions of the effect.
  var acceptsActions: Bool { self == .running || self == .ended }

  /// The message for an action that is sent in this phase.
  fileprivate func message(_ action: String) -> String {
    switch self {
    case .running, .cancelled:
      """
      An effect went on after it was cancelled, and sent “\(action)”. The action was dropped, as the one before it, and so is all that it \
      still sends. Let what it awaits throw or end when the task is cancelled, or look at “Task.isCancelled” before it sends. The effect is \
      run here.
      """
    case .ended, .endedAfterCancellation:
      """
      “\(action)” was sent by an effect that has ended. \(acceptsActions ? "" : "The action was dropped, because the effect had been cancelled. ")The \
      closure of an effect must not return before the tasks that it has begun have sent their last action: await them. The effect is run here.
      """
    }
  }
}
