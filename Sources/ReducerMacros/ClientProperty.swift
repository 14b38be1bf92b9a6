import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored variable of a client: most often a closure.
struct ClientProperty {
  let name: TokenSyntax
  let binding: PatternBindingSyntax
  private let type: TypeSyntax
  /// The type as a function, or `nil` if the variable is no closure.
  private let function: FunctionTypeSyntax?
  private let defaultValue: ExprSyntax?

  /// `nil` if the variable has no type annotation.
  init?(_ binding: PatternBindingSyntax) {
    guard let name = binding.name, let type = binding.typeAnnotation?.type.trimmed else { return nil }
    self.name = name
    self.binding = binding
    self.type = type
    function = type.function
    defaultValue = binding.initializer?.value.trimmed
  }

  /// Whether the variable has a value where the caller gives none.
  var hasDefault: Bool { function != nil || defaultValue != nil }

  /// Whether the closure has no value to return in a test, and no error to throw.
  var needsDefault: Bool {
    guard let function, defaultValue == nil else { return false }
    return !function.throwsAnyError && !function.returnsNothing && function.returnClause.type.unwrapped == nil
  }

  /// The parameter of the memberwise initializer.
  var parameter: String {
    "\(name): \(function == nil ? "" : "@escaping ")\(type)\(defaultValue.map { " = \($0)" } ?? "")"
  }

  /// The statement that gives the closure its default, or `nil` if the variable is no closure.
  func assignment(_ client: String) -> String? {
    guard let function else { return nil }
    let arguments = (0..<function.parameters.count).map { "argument\($0)" }
    let unimplemented = "ReducerStore.UnimplementedDependency(\"\(client).\(name.text.filter { $0 != "`" })\")"
    guard let defaultValue else {
      let ignored = arguments.isEmpty ? "" : " \(arguments.map { _ in "_" }.joined(separator: ", ")) in"
      return "self.\(name) = {\(ignored)\n\(function.end(unimplemented).indented())\n}"
    }
    let named = arguments.isEmpty ? "" : " \(arguments.joined(separator: ", ")) in"
    return """
      let \(name): \(type) = \(defaultValue)
      self.\(name) = {\(named)
        \(unimplemented).report()
        return \(function.effects)\(name)(\(function.call(arguments)))
      }
      """
  }

  /// The method that calls the closure with labels, or `nil` if no argument has a label.
  func method(_ access: String) -> DeclSyntax? {
    guard let function, function.parameters.contains(where: { $0.label != nil }) else { return nil }
    let arguments = (0..<function.parameters.count).map { "argument\($0)" }
    let parameters = zip(function.parameters, arguments).map { parameter, argument in
      "\(parameter.label?.text ?? "_") \(argument): \(parameter.type.function == nil ? "" : "@escaping ")\(parameter.type.trimmed)"
    }
    let specifiers = function.effectSpecifiers.map { " \($0.trimmed)" } ?? ""
    return """
      \(raw: access)func \(name)(\(raw: parameters.joined(separator: ", ")))\(raw: specifiers) -> \(function.returnClause.type.trimmed) {
        \(raw: function.effects)self.\(name)(\(raw: function.call(arguments)))
      }
      """
  }
}

extension TypeSyntax {
  /// The type as a function, without its attributes.
  fileprivate var function: FunctionTypeSyntax? {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.function }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first { return element.type.function }
    return self.as(FunctionTypeSyntax.self)
  }
}

extension TupleTypeElementSyntax {
  /// The label that a caller of the method writes: `id` of `(_ id: Int)`.
  fileprivate var label: TokenSyntax? { secondName?.trimmed }
}

extension FunctionTypeSyntax {
  /// Whether the function can throw an error of any type.
  fileprivate var throwsAnyError: Bool {
    guard let clause = effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type else { return true }
    return ["any Error", "any Swift.Error"].contains(type.trimmedDescription)
  }

  /// Whether the function returns nothing.
  fileprivate var returnsNothing: Bool { ["Void", "()", "Swift.Void"].contains(returnClause.type.trimmedDescription) }

  /// The keywords in front of a call.
  fileprivate var effects: String {
    (effectSpecifiers?.throwsClause == nil ? "" : "try ") + (effectSpecifiers?.asyncSpecifier == nil ? "" : "await ")
  }

  /// The arguments of a call.
  fileprivate func call(_ arguments: [String]) -> String {
    zip(parameters, arguments).map { parameter, argument in
      let isInOut = parameter.type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" } ?? false
      return (isInOut ? "&" : "") + argument
    }
    .joined(separator: ", ")
  }

  /// The statements of a closure without an implementation.
  fileprivate func end(_ unimplemented: String) -> String {
    if throwsAnyError { return "let error = \(unimplemented)\nerror.report()\nthrow error" }
    return "\(unimplemented).report()" + (returnsNothing ? "" : "\nreturn nil")
  }
}
