/// The scopes of the children that an operator such as `ifLet` runs: creates their `EffectScope` values, ends their
/// effects, and reports mistakes at the line that calls the operator.
///
/// `ifLet`, `ifCaseLet` and both `forEach` operators use this type. Each operator has its own code to compare the child
/// state before and after an action, because the comparison is most of the cost of an action.
@usableFromInline
struct ChildScopes {
  /// The key path that identifies the child state in the parent state.
  private let keyPath: AnyKeyPath
  /// The name of the operator, for messages.
  private let operatorName: String
  private let fileID: StaticString
  private let line: UInt

  @usableFromInline
  init(_ keyPath: AnyKeyPath, operatorName: String, fileID: StaticString, line: UInt) {
    self.keyPath = keyPath
    self.operatorName = operatorName
    self.fileID = fileID
    self.line = line
  }

  /// Returns the scope of the child that has this identity.
  func scope(of identity: some Hashable) -> EffectScope {
    EffectScope(keyPath: keyPath, identity: AnyHashable(identity))
  }

  /// Returns an effect that cancels the effects of the child that has this identity.
  func endEffects<Action>(of identity: some Hashable) -> Effect<Action> {
    Effect(operation: .endScope(scope(of: identity)))
  }

  /// Returns an effect that cancels the effects of the children that are in `identities` and not in `current`.
  func endEffects<ID: Hashable, Action>(of identities: [ID], unless current: [ID]) -> Effect<Action> {
    .merge(Set(identities).subtracting(current).map { endEffects(of: $0) })
  }

  /// Reports an action for a child whose state does not exist.
  ///
  /// - Parameter reason: The reason, as a clause for the message: “the state was in another case”.
  func reportMissingState<Action>(_ action: Action, _ reason: String) {
    MissingChildStateReport(action: "\(action)", operation: operatorName, reason: reason).report(
      fileID: fileID, line: line)
  }

  /// Reports another mistake at the operator's line.
  func report(_ message: String) {
    Misuse(message, fileID: fileID, line: line).report()
  }
}
