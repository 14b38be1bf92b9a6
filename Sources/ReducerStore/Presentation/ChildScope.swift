/// Identifies the effects of a child feature that an operator runs, and reports mistakes at the operator's line.
///
/// `ifLet`, `ifCaseLet` and both `forEach` operators use it. The comparison of the child state before and after an
/// action is not shared: each operator has its own specialized code for it, because it is most of the cost of an
/// action.
@usableFromInline
struct ChildScope {
  private let keyPath: AnyKeyPath
  /// The name of the operator, for messages.
  private let operation: String
  private let fileID: StaticString
  private let line: UInt

  @usableFromInline
  init(_ keyPath: AnyKeyPath, of operation: String, fileID: StaticString, line: UInt) {
    self.keyPath = keyPath
    self.operation = operation
    self.fileID = fileID
    self.line = line
  }

  /// Returns the scope of the child with this identity.
  func scope(of identity: some Hashable) -> EffectScope {
    EffectScope(keyPath: keyPath, identity: AnyHashable(identity))
  }

  /// Returns an effect that ends the effects of a child.
  func end<Action>(_ identity: some Hashable) -> Effect<Action> {
    Effect(operation: .endScope(scope(of: identity)))
  }

  /// Returns an effect that ends the effects of the children that are not among the current ones.
  func end<ID: Hashable, Action>(_ identities: [ID], unless current: [ID]) -> Effect<Action> {
    .merge(Set(identities).subtracting(current).map { end($0) })
  }

  /// Reports an action for a child whose state does not exist.
  ///
  /// - Parameter subject: The reason, as a clause for the message: “the state was in another case”.
  func reportMissingState<Action>(_ action: Action, _ subject: String) {
    MissingChildStateReport(action: "\(action)", operation: operation, subject: subject).report(
      fileID: fileID, line: line)
  }

  /// Reports another mistake at the operator's line.
  func report(_ message: String) {
    Misuse(message, fileID: fileID, line: line).report()
  }
}
