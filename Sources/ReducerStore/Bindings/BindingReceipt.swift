internal import Synchronization

/// Whether a ``BindingReducer`` has applied a ``BindingAction``, and where the action was made.
package final class BindingReceipt: Sendable {
  private let applied = Atomic<Bool>(false)
  private let fileID: StaticString
  private let line: UInt

  init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// Whether a ``BindingReducer`` has applied the action.
  package var isApplied: Bool {
    get { applied.load(ordering: .relaxed) }
    set { applied.store(newValue, ordering: .relaxed) }
  }

  /// The message for an action that nothing has applied.
  package static func message(_ action: Any) -> String {
    "No “BindingReducer” has applied “\(action)”, so the field has its old value. Add “BindingReducer()” to the body of the feature."
  }

  /// Reports that nothing has applied the action.
  func reportUnapplied(_ action: Any) {
    Misuse(Self.message(action), fileID: fileID, line: line).report()
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// Tells the feature that something happened.
  ///
  /// An action that writes a field and that no ``BindingReducer`` applies is reported as a `Misuse` of the line that made the action.
  ///
  /// - Returns: The work that follows from the action, to await or to cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    send(action, binding: action.binding?.receipt)
  }
}

extension Store {
  /// Sends an action that a control makes. One that nothing applies is reported at the line that made the store.
  func sendBinding<Root, Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, embed: (BindingAction<Root>) -> Action
  ) {
    guard core.isPresent else { return }
    let location = core.location
    let binding = BindingAction.set(keyPath, value, fileID: location.fileID, line: location.line)
    send(embed(binding), binding: binding.receipt)
  }

  @discardableResult
  fileprivate func send(_ action: Action, binding: BindingReceipt?) -> StoreTask {
    // An action that waits for others has not been applied yet, and one for a feature that is gone is reported by itself.
    guard let binding, !core.isReducing, core.isPresent else { return StoreTask(group: core.receive(action)) }
    let task = StoreTask(group: core.receive(action))
    if !binding.isApplied { binding.reportUnapplied(action) }
    return task
  }
}
