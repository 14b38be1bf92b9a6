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

  /// Returns `nil` if the variable has no type annotation.
  init?(_ binding: PatternBindingSyntax) {
    guard let name = binding.name, let type = binding.typeAnnotation?.type.trimmed else { return nil }
    self.name = name
    self.binding = binding
    self.type = type
    function = type.function
    defaultValue = binding.initializer?.value.trimmed
  }

  /// Whether `init()` can set the variable: it is a closure, or has an initial value.
  var hasDefault: Bool { function != nil || defaultValue != nil }

  /// Whether the closure needs an initial value, because an unimplemented closure could neither throw nor return `nil`
  /// or nothing.
  var needsDefault: Bool {
    guard let function, defaultValue == nil else { return false }
    return !function.throwsAnyError && !function.returnsNothing && function.returnClause.type.unwrapped == nil
  }

  /// The parameter of the memberwise initializer.
  var parameter: String {
    "\(name): \(function == nil ? "" : "@escaping ")\(type)\(defaultValue.map { " = \($0)" } ?? "")"
  }

  /// Returns the statement of `init()` that sets the closure to its unimplemented default, or `nil` if the variable is
  /// no closure.
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

  /// Returns a method with labels that calls the closure, or `nil` if no argument has a label.
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
  /// The function type without its attributes, or `nil` if the type is no function.
  fileprivate var function: FunctionTypeSyntax? {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.function }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first {
      return element.type.function
    }
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

  /// Whether the function returns `Void`.
  fileprivate var returnsNothing: Bool { ["Void", "()", "Swift.Void"].contains(returnClause.type.trimmedDescription) }

  /// The keywords before a call: `try`, `await`, both, or none.
  fileprivate var effects: String {
    (effectSpecifiers?.throwsClause == nil ? "" : "try ") + (effectSpecifiers?.asyncSpecifier == nil ? "" : "await ")
  }

  /// Returns the arguments of a call, with `&` for `inout` parameters.
  fileprivate func call(_ arguments: [String]) -> String {
    zip(parameters, arguments).map { parameter, argument in
      let isInOut =
        parameter.type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" } ?? false
      return (isInOut ? "&" : "") + argument
    }
    .joined(separator: ", ")
  }

  /// Returns the statements of an unimplemented closure.
  fileprivate func end(_ unimplemented: String) -> String {
    if throwsAnyError { return "let error = \(unimplemented)\nerror.report()\nthrow error" }
    return "\(unimplemented).report()" + (returnsNothing ? "" : "\nreturn nil")
  }
}
