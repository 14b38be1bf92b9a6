import SwiftSyntax
import SwiftSyntaxBuilder

/// One stored property of an observable state, and the code that the macro generates for it.
struct StateProperty {
  private enum Kind {
    /// The property is stored under its own name.
    case plain
    /// `@ObservationStateTracked` stores the value in a property with another name.
    case tracked
    /// `@Presents` stores the value in a `PresentationState` with another name.
    case presented
    /// The property wrapper `@Shared` or `@SharedReader` stores the value.
    case shared
  }

  let name: TokenSyntax
  private let kind: Kind
  /// Whether the property may hold the state of a feature. `false` if its type is known to be a number, a text or
  /// another scalar.
  private let mayHoldFeature: Bool

  fileprivate init(_ name: TokenSyntax, of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    self.name = name
    kind =
      variable.attributes.have("Shared", "SharedReader")
      ? .shared
      : variable.isStoredVariable && variable.attributes.have("Presents")
        ? .presented : variable.isTracked ? .tracked : .plain
    mayHoldFeature = !binding.isScalar
  }

  /// Whether a macro stores the value in a property with another name.
  var isMoved: Bool { [.tracked, .presented].contains(kind) }

  /// The name, without backquotes.
  var label: String { name.text.filter { $0 != "`" } }

  /// The expression of the value for a dump.
  var reflection: String {
    switch kind {
    case .plain: "\(name) as Any"
    case .tracked, .shared: "\(name.storage) as Any"
    case .presented: "\(name.storage).wrappedValue as Any"
    }
  }

  /// The expression of the property's `StateLocation`, or `nil` if the property needs none.
  var location: String? {
    guard isMoved, mayHoldFeature else { return nil }
    let property = kind == .presented ? "$\(name)" : "\(name)"
    return
      "ReducerStore.StateLocation(\\.\(property), read: { $1($0.\(name.storage)) }, change: { $1(&$0.\(property)) })"
  }
}

extension StructDeclSyntax {
  /// The stored properties, in their order.
  var storedProperties: [Conditional<StateProperty>] {
    memberBlock.members.conditional { member in
      guard
        let variable = member.as(VariableDeclSyntax.self), !variable.isStatic,
        !variable.modifiers.contains(where: { $0.name.text == "lazy" })
      else { return [] }
      return variable.bindings.compactMap { binding in
        guard let name = binding.name, !binding.isComputed else { return nil }
        return StateProperty(name, of: variable, binding)
      }
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property holds a scalar, such as a number or a text. A copy of a scalar is as fast as a change in
  /// place, so a scalar needs no `StateLocation`.
  fileprivate var isScalar: Bool {
    if let type = typeAnnotation?.type { return type.isScalar }
    guard let value = initializer?.value else { return false }
    if let negated = value.as(PrefixOperatorExprSyntax.self) { return negated.expression.isScalar }
    return value.isScalar
  }
}

extension ExprSyntax {
  fileprivate var isScalar: Bool {
    switch kind {
    case .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .stringLiteralExpr: true
    default: false
    }
  }
}

extension TypeSyntax {
  private static let scalars: Set<String> = [
    "Bool", "Character", "Date", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String",
    "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "URL", "UUID",
  ]

  fileprivate var isScalar: Bool {
    if let unwrapped { return unwrapped.isScalar }
    if let type = self.as(MemberTypeSyntax.self), !["Foundation", "Swift"].contains(type.baseType.trimmedDescription) {
      return false
    }
    return genericArguments == nil && lastName.map(Self.scalars.contains) ?? false
  }
}

extension [Conditional<String>] {
  /// Returns the code of an array of the values. The code is a literal. If there are `#if` blocks, it is a series of
  /// statements that append to a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the variable for the array.
  ///   - element: The type of the elements of the array.
  ///   - result: Returns the final expression for the literal or the name of the variable.
  func list(_ name: String, of element: String, result: (String) -> String) -> String {
    let isConditional = contains { if case .condition = $0 { true } else { false } }
    guard isConditional else {
      return result(isEmpty ? "[]" : "[\n\(flatMap(\.all).map { "\($0)," }.joined(separator: "\n").indented())\n]")
    }
    let lines = flatMap { $0.lines { "\(name).append(\($0))" } }
    // `reserveCapacity` changes the variable. Without this change, the compiler would suggest `let` if no `#if`
    // condition is true.
    let first = "var \(name): [\(element)] = []\n\(name).reserveCapacity(\(flatMap(\.all).count))"
    return "\(first)\n\(lines.joined(separator: "\n"))\nreturn \(result(name))"
  }
}
