/// The kind of a list's selection, with its binding.
enum ListSelection<Value: Hashable> {
  /// Rows cannot be selected.
  case none
  /// At most one row is selected.
  case one(Binding<Value?>)
  /// Any number of rows is selected.
  case several(Binding<Set<Value>>)

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The selected values.
  @MainActor var selectedValues: Set<Value> {
    switch self {
    case .none: []
    case .one(let selection): selection.wrappedValue.map { [$0] } ?? []
    case .several(let selection): selection.wrappedValue
    }
  }
}
