/// A function that returns the identity of an item: the value at a key path. The function can be sent between actors,
/// unlike a key path.
nonisolated struct Identification<Item, ID: Hashable>: @unchecked Sendable {
  // Safe because callers pass a literal, such as `\.id`. A key path that captured a mutable object in a subscript would
  // not be safe.
  private let keyPath: KeyPath<Item, ID>

  init(_ keyPath: KeyPath<Item, ID>) {
    self.keyPath = keyPath
  }

  func callAsFunction(_ item: Item) -> AnyHashable { AnyHashable(item[keyPath: keyPath]) }
}
