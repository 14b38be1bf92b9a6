/// An item that is given an identity by one of its own properties, because it has none of its own.
///
/// It lets a type that is not `Identifiable` be presented by what it is known by: an episode by its `guid`, a message by itself.
///
/// ```swift
/// content.sheet(item: $message[identifiedBy: \.self]) { Text($0.item) }
/// ```
public struct IdentifiableItem<Item, ID: Hashable>: Identifiable {
  /// The item itself.
  public var item: Item

  private let idKeyPath: KeyPath<Item, ID>

  /// Identifies an item by the property that the key path leads to.
  public init(_ item: Item, id: KeyPath<Item, ID>) {
    self.item = item
    self.idKeyPath = id
  }

  /// What identifies the item: read through the key path each time, so that it follows the item.
  public var id: ID { item[keyPath: idKeyPath] }
}

extension IdentifiableItem: Equatable where Item: Equatable {}
extension IdentifiableItem: Hashable where Item: Hashable {}

extension Optional {
  /// The value with an identity that one of its properties gives it, or `nil` when there is no value.
  ///
  /// Writing an identified item writes the item; writing `nil` writes `nil`. Through a binding, `$episode[identifiedBy: \.guid]` can be
  /// handed to all that wants a binding to something `Identifiable`.
  @_disfavoredOverload
  public subscript<ID: Hashable>(identifiedBy id: KeyPath<Wrapped, ID>) -> IdentifiableItem<Wrapped, ID>? {
    get { map { IdentifiableItem($0, id: id) } }
    set { self = newValue?.item }
  }
}
