import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored variable of a client. A client is a struct whose variables are mostly closures.
struct ClientProperty {
  let name: TokenSyntax
  let binding: PatternBindingSyntax
  private let type: TypeSyntax
  /// The function type of the closure, or `nil` if the variable is not a closure.
  private let function: FunctionTypeSyntax?
  private let initialValue: ExprSyntax?

  /// Returns `nil` if the variable has no type annotation, or if the binding declares a tuple.
  init?(_ binding: PatternBindingSyntax) {
    guard let name = binding.name, let type = binding.typeAnnotation?.type.trimmed else { return nil }
    self.name = name
    self.binding = binding
    self.type = type
    function = type.function
    initialValue = binding.initializer?.value.trimmed
  }

  /// Whether `init()` can set the variable, because the variable is a closure or has an initial value.
  var isSetWithoutArgument: Bool { function != nil || initialValue != nil }

  /// Whether the variable is a closure that must have an initial value, but has none. A closure needs none if a
  /// generated closure can report the call, and then throw any error, return `nil` or return nothing.
  var lacksInitialValue: Bool {
    guard let function, initialValue == nil else { return false }
    return !function.throwsAnyError && !function.returnsNothing && function.returnClause.type.unwrapped == nil
  }

  /// The parameter of the memberwise initializer.
  var parameter: String {
    "\(name): \(function == nil ? "" : "@escaping ")\(type)\(initialValue.map { " = \($0)" } ?? "")"
  }

  /// Returns the statements with which `init()` sets the variable to a closure that reports each call, and then calls
  /// the initial value if there is one. Returns `nil` if the variable is not a closure. `client` is the name of the
  /// client's type.
  func reportingAssignment(client: String) -> String? {
    guard let function else { return nil }
    let arguments = (0..<function.parameters.count).map { "argument\($0)" }
    let unimplemented = "ReducerStore.UnimplementedDependency(\"\(client).\(name.text.filter { $0 != "`" })\")"
    guard let initialValue else {
      let ignoredParameters = arguments.isEmpty ? "" : " \(arguments.map { _ in "_" }.joined(separator: ", ")) in"
      return "self.\(name) = {\(ignoredParameters)\n\(function.unimplementedStatements(unimplemented).indented())\n}"
    }
    let namedParameters = arguments.isEmpty ? "" : " \(arguments.joined(separator: ", ")) in"
    return """
      let \(name): \(type) = \(initialValue)
      self.\(name) = {\(namedParameters)
        \(unimplemented).report()
        return \(function.callKeywords)\(name)(\(function.callArguments(arguments)))
      }
      """
  }

  /// Returns a method that calls the closure with argument labels, or `nil` if no argument has a label. `access` is the
  /// access modifier of the method with a space after it, or an empty text.
  func method(_ access: String) -> DeclSyntax? {
    guard let function, function.parameters.contains(where: { $0.label != nil }) else { return nil }
    let arguments = (0..<function.parameters.count).map { "argument\($0)" }
    let parameters = zip(function.parameters, arguments).map { parameter, argument in
      "\(parameter.label?.text ?? "_") \(argument): \(parameter.type.function == nil ? "" : "@escaping ")\(parameter.type.trimmed)"
    }
    let specifiers = function.effectSpecifiers.map { " \($0.trimmed)" } ?? ""
    return """
      \(raw: access)func \(name)(\(raw: parameters.joined(separator: ", ")))\(raw: specifiers) -> \(function.returnClause.type.trimmed) {
        \(raw: function.callKeywords)self.\(name)(\(raw: function.callArguments(arguments)))
      }
      """
  }
}

extension TypeSyntax {
  /// The function type without its attributes, or `nil` if the type is not a function type.
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
  fileprivate var callKeywords: String {
    (effectSpecifiers?.throwsClause == nil ? "" : "try ") + (effectSpecifiers?.asyncSpecifier == nil ? "" : "await ")
  }

  /// Returns the code of the arguments of a call, with `&` before arguments for `inout` parameters.
  fileprivate func callArguments(_ arguments: [String]) -> String {
    zip(parameters, arguments).map { parameter, argument in
      let isInOut =
        parameter.type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" } ?? false
      return (isInOut ? "&" : "") + argument
    }
    .joined(separator: ", ")
  }

  /// Returns the statements of a closure without an implementation. `unimplemented` is the expression
  /// that creates its `UnimplementedDependency`.
  fileprivate func unimplementedStatements(_ unimplemented: String) -> String {
    if throwsAnyError { return "let error = \(unimplemented)\nerror.report()\nthrow error" }
    return "\(unimplemented).report()" + (returnsNothing ? "" : "\nreturn nil")
  }
}
