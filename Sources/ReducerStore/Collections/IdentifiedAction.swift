/// An action of one feature in an array of features. The elements of the array are the states of the features.
public enum IdentifiedAction<ID: Hashable, Action> {
  /// An action of the feature whose element has this id.
  indirect case element(id: ID, action: Action)
}

/// The ``IdentifiedAction`` for an array of features with the reducer `R`: `IdentifiedActionOf<Row>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action> where R.State: Identifiable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}

extension IdentifiedAction: CasePathable {
  /// The case paths of the actions of any element, `\.rows.element`, and of one element, `\.rows[id: 1]`.
  public struct AllCasePaths {
    /// The id and the action of any element.
    public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { action in
          switch action {
          case .element(let id, let action): (id, action)
          }
        })
    }

    /// The action of the element with this id.
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

  /// The case paths.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension CasePath {
  /// The case path of the actions of the element with this id: `\.rows[id: 1]`.
  public subscript<ID, Action>(id id: ID) -> CasePath<Root, Action> where Value == IdentifiedAction<ID, Action> {
    let element = Value.allCasePaths[id: id]
    return CasePath<Root, Action>(
      embed: { self.embed(element.embed($0)) }, extract: { self.extract(from: $0).flatMap(element.extract(from:)) })
  }
}
