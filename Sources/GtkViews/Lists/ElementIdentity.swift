/// The way in which the elements of a loop are identified.
nonisolated enum ElementIdentity<Element, ID: Hashable>: Equatable {
  case path(KeyPath<Element, ID>)
  /// By the element type. No key path is followed for each element, which would take ten times as long.
  case own(any ElementIdentifying<Element, ID>.Type)

  func id(of element: Element) -> ID {
    switch self {
    case .path(let path): element[keyPath: path]
    case .own(let type): type.id(of: element)
    }
  }

  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.path(let first), .path(let second)): first == second
    case (.own(let first), .own(let second)): first == second
    case (.path, .own), (.own, .path): false
    }
  }
}

/// Provides the ids of the elements of a type.
nonisolated protocol ElementIdentifying<Element, ID> {
  associatedtype Element
  associatedtype ID: Hashable
  static func id(of element: Element) -> ID
}

/// Elements that have an id.
nonisolated enum OwnID<Element: Identifiable>: ElementIdentifying {
  static func id(of element: Element) -> Element.ID { element.id }
}

/// Elements that are their own ids.
nonisolated enum OwnValue<Element: Hashable>: ElementIdentifying {
  static func id(of element: Element) -> Element { element }
}
