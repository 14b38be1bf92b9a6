import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored variable of a client, which is a closure in most cases.
struct ClientProperty {
  let name: TokenSyntax
  let binding: PatternBindingSyntax
  private let type: TypeSyntax
  /// The function type of the closure, or `nil` if the variable is no closure.
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

  /// Whether `init()` can set the variable, because it is a closure or has an initial value.
  var hasDefault: Bool { function != nil || defaultValue != nil }

  /// Whether the variable is a closure that must have an initial value. A closure needs none if its unimplemented
  /// default can throw, return `nil` or return nothing.
  var needsDefault: Bool {
    guard let function, defaultValue == nil else { return false }
    return !function.throwsAnyError && !function.returnsNothing && function.returnClause.type.unwrapped == nil
  }

  /// The parameter of the memberwise initializer.
  var parameter: String {
    "\(name): \(function == nil ? "" : "@escaping ")\(type)\(defaultValue.map { " = \($0)" } ?? "")"
  }

  /// Returns the statements of `init()` that set the closure to its unimplemented default, or `nil` if the variable is
  /// no closure. `client` is the name of the client's type.
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

  /// Returns a method that calls the closure with argument labels, or `nil` if no argument has a label. `access` is the
  /// access level of the method.
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
  /// The label of the method's argument: `id` for `(_ id: Int)`.
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

  /// The keywords before a call of the function: `try `, `await `, both, or an empty text.
  fileprivate var effects: String {
    (effectSpecifiers?.throwsClause == nil ? "" : "try ") + (effectSpecifiers?.asyncSpecifier == nil ? "" : "await ")
  }

  /// Returns the code of the arguments of a call, with `&` before arguments for `inout` parameters.
  fileprivate func call(_ arguments: [String]) -> String {
    zip(parameters, arguments).map { parameter, argument in
      let isInOut =
        parameter.type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" } ?? false
      return (isInOut ? "&" : "") + argument
    }
    .joined(separator: ", ")
  }

  /// Returns the statements of an unimplemented closure. `unimplemented` is the expression of its error.
  fileprivate func end(_ unimplemented: String) -> String {
    if throwsAnyError { return "let error = \(unimplemented)\nerror.report()\nthrow error" }
    return "\(unimplemented).report()" + (returnsNothing ? "" : "\nreturn nil")
  }
}
