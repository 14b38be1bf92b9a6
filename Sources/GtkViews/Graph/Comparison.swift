@_spi(Reflection) internal import Swift

/// Whether two values in memory are the same.
typealias MemoryComparison = @MainActor (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// How two values of a type are compared in memory, or `nil` if they cannot be: then they are never taken as the same.
///
/// What is equal by `==` is the same; objects are the same by identity; plain bytes by their values; structs if all of their fields are;
/// bindings if they are onto the same. A closure that captures nothing is the same as another of the same function; one that captures something
/// cannot be compared.
@MainActor
func memoryComparison(of type: Any.Type, kind: _MetadataKind) -> MemoryComparison? {
  func open<Value>(_ type: Value.Type) -> MemoryComparison? {
    if isReference(type) { return wordComparison }
    if let areEqual = equality(of: type) {
      return { areEqual($0.assumingMemoryBound(to: type).pointee, $1.assumingMemoryBound(to: type).pointee) }
    }
    if let type = type as? any BindingComparing.Type { return type.comparison }
    if kind == .struct, let comparison = fieldComparison(of: type) { return comparison }
    if kind == .function, MemoryLayout<Value>.size == 2 * MemoryLayout<UInt>.size { return closureComparison }
    if _isPOD(type) { return byteComparison(count: MemoryLayout<Value>.size) }
    return (type as? any OptionalComparing.Type)?.comparison
  }
  return _openExistential(type, do: open)
}

/// How to tell that a value was replaced by the same one: an object by identity, what is equatable by `==`; `nil` if neither is possible.
func sameness<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard isReference(type) else { return equality(of: type) }
  return { first, second in withUnsafePointer(to: first) { first in withUnsafePointer(to: second) { wordComparison(first, $0) } } }
}

/// The `==` of a type, or `nil` if it has none.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> (Value, Value) -> Bool {
    { first, second in
      withUnsafePointer(to: first) { first in
        withUnsafePointer(to: second) { second in
          // Safe because Comparable is Value: it was found by casting it. A cast of each value would take longer than most comparisons.
          UnsafeRawPointer(first).assumingMemoryBound(to: Comparable.self).pointee
            == UnsafeRawPointer(second).assumingMemoryBound(to: Comparable.self).pointee
        }
      }
    }
  }
  guard let type = type as? any Equatable.Type else { return nil }
  return open(type)
}

/// A class, or an optional one: its word says which object it is, also where the field holds it weakly.
private func isReference(_ type: Any.Type) -> Bool {
  type is AnyClass || (type as? any OptionalComparing.Type)?.wrapsClass == true
}

private let wordComparison: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool = { first, second in
  first.loadUnaligned(as: UInt.self) == second.loadUnaligned(as: UInt.self)
}

/// A closure is a function and what it captures: no object if that is nothing.
private let closureComparison: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool = { first, second in
  let (first, second) = (first.loadUnaligned(as: (UInt, UInt).self), second.loadUnaligned(as: (UInt, UInt).self))
  return first == second && first.1 == 0
}

/// Bytes between fields may differ though the values are the same; then they are taken as different, which only costs time.
private func byteComparison(count: Int) -> MemoryComparison {
  { first, second in
    UnsafeRawBufferPointer(start: first, count: count).elementsEqual(UnsafeRawBufferPointer(start: second, count: count))
  }
}

/// Compares a struct field by field, or gives `nil` if one of its fields cannot be compared, or its fields are not known.
@MainActor
private func fieldComparison<Value>(of type: Value.Type) -> MemoryComparison? {
  var fields: [ComparedField] = []
  let isKnown = _forEachField(of: type) { _, offset, type, kind in
    guard let areEqual = memoryComparison(of: type, kind: kind) else { return false }
    fields.append(ComparedField(offset: offset, areEqual: areEqual))
    return true
  }
  guard isKnown, !fields.isEmpty || MemoryLayout<Value>.size == 0 else { return nil }
  return { first, second in ComparedField.areAllEqual(fields, first, second) }
}

/// A field of a struct, and how two of it are compared.
struct ComparedField {
  let offset: Int
  let areEqual: MemoryComparison

  /// Whether two structs are the same in some fields. Not with `allSatisfy`: the runtime would ask at each field whether this is the main actor.
  @MainActor static func areAllEqual(_ fields: [ComparedField], _ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    for field in fields where !field.areEqual(first + field.offset, second + field.offset) { return false }
    return true
  }
}

/// A binding is compared by what it is onto.
private protocol BindingComparing {
  @MainActor static var comparison: MemoryComparison { get }
}

extension Binding: BindingComparing {
  @MainActor fileprivate static var comparison: MemoryComparison {
    { $0.assumingMemoryBound(to: Self.self).pointee.isSame(as: $1.assumingMemoryBound(to: Self.self).pointee) }
  }
}

private protocol OptionalComparing {
  static var wrapsClass: Bool { get }
  @MainActor static var comparison: MemoryComparison? { get }
}

extension Optional: OptionalComparing {
  static var wrapsClass: Bool { Wrapped.self is AnyClass }

  @MainActor static var comparison: MemoryComparison? {
    guard let areEqual = memoryComparison(of: Wrapped.self, kind: Field<Wrapped>.kind) else { return nil }
    return { first, second in
      switch (first.assumingMemoryBound(to: Self.self).pointee, second.assumingMemoryBound(to: Self.self).pointee) {
      case (nil, nil): true
      case (let first?, let second?): withUnsafePointer(to: first) { first in withUnsafePointer(to: second) { areEqual(first, $0) } }
      default: false
      }
    }
  }
}

/// A field of a type, to ask what kind of type it is.
private struct Field<Value> {
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
