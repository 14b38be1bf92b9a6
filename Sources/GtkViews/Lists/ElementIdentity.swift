/// Returns the ids of a ``ForEach``'s elements.
nonisolated enum ElementIdentity<Element, ID: Hashable>: Equatable {
  /// Reads the id at a key path of the element.
  case path(KeyPath<Element, ID>)
  /// Reads the id with a static function. This takes a tenth of the time of a key path.
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

/// A type that returns the ids of elements with a static function.
nonisolated protocol ElementIdentifying<Element, ID> {
  associatedtype Element
  associatedtype ID: Hashable
  static func id(of element: Element) -> ID
}

/// The ids of `Identifiable` elements.
nonisolated enum OwnID<Element: Identifiable>: ElementIdentifying {
  static func id(of element: Element) -> Element.ID { element.id }
}

/// The ids of elements that are identified by their own value.
nonisolated enum OwnValue<Element: Hashable>: ElementIdentifying {
  static func id(of element: Element) -> Element { element }
}
