/// An item that takes its identity from one of its properties, because its type has no identity of its own.
///
/// A value whose type is not `Identifiable` can then be presented with one of its properties as its id, such as an
/// episode with its `guid`. A string can be its own id.
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

  /// The identity of the item: the current value of the property. A change of the property changes the identity.
  public var id: ID { item[keyPath: idKeyPath] }
}

extension IdentifiableItem: Equatable where Item: Equatable {}
extension IdentifiableItem: Hashable where Item: Hashable {}

extension Optional {
  /// The value with the identity of one of its properties, or `nil` if there is no value.
  ///
  /// Writing an identified item writes the item, and writing `nil` writes `nil`. Through a binding,
  /// `$episode[identifiedBy: \.guid]` can be passed to any API that takes a binding to an optional `Identifiable`
  /// value.
  @_disfavoredOverload
  public subscript<ID: Hashable>(identifiedBy id: KeyPath<Wrapped, ID>) -> IdentifiableItem<Wrapped, ID>? {
    get { map { IdentifiableItem($0, id: id) } }
    set { self = newValue?.item }
  }
}
