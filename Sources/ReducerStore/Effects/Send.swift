/// Sends actions from an effect back into its store.
///
/// Actions of a cancelled effect, or for a released store, are dropped. An effect that the store has cancelled may send one more action, for example
/// after a loop that the cancellation ended. If it sends further actions, it is reported once, as a `Misuse` of the line of its `run`. An action that
/// is sent when the effect has ended is reported there, too, unless the code that sent the action has cancelled the effect.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor (Action) -> Void
  /// How far the effect has come.
  let phase: @MainActor () -> EffectPhase
  /// Called with an action that came too late.
  private var reportLate: (@MainActor (Action, EffectPhase) -> Void)?

  /// Makes a sender out of a closure that takes the actions.
  public init(send: @escaping @MainActor (Action) -> Void) {
    self.init(phase: { .running }, send: send)
  }

  /// Makes a sender for an effect that the store can cancel.
  init(phase: @escaping @MainActor () -> EffectPhase, send: @escaping @MainActor (Action) -> Void) {
    self.send = send
    self.phase = phase
  }

  /// Sends an action. On the main actor it does not suspend.
  public func callAsFunction(_ action: Action) async {
    deliver(action)
  }

  /// Sends an action; views change with an animation. On the main actor it does not suspend.
  public func callAsFunction(_ action: Action, animation: Animation?) async {
    withAnimation(animation) { deliver(action) }
  }

  /// Sends an action. Views change with the transaction. On the main actor the call does not suspend.
  public func callAsFunction(_ action: Action, transaction: Transaction) async {
    withTransaction(transaction) { deliver(action) }
  }

  /// Sends an action without a suspension.
  package func deliver(_ action: Action) {
    // The task that sends may be one that the effect has begun, and that was not cancelled with it.
    let phase = phase()
    if phase != .running { reportLate?(action, phase) }
    guard phase.isHeard, !Task.isCancelled else { return }
    BindingReceipt.sending(BindingReceiptFinder<Action>()?.receipt(of: action)) { send(action) }
  }

  /// The same, which reports actions that come too late.
  ///
  /// Of an effect that was cancelled and goes on, it reports the second. The first may be the last word of an effect whose loop has ended because it was
  /// cancelled.
  func reportingLateness(fileID: StaticString, line: UInt) -> Send {
    var lateActions = 0
    var copy = self
    copy.reportLate = { action, phase in
      lateActions += 1
      if phase == .cancelled, lateActions != 2 { return }
      Misuse(phase.message("\(action)"), fileID: fileID, line: line).report()
    }
    return copy
  }
}

/// How far an effect has come.
enum EffectPhase {
  /// It has work left.
  case running
  /// The store has cancelled it, and it goes on.
  case cancelled
  /// It has ended.
  case ended
  /// The store had cancelled it, and it has ended.
  case endedAfterCancellation

  /// Whether the store takes what it sends.
  var isHeard: Bool { self == .running || self == .ended }

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
      “\(action)” was sent by an effect that has ended. \(isHeard ? "" : "The action was dropped, because the effect had been cancelled. ")The \
      closure of an effect must not return before the tasks that it has begun have sent their last action: await them. The effect is run here.
      """
    }
  }
}
