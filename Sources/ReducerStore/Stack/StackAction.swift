/// An action of the screens of a navigation stack.
public enum StackAction<State, Action> {
  /// Something happened in the screen with this id.
  indirect case element(id: StackElementID, action: Action)
  /// The screen with this id goes, and those above it.
  case popFrom(id: StackElementID)
  /// A screen comes on top.
  indirect case push(id: StackElementID, state: State)
}

/// An action of the screens of a stack of features: `StackActionOf<Path>`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

extension StackAction: CasePathable {
  /// The cases, and the action of one screen: `\.path[id: 0]`.
  public struct AllCasePaths {
    /// Something happened in one of the screens.
    public var element: CasePath<StackAction, (id: StackElementID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    /// A screen goes, and those above it.
    public var popFrom: CasePath<StackAction, StackElementID> {
      CasePath(embed: { .popFrom(id: $0) }, extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    /// A screen comes on top.
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
  /// The action of one screen of a stack: `\.path[id: 0]`.
  public subscript<State, Action>(id id: StackElementID) -> CasePath<Root, Action> where Value == StackAction<State, Action> {
    CasePath<Root, Action>(
      embed: { self.embed(.element(id: id, action: $0)) },
      extract: { root in
        guard case .element(let elementID, let action)? = self.extract(from: root), elementID == id else { return nil }
        return action
      })
  }
}
