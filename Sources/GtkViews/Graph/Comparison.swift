internal import GtkBridge
@_spi(Reflection) internal import Swift

/// Returns whether two values in memory are the same: see ``memoryComparison(of:kind:)``.
typealias MemoryComparison = @MainActor (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// Returns a function that compares two values of a type in memory. Returns `nil` if values of the type cannot be
/// compared. Callers treat two values of such a type as different.
///
/// Objects are compared by identity, other `Equatable` values by `==`, structs field by field, and other values without
/// references by their bytes. Bindings are the same if they have the same source. Two closures are the same if they
/// have the same function and capture nothing. Closures that capture something are treated as different.
///
/// `kind` is the kind of the type in Swift's metadata, such as a struct or a function.
@MainActor
func memoryComparison(of type: Any.Type, kind: _MetadataKind) -> MemoryComparison? {
  func open<Value>(_ type: Value.Type) -> MemoryComparison? {
    if isReference(type) { return pointerComparison }
    if let areEqual = equality(of: type) {
      return { areEqual($0.assumingMemoryBound(to: type).pointee, $1.assumingMemoryBound(to: type).pointee) }
    }
    if let type = type as? any BindingComparing.Type { return type.comparison }
    if kind == .struct, let comparison = structComparison(of: type) { return comparison }
    if kind == .function, MemoryLayout<Value>.size == 2 * MemoryLayout<UInt>.size { return closureComparison }
    if _isPOD(type) { return byteComparison(count: MemoryLayout<Value>.size) }
    return (type as? any OptionalComparing.Type)?.comparison
  }
  return _openExistential(type, do: open)
}

/// Returns the comparison of ``memoryComparison(of:kind:)`` as a function of two values. Returns `nil` for types that
/// cannot be compared. Also returns `nil` for dynamic properties and modifiers, because ``ViewFields`` treats their
/// fields separately.
@MainActor
func fieldComparison<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard !(type is any DynamicProperty.Type), !(type is any ViewModifier.Type) else { return nil }
  if !isReference(type), let areEqual = equality(of: type) { return areEqual }
  guard let comparison = memoryComparison(of: type, kind: SingleFieldStruct<Value>.kind) else { return nil }
  return { first, second in
    withUnsafePointer(to: first) { first in
      withUnsafePointer(to: second) { second in MainLoop.isolated { comparison(first, second) } }
    }
  }
}

/// Returns whether two structs contain the same closure. The closure must be the only field of the struct. Closures
/// with captured values are treated as different.
///
/// The parameters are structs, because Swift wraps a closure in another closure when the closure is passed as a generic
/// value.
func haveSameClosure<Wrapper>(_ first: Wrapper, _ second: Wrapper) -> Bool {
  withUnsafePointer(to: first) { first in withUnsafePointer(to: second) { closureComparison(first, $0) } }
}

/// Returns a function that compares two values: objects by identity, and `Equatable` values by `==`. Returns `nil` for
/// other types.
func valueComparison<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard isReference(type) else { return equality(of: type) }
  return { first, second in
    withUnsafePointer(to: first) { first in withUnsafePointer(to: second) { pointerComparison(first, $0) } }
  }
}

/// Returns the `==` of a type, or `nil` if it has none.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func open<EquatableValue: Equatable>(_ type: EquatableValue.Type) -> (Value, Value) -> Bool {
    { first, second in
      withUnsafePointer(to: first) { first in
        withUnsafePointer(to: second) { second in
          // Safe because `EquatableValue` and `Value` are the same type. A cast of each value would take longer than
          // most comparisons.
          UnsafeRawPointer(first).assumingMemoryBound(to: EquatableValue.self).pointee
            == UnsafeRawPointer(second).assumingMemoryBound(to: EquatableValue.self).pointee
        }
      }
    }
  }
  guard let type = type as? any Equatable.Type else { return nil }
  return open(type)
}

