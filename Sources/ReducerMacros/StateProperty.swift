import SwiftSyntax
import SwiftSyntaxBuilder

/// One stored property of an observable state, and the code that `@ObservableState` generates for it.
struct StateProperty {
  private enum Kind {
    /// The property is stored under its own name.
    case plain
    /// `@ObservationStateTracked` stores the value in a property with another name.
    case tracked
    /// `@Presents` stores the value in a property with another name, whose type is `PresentationState`.
    case presented
    /// The property wrapper `@Shared` or `@SharedReader` stores the value.
    case shared
  }

  let name: TokenSyntax
  private let kind: Kind
  /// Whether the property may hold the state of a feature. `false` if its type is known to be a number, a text or
  /// another simple type.
  private let mayHoldFeature: Bool

  fileprivate init(_ name: TokenSyntax, of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    self.name = name
    kind =
      variable.attributes.have("Shared", "SharedReader")
      ? .shared
      : variable.isStoredVariable && variable.attributes.have("Presents")
        ? .presented : variable.isTracked ? .tracked : .plain
    mayHoldFeature = !binding.isSimple
  }

  /// Whether a macro stores the value in a property with another name.
  var hasOtherStorage: Bool { [.tracked, .presented].contains(kind) }

  /// The name, without backquotes.
  var label: String { name.text.filter { $0 != "`" } }

  /// The expression that reads the value for a dump of the state, without registering an observer.
  var valueCode: String {
    switch kind {
    case .plain: "\(name) as Any"
    case .tracked, .shared: "\(name.storageName) as Any"
    case .presented: "\(name.storageName).wrappedValue as Any"
    }
  }

  /// The expression of the property's `StateLocation`, with which the feature changes the state of a child feature in
  /// the property without a copy. `nil` if the property cannot hold the state of a child feature, or if no macro stores
  /// the value under another name.
  var locationCode: String? {
    guard hasOtherStorage, mayHoldFeature else { return nil }
    let property = kind == .presented ? "$\(name)" : "\(name)"
    let storage = name.storageName
    return
      "ReducerStore.StateLocation(\\.\(property), read: { $1($0.\(storage)) }, change: { $1(&$0.\(property)) })"
  }
}

extension StructDeclSyntax {
  /// The stored properties, in their order and within their `#if` blocks.
  var storedProperties: [Conditional<StateProperty>] {
    memberBlock.members.conditionalMembers { member in
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
  /// Whether the property holds a simple value, such as a number or a text. A copy of a simple value is as fast as a
  /// change in place, so the property needs no `StateLocation`.
  fileprivate var isSimple: Bool {
    if let type = typeAnnotation?.type { return type.isSimple }
    guard let value = initializer?.value else { return false }
    if let negated = value.as(PrefixOperatorExprSyntax.self) { return negated.expression.isSimple }
    return value.isSimple
  }
}

extension ExprSyntax {
  /// Whether the expression is the literal of a simple value.
  fileprivate var isSimple: Bool {
    switch kind {
    case .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .stringLiteralExpr: true
    default: false
    }
  }
}

extension TypeSyntax {
  private static let simpleTypes: Set<String> = [
    "Bool", "Character", "Date", "Double", "Duration", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "String",
    "UInt", "UInt8", "UInt16",
    "UInt32", "UInt64", "URL", "UUID",
  ]

  /// Whether values of the type are simple. An optional is simple if its wrapped type is.
  fileprivate var isSimple: Bool {
    if let unwrapped { return unwrapped.isSimple }
    // A type in another module or type is not simple, even if its last name is that of a simple type.
    if let type = self.as(MemberTypeSyntax.self), !["Foundation", "Swift"].contains(type.baseType.trimmedDescription) {
      return false
    }
    return genericArguments == nil && lastName.map(Self.simpleTypes.contains) ?? false
  }
}

extension [Conditional<String>] {
  /// Returns code that creates an array of the values. Without `#if` blocks, the code is an expression with an array
  /// literal. With `#if` blocks, the code consists of statements: they append the values to a variable and return the
  /// result.
  ///
  /// - Parameters:
  ///   - variable: The name of the variable for the array.
  ///   - element: The type of the elements of the array.
  ///   - makeResult: Returns the expression of the result. The argument is the literal or the name of the variable.
  func arrayCode(variable: String, of element: String, makeResult: (String) -> String) -> String {
    let isConditional = contains { if case .ifBlock = $0 { true } else { false } }
    guard isConditional else {
      return makeResult(isEmpty ? "[]" : "[\n\(flatMap(\.all).map { "\($0)," }.joined(separator: "\n").indented())\n]")
    }
    let lines = flatMap { $0.lines { "\(variable).append(\($0))" } }
    // If no `#if` condition is true, `reserveCapacity` is the only change of the variable. Without a change, the
    // compiler would warn that the variable should be a `let`.
    let declaration = "var \(variable): [\(element)] = []\n\(variable).reserveCapacity(\(flatMap(\.all).count))"
    return "\(declaration)\n\(lines.joined(separator: "\n"))\nreturn \(makeResult(variable))"
  }
}
