extension Reducer {
  /// Prints each action and the changes of the state. Use this operator only for debugging, because it dumps the whole
  /// state before and after each action.
  public func _printChanges() -> PrintChangesReducer<Self> {
    _printChanges { print($0) }
  }

  /// Calls a closure with a text for each action: the action, and below it the changed lines of the state's dump.
  public func _printChanges(_ printer: @escaping @MainActor (_ text: String) -> Void) -> PrintChangesReducer<Self> {
    PrintChangesReducer(base: self, printer: printer)
  }
}

/// A reducer that prints each action and the changes of the state.
public struct PrintChangesReducer<Base: Reducer>: Reducer {
  fileprivate let base: Base
  fileprivate let printer: @MainActor (String) -> Void

  /// Returns an equivalent reducer that builds the body of its base once, and not for each action.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let base = base._prepared()
    let prepared = PrintChangesReducer<Reduce<Base.State, Base.Action>>(base: base, printer: printer)
    return Reduce(findRemovedScopes: base.findRemovedScopes) { state, action in
      prepared.reduce(into: &state, action: action)
    }
  }

  /// Runs the base reducer, and prints the action with the changed lines of the state's dump.
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

  /// Returns the lines of the state's dump.
  private func lines(of state: Base.State) -> [Substring] {
    var text = ""
    dump(state, to: &text)
    return text.split(separator: "\n")
  }
}
