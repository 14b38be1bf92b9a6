/// The place in which an operator runs a child feature. It identifies the effects of the child, and it reports mistakes at the operator's line.
///
/// `ifLet`, `ifCaseLet` and both `forEach` use it. Each operator compares its state before and after an action in code of its own, which is
/// specialized for that state: this comparison is most of the cost of an action.
@usableFromInline
struct ChildScope {
  private let place: AnyKeyPath
  private let operation: String
  private let fileID: StaticString
  private let line: UInt

  @usableFromInline
  init(_ place: AnyKeyPath, of operation: String, fileID: StaticString, line: UInt) {
    self.place = place
    self.operation = operation
    self.fileID = fileID
    self.line = line
  }

  /// The part of the feature that a child is, while it has this identity.
  func scope(of identity: some Hashable) -> EffectScope {
    EffectScope(place: place, identity: AnyHashable(identity))
  }

  /// Returns an effect that ends the effects of a child.
  func end<Action>(_ identity: some Hashable) -> Effect<Action> {
    Effect(operation: .endScope(scope(of: identity)))
  }

  /// Returns an effect that ends the effects of removed children.
  func end<ID: Hashable, Action>(_ identities: [ID], unless current: [ID]) -> Effect<Action> {
    .merge(Set(identities).subtracting(current).map { end($0) })
  }

  /// Reports an action for a child whose state does not exist.
  func reportMissingState<Action>(_ action: Action, _ subject: String) {
    MissingChildStateReport(action: "\(action)", operation: operation, subject: subject).report(fileID: fileID, line: line)
  }

  /// Reports another mistake at the operator's line.
  func report(_ message: String) {
    Misuse(message, fileID: fileID, line: line).report()
  }
}
