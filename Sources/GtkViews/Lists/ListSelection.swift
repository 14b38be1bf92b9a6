/// The selection of a list: none, single or multiple.
enum ListSelection<Value: Hashable> {
  case none
  case one(Binding<Value?>)
  case several(Binding<Set<Value>>)

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  @MainActor var chosen: Set<Value> {
    switch self {
    case .none: []
    case .one(let selection): selection.wrappedValue.map { [$0] } ?? []
    case .several(let selection): selection.wrappedValue
    }
  }
}
