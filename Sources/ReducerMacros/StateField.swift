import SwiftSyntax
import SwiftSyntaxBuilder

/// One stored field of a state, and its description in an observable state.
struct StateField {
  private enum Kind {
    /// It stays where it was written.
    case plain
    /// `@ObservationStateTracked` keeps it under another name.
    case tracked
    /// `@Presents` keeps it in a `PresentationState`.
    case presented
    /// `@Shared` or `@SharedReader` keeps it in a place of its own.
    case shared
  }

  let name: TokenSyntax
  private let kind: Kind
  /// Whether it may hold a feature's state, as far as one can see.
  private let mayBeRun: Bool

  fileprivate init(_ name: TokenSyntax, of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    self.name = name
    kind =
      variable.attributes.have("Shared", "SharedReader")
      ? .shared
      : variable.isStoredVariable && variable.attributes.have("Presents") ? .presented : variable.isTracked ? .tracked : .plain
    mayBeRun = !binding.isScalar
  }

  /// Whether the field is kept under another name.
  var isMoved: Bool { [.tracked, .presented].contains(kind) }

  /// The name, without backquotes.
  var label: String { name.text.filter { $0 != "`" } }

  /// The expression for a dump.
  var reflection: String {
    switch kind {
    case .plain: "\(name) as Any"
    case .tracked, .shared: "\(name.storage) as Any"
    case .presented: "\(name.storage).wrappedValue as Any"
    }
  }

  /// How a reducer finds a feature's state in it. A field that stays where it was written needs no word.
  var place: String? {
    guard isMoved, mayBeRun else { return nil }
    let property = kind == .presented ? "$\(name)" : "\(name)"
    return "ReducerStore.StateLocation(\\.\(property), read: { $1($0.\(name.storage)) }, change: { $1(&$0.\(property)) })"
  }
}

extension StructDeclSyntax {
  /// The stored fields, in their order.
  var storedFields: [Conditional<StateField>] {
    memberBlock.members.conditional { member in
      guard
        let variable = member.as(VariableDeclSyntax.self), !variable.isStatic,
        !variable.modifiers.contains(where: { $0.name.text == "lazy" })
      else { return [] }
      return variable.bindings.compactMap { binding in
        guard let name = binding.name, !binding.isComputed else { return nil }
        return StateField(name, of: variable, binding)
      }
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property holds a number, a text or the like, which is copied as quickly as it is changed in place.
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
    "Bool", "Character", "Date", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String", "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "URL", "UUID",
  ]

  fileprivate var isScalar: Bool {
    if let unwrapped { return unwrapped.isScalar }
    if let type = self.as(MemberTypeSyntax.self), !["Foundation", "Swift"].contains(type.baseType.trimmedDescription) { return false }
    return genericArguments == nil && lastName.map(Self.scalars.contains) ?? false
  }
}

extension [Conditional<String>] {
  /// The values as one list: a literal, or statements that append them, if some of them are there only under a condition.
  ///
  /// - Parameters:
  ///   - name: What to call the list.
  ///   - element: The type of its elements.
  ///   - result: What to make of the list.
  func list(_ name: String, of element: String, result: (String) -> String) -> String {
    let isConditional = contains { if case .condition = $0 { true } else { false } }
    guard isConditional else {
      return result(isEmpty ? "[]" : "[\n\(flatMap(\.all).map { "\($0)," }.joined(separator: "\n").indented())\n]")
    }
    let lines = flatMap { $0.lines { "\(name).append(\($0))" } }
    // Nothing else may change it, if no condition holds.
    let first = "var \(name): [\(element)] = []\n\(name).reserveCapacity(\(flatMap(\.all).count))"
    return "\(first)\n\(lines.joined(separator: "\n"))\nreturn \(result(name))"
  }
}
