/// An action of one of many features.
public enum IdentifiedAction<ID: Hashable, Action> {
  /// Something happened in the one with this id.
  indirect case element(id: ID, action: Action)
}

/// An action of one of many features of a type: `IdentifiedActionOf<Row>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action> where R.State: Identifiable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}

extension IdentifiedAction: CasePathable {
  /// The case, and the action of one element: `\.rows[id: 1]`.
  public struct AllCasePaths {
    /// Something happened in one of them.
    public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { action in
          switch action {
          case .element(let id, let action): (id, action)
          }
        })
    }

    /// Something happened in the one with this id.
    public subscript(id id: ID) -> CasePath<IdentifiedAction, Action> {
      CasePath(
        embed: { .element(id: id, action: $0) },
        extract: { action in
          switch action {
          case .element(let elementID, let action): elementID == id ? action : nil
          }
        })
    }
  }

  /// The case paths of an action of one of many features.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension CasePath {
  /// The action of one of many features: `\.rows[id: 1]`.
  public subscript<ID, Action>(id id: ID) -> CasePath<Root, Action> where Value == IdentifiedAction<ID, Action> {
    let element = Value.allCasePaths[id: id]
    return CasePath<Root, Action>(
      embed: { self.embed(element.embed($0)) }, extract: { self.extract(from: $0).flatMap(element.extract(from:)) })
  }
}