/// Returns whether a type is a class or an optional class. A field of such a type, also a weak field, contains a
/// pointer that identifies the object.
private func isReference(_ type: Any.Type) -> Bool {
  type is AnyClass || (type as? any OptionalComparing.Type)?.wrapsClass == true
}

/// Compares two pointers, such as references to objects.
private let pointerComparison: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool = { first, second in
  first.loadUnaligned(as: UInt.self) == second.loadUnaligned(as: UInt.self)
}

/// Compares closures. A closure consists of a pointer to a function and a pointer to its captured values, which is 0 if
/// the closure captures nothing.
private let closureComparison: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool = { first, second in
  let (first, second) = (first.loadUnaligned(as: (UInt, UInt).self), second.loadUnaligned(as: (UInt, UInt).self))
  return first == second && first.1 == 0
}

/// Returns a comparison of bytes. The comparison includes the padding between fields, which may differ between equal
/// values. Such values are treated as different, which only causes an unnecessary evaluation of a body.
private func byteComparison(count: Int) -> MemoryComparison {
  { first, second in
    UnsafeRawBufferPointer(start: first, count: count).elementsEqual(
      UnsafeRawBufferPointer(start: second, count: count))
  }
}

/// Returns a comparison of structs field by field. Returns `nil` if a field cannot be compared, or if reflection does
/// not return the fields.
@MainActor
private func structComparison<Value>(of type: Value.Type) -> MemoryComparison? {
  var fields: [ComparedField] = []
  let areAllComparable = _forEachField(of: type) { _, offset, type, kind in
    guard let areEqual = memoryComparison(of: type, kind: kind) else { return false }
    fields.append(ComparedField(offset: offset, areEqual: areEqual))
    return true
  }
  guard areAllComparable, !fields.isEmpty || MemoryLayout<Value>.size == 0 else { return nil }
  return { first, second in ComparedField.areAllEqual(fields, first, second) }
}

/// A field of a struct, and the comparison of two values of it.
struct ComparedField {
  /// The offset of the field in the struct, in bytes.
  let offset: Int
  let areEqual: MemoryComparison

  /// Returns whether two structs have the same values in these fields. `allSatisfy` is not used, because the runtime
  /// would then check for each field that the code runs on the main actor.
  @MainActor static func areAllEqual(
    _ fields: [ComparedField], _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> Bool {
    for field in fields where !field.areEqual(first + field.offset, second + field.offset) { return false }
    return true
  }
}

/// A binding of any type. Bindings are compared by their sources.
private protocol BindingComparing {
  @MainActor static var comparison: MemoryComparison { get }
}

extension Binding: BindingComparing {
  @MainActor fileprivate static var comparison: MemoryComparison {
    { $0.assumingMemoryBound(to: Self.self).pointee.isSame(as: $1.assumingMemoryBound(to: Self.self).pointee) }
  }
}

/// An optional of any type.
private protocol OptionalComparing {
  static var wrapsClass: Bool { get }
  @MainActor static var comparison: MemoryComparison? { get }
}

extension Optional: OptionalComparing {
  static var wrapsClass: Bool { Wrapped.self is AnyClass }

  @MainActor static var comparison: MemoryComparison? {
    guard let areEqual = memoryComparison(of: Wrapped.self, kind: SingleFieldStruct<Wrapped>.kind) else { return nil }
    return { first, second in
      switch (first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee) {
      case (nil, nil): true
      case (let first?, let second?):
        withUnsafePointer(to: first) { first in withUnsafePointer(to: second) { areEqual(first, $0) } }
      default: false
      }
    }
  }
}

/// A struct with one field of the type `Value`. Reflection of the field returns the metadata kind of the type.
private struct SingleFieldStruct<Value> {
  let value: Value

  static var kind: _MetadataKind {
    var found = _MetadataKind.opaque
    _forEachField(of: Self.self) { _, _, _, kind in
      found = kind
      return true
    }
    return found
  }
}
