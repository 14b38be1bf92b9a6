internal import GtkBridge
@_spi(Reflection) internal import Swift

/// A dynamic property of a view type, such as a ``State``. The struct is not nested in the generic ``ViewFields``,
/// because the runtime would then create another struct type for each view type.
struct DynamicPropertyField {
  /// The offset of the property in the view, in bytes.
  let offset: Int
  /// Connects the property at an address with the storage that the node keeps for this property.
  let attach: @MainActor (_ address: UnsafeMutableRawPointer, _ storage: inout AnyObject?, _ node: ViewNode) -> Void
}

/// The stored properties of a view type: the offsets of the dynamic properties in memory, and the comparison of two
/// views by the other properties. There is one object for each type.
@MainActor
final class ViewFields<Content> {
  /// The dynamic properties of the view and of the modifiers in it.
  private(set) var dynamicProperties: [DynamicPropertyField] = []
  private var comparison = Comparison.never
  /// Records whether the bodies of this type read models and stores.
  let observationProfile = ObservationProfile()
  /// Whether the type is declared in the module GtkViews. A report of a misuse names only types of the program.
  private(set) lazy var isOfLibrary = _typeName(Content.self).utf8.starts(with: "GtkViews.".utf8)

  private enum Comparison {
    /// Two views are compared by `==`.
    case byValue((Content, Content) -> Bool)
    /// Two views are compared by these stored properties: all properties that are not dynamic, and the parameters of
    /// dynamic properties.
    case byFields([ComparedField])
    /// Two views are never treated as equal, because a field cannot be compared. For example, the field is a closure.
    case never
  }

  /// The only instance for this type.
  static var shared: ViewFields {
    let key = ObjectIdentifier(Content.self)
    // Safe because the value under a type's key was stored with this type.
    if let known = fieldsByType[key] { return unsafeDowncast(known, to: ViewFields.self) }
    let fields = ViewFields()
    fieldsByType[key] = fields
    return fields
  }

  private init() {
    var compared: [ComparedField]? = []
    collectFields(of: Content.self, at: 0, into: &compared)
    let hasFields = !dynamicProperties.isEmpty || compared?.isEmpty == false
    if let areEqual = equality(of: Content.self) {
      comparison = .byValue(areEqual)
    } else if let compared, hasFields || MemoryLayout<Content>.size == 0 {
      // A type with a size and without fields is an enum. Reflection does not show the cases, so enums without `==` are
      // not compared.
      comparison = .byFields(compared)
    }
  }

  /// Collects the fields of a type that starts at the offset `base` in the view. Sets `compared` to `nil` if a field
  /// cannot be compared.
  private func collectFields(of type: Any.Type, at base: Int, into compared: inout [ComparedField]?) {
    let areFieldsKnown = _forEachField(of: type) { _, offset, type, kind in
      if let property = type as? any DynamicProperty.Type {
        dynamicProperties.append(Self.makeField(for: property, offset: base + offset))
        // The parameters of a configured property are compared. One example is the key of a stored setting.
        if let configured = type as? any ConfiguredProperty.Type {
          compared?.append(ComparedField(offset: base + offset, areEqual: configured.comparison))
        }
      } else if type is any ViewModifier.Type {
        // A modifier can have dynamic properties, like a view. They belong to the modified view.
        collectFields(of: type, at: base + offset, into: &compared)
      } else if let areEqual = memoryComparison(of: type, kind: kind) {
        compared?.append(ComparedField(offset: base + offset, areEqual: areEqual))
      } else {
        compared = nil
      }
      return true
    }
    if !areFieldsKnown { compared = nil }
  }

  /// Returns whether two views are known to be equal, by `==` or by their stored properties. State is not one of the
  /// compared properties, because it belongs to the node.
  func areEqual(_ first: Content, _ second: Content) -> Bool {
    switch comparison {
    case .never: return false
    case .byValue(let areEqual): return areEqual(first, second)
    case .byFields(let fields):
      return withUnsafePointer(to: first) { first in
        withUnsafePointer(to: second) {
          ComparedField.areAllEqual(fields, UnsafeRawPointer(first), UnsafeRawPointer($0))
        }
      }
    }
  }

  private static func makeField<Property: DynamicProperty>(
    for type: Property.Type, offset: Int
  ) -> DynamicPropertyField {
    DynamicPropertyField(offset: offset) { address, storage, node in
      address.assumingMemoryBound(to: Property.self).pointee._attach(&storage, to: node)
    }
  }
}

/// The ``ViewFields`` of all view types that have had a node, by the identifier of the type.
@MainActor private var fieldsByType: [ObjectIdentifier: AnyObject] = [:]
