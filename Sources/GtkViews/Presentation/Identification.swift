/// A function that returns the identity of an item: the value at a key path. The function can be sent between actors,
/// unlike a key path.
nonisolated struct Identification<Item, ID: Hashable>: @unchecked Sendable {
  // Safe because a key path is a constant: it is written as a literal and captures only constants.
  private let keyPath: KeyPath<Item, ID>

  init(_ keyPath: KeyPath<Item, ID>) {
    self.keyPath = keyPath
  }

  func callAsFunction(_ item: Item) -> AnyHashable { AnyHashable(item[keyPath: keyPath]) }
}
