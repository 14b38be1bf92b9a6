extension Reducer {
  /// Prints each action and its changes of the state. It is for debugging only, because it walks the whole state.
  public func _printChanges() -> PrintChangesReducer<Self> {
    _printChanges { print($0) }
  }

  /// Passes each action and its changes of the state to a closure, as a text of several lines.
  public func _printChanges(_ printer: @escaping @MainActor (_ text: String) -> Void) -> PrintChangesReducer<Self> {
    PrintChangesReducer(base: self, printer: printer)
  }
}

/// A reducer that prints each action and its changes of the state.
public struct PrintChangesReducer<Base: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let printer: @MainActor (String) -> Void

  /// Returns the same reducer with the bodies of its parts built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let base = base._prepared()
    let prepared = PrintChangesReducer<Reduce<Base.State, Base.Action>>(base: base, printer: printer)
    return Reduce(removedScopes: base.removedScopes) { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the reducer, and prints the action with the changed lines of the state's dump.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = lines(of: state)
    let effect = base.reduce(into: &state, action: action)
    let changes = lines(of: state).difference(from: before).map { change in
      switch change {
      case .remove(_, let line, _): "− \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    let summary = changes.isEmpty ? ["(No state changes)"] : changes
    printer((["received action: \(action)"] + summary).joined(separator: "\n  "))
    return effect
  }

  private func lines(of state: Base.State) -> [Substring] {
    var text = ""
    dump(state, to: &text)
    return text.split(separator: "\n")
  }
}
