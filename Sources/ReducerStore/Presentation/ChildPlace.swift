/// Where a reducer runs a feature: what the effects of that are known by, and the line that is told when it is not there.
///
/// It is what `ifLet`, `ifCaseLet` and both `forEach` have in common. How each looks at its state before and after an action differs, and has to be
/// compiled for that state: it is what an action costs.
@usableFromInline
struct ChildPlace {
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

  /// What ends the effects of a child.
  func end<Action>(_ identity: some Hashable) -> Effect<Action> {
    Effect(operation: .endScope(scope(of: identity)))
  }

  /// What ends the effects of those children that are gone.
  func end<ID: Hashable, Action>(_ identities: [ID], unless current: [ID]) -> Effect<Action> {
    .merge(Set(identities).subtracting(current).map { end($0) })
  }

  /// Tells that an action came for a child that is not there.
  func reportAbsence<Action>(_ action: Action, _ subject: String) {
    Absence(action: "\(action)", operation: operation, subject: subject).report(fileID: fileID, line: line)
  }

  /// Tells of another mistake at the operator's line.
  func report(_ message: String) {
    Misuse(message, fileID: fileID, line: line).report()
  }
}
