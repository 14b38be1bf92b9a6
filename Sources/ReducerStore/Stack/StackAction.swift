/// An action of a navigation stack or of one of its pages.
public enum StackAction<State, Action> {
  /// An action of the page with this id.
  indirect case element(id: StackElementID, action: Action)
  /// Pops the page with this id and all pages above it.
  case popFrom(id: StackElementID)
  /// Pushes a page with this id and state. The id must be the ``StackState/nextID`` of the stack or a greater one.
  indirect case push(id: StackElementID, state: State)
}

/// A ``StackAction`` for a feature: `StackActionOf<Path>`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

extension StackAction: CasePathable {
  /// The paths to the cases. For the path to the actions of one page, see the subscript `CasePath[id:]`.
  public struct AllCasePaths {
    /// The path to the case `element`, with the id and the action of a page.
    public var element: CasePath<StackAction, (id: StackElementID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    /// The path to the case `popFrom`, with the id of the lowest page that is popped.
    public var popFrom: CasePath<StackAction, StackElementID> {
      CasePath(embed: { .popFrom(id: $0) }, extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    /// The path to the case `push`, with the id and the state of the page that is pushed.
    public var push: CasePath<StackAction, (id: StackElementID, state: State)> {
      CasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } })
    }
  }

  /// The case paths of an action of a stack.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension CasePath {
  /// The case path of the actions of one page: `\.path[id: 0]`.
  public subscript<State, Action>(id id: StackElementID) -> CasePath<Root, Action>
  where Value == StackAction<State, Action> {
    CasePath<Root, Action>(
      embed: { self.embed(.element(id: id, action: $0)) },
      extract: { root in
        guard case .element(let elementID, let action)? = self.extract(from: root), elementID == id else { return nil }
        return action
      })
  }
}
