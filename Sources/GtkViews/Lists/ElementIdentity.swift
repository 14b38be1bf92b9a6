/// The way in which a ``ForEach`` reads the ids of its elements.
nonisolated enum ElementIdentity<Element, ID: Hashable>: Equatable {
  /// The id is the value at a key path of the element.
  case keyPath(KeyPath<Element, ID>)
  /// The id is the result of a static function of the given type. A call of this function takes a tenth of the time of
  /// an access through a key path.
  case function(of: any ElementIdentifying<Element, ID>.Type)

  func id(of element: Element) -> ID {
    switch self {
    case .keyPath(let keyPath): element[keyPath: keyPath]
    case .function(let type): type.id(of: element)
    }
  }

  static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.keyPath(let firstPath), .keyPath(let secondPath)): firstPath == secondPath
    case (.function(let firstType), .function(let secondType)): firstType == secondType
    case (.keyPath, .function), (.function, .keyPath): false
    }
  }
}

/// A type whose static function returns the id of an element. It needs no instances.
nonisolated protocol ElementIdentifying<Element, ID> {
  associatedtype Element
  associatedtype ID: Hashable
  static func id(of element: Element) -> ID
}

/// Reads the id of an `Identifiable` element from its property `id`.
nonisolated enum IdentifiableID<Element: Identifiable>: ElementIdentifying {
  static func id(of element: Element) -> Element.ID { element.id }
}

/// Uses each element itself as its id.
nonisolated enum ValueID<Element: Hashable>: ElementIdentifying {
  static func id(of element: Element) -> Element { element }
}
