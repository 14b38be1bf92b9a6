internal import GtkBridge
@_spi(Reflection) internal import Swift

/// Whether the caller runs where the main actor is.
enum MainLoopThread {
  static var isCurrent: Bool { MainLoop.isFirstThread }
}

/// What is known of a type of view, found once: where its dynamic properties are, and how two values of it are compared.
struct ViewLayout<Content> {
  /// A property that is connected with the view's node, such as a ``State``.
  struct DynamicPropertyField {
    let offset: Int
    /// Connects the property at an address with what the node keeps for it.
    let attach: @MainActor (UnsafeMutableRawPointer, inout AnyObject?, ViewNode) -> Void
  }

  /// A stored property that takes part in comparing two views.
  private struct ComparedField {
    let offset: Int
    let areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  }

  private(set) var dynamicProperties: [DynamicPropertyField] = []
  private var compared: [ComparedField] = []
  private var comparison = Comparison.byFields

  private enum Comparison {
    case byFields
    case byValue((Content, Content) -> Bool)
    /// Some field cannot be compared, such as a closure: two views are never taken as equal.
    case never
  }

  /// The layout of this type.
  @MainActor static var shared: ViewLayout {
    let key = ObjectIdentifier(Content.self)
    // Safe because the value under a type's key was put there with this very type.
    if let known = layouts[key] { return (known as! LayoutBox<Content>).layout }
    let layout = ViewLayout()
    layouts[key] = LayoutBox(layout: layout)
    return layout
  }

  private init() {
    var isComparable = true
    _ = _forEachField(of: Content.self) { _, offset, type, _ in
      if let property = type as? any DynamicProperty.Type {
        dynamicProperties.append(Self.field(property, offset: offset))
      } else if let areEqual = memoryComparison(of: type) {
        compared.append(ComparedField(offset: offset, areEqual: areEqual))
      } else {
        isComparable = false
      }
      return true
    }
    if let areEqual = equality(of: Content.self) {
      comparison = .byValue(areEqual)
    } else if !isComparable {
      comparison = .never
    }
  }

  /// Whether two views show the same, as far as their stored properties say. State is not looked at: it is the node's.
  func areEqual(_ first: Content, _ second: Content) -> Bool {
    switch comparison {
    case .never: false
    case .byValue(let areEqual): areEqual(first, second)
    case .byFields:
      withUnsafePointer(to: first) { first in
        withUnsafePointer(to: second) { second in
          compared.allSatisfy { $0.areEqual(UnsafeRawPointer(first) + $0.offset, UnsafeRawPointer(second) + $0.offset) }
        }
      }
    }
  }

  private static func field<Property: DynamicProperty>(_ type: Property.Type, offset: Int) -> DynamicPropertyField {
    DynamicPropertyField(offset: offset) { address, slot, node in
      address.assumingMemoryBound(to: Property.self).pointee._attach(&slot, to: node)
    }
  }
}

private final class LayoutBox<Content> {
  let layout: ViewLayout<Content>
  init(layout: ViewLayout<Content>) { self.layout = layout }
}

@MainActor private var layouts: [ObjectIdentifier: AnyObject] = [:]

/// How two values of a type are compared in memory, or `nil` if they cannot be.
private func memoryComparison(of type: Any.Type) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
  func open<Value>(_ type: Value.Type) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    if let areEqual = equality(of: type) {
      return { areEqual($0.assumingMemoryBound(to: type).pointee, $1.assumingMemoryBound(to: type).pointee) }
    }
    if type is AnyObject.Type {
      return {
        $0.assumingMemoryBound(to: AnyObject.self).pointee === $1.assumingMemoryBound(to: AnyObject.self).pointee
      }
    }
    guard _isPOD(type), MemoryLayout<Value>.size == MemoryLayout<Value>.stride else { return nil }
    let size = MemoryLayout<Value>.size
    return { first, second in
      UnsafeRawBufferPointer(start: first, count: size).elementsEqual(UnsafeRawBufferPointer(start: second, count: size))
    }
  }
  return _openExistential(type, do: open)
}

/// The `==` of a type, or `nil` if it has none.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> (Value, Value) -> Bool {
    // Safe because Comparable is Value: it was found by casting it.
    { ($0 as! Comparable) == ($1 as! Comparable) }
  }
  guard let type = type as? any Equatable.Type else { return nil }
  return open(type)
}
