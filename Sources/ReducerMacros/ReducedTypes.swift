import SwiftSyntax
import SwiftSyntaxBuilder

/// The types of the state and the actions of a reducer, as they are written in the type of its `body` or in the
/// parameters of its `reduce(into:action:)`.
///
/// A reducer without its own types `State` and `Action` names other types in these places:
/// `var body: some Reducer<Int, Void>`.
struct ReducedTypes {
  /// The type of the state, or `nil` if it is the reducer's own `State` or is not written.
  private(set) var state: TypeSyntax?
  /// The type of the actions, or `nil` if it is the reducer's own `Action` or is not written.
  private(set) var action: TypeSyntax?

  init(of declaration: StructDeclSyntax) {
    let members = declaration.memberBlock.members
    for variable in members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
      guard let binding = variable.bindings.first, binding.name?.text == "body" else { continue }
      if let type = binding.typeAnnotation?.type { read(bodyType: type) }
    }
    for function in members.compactMap({ $0.decl.as(FunctionDeclSyntax.self) }) where function.isReduce {
      let parameters = Array(function.signature.parameterClause.parameters)
      state = otherType(parameters[0].type.withoutSpecifiers, than: "State")
      action = otherType(parameters[1].type, than: "Action")
    }
  }

  /// Sets the types from `some Reducer<Int, Void>`, `some ReducerOf<Other>` or `Reduce<Int, Void>`.
  private mutating func read(bodyType: TypeSyntax) {
    let type = bodyType.as(SomeOrAnyTypeSyntax.self)?.constraint ?? bodyType
    let arguments = type.genericArguments?.compactMap { $0.argument.as(TypeSyntax.self)?.trimmed } ?? []
    switch (type.lastName, arguments.count) {
    case ("Reducer", 2), ("Reduce", 2):
      state = otherType(arguments[0], than: "State")
      action = otherType(arguments[1], than: "Action")
    case ("ReducerOf", 1) where arguments[0].trimmedDescription != "Self":
      state = "\(arguments[0]).State"
      action = "\(arguments[0]).Action"
    default: break
    }
  }

  /// Returns the type, or `nil` if it is the reducer's own type with the name `ownName`.
  private func otherType(_ type: TypeSyntax, than ownName: String) -> TypeSyntax? {
    [ownName, "Self.\(ownName)"].contains(type.trimmedDescription) ? nil : type.trimmed
  }
}

extension TypeSyntax {
  /// The type without specifiers: `State` for `inout State`.
  fileprivate var withoutSpecifiers: TypeSyntax {
    self.as(AttributedTypeSyntax.self)?.baseType ?? self
  }
}

extension FunctionDeclSyntax {
  /// Whether the function is the `reduce(into:action:)` of a reducer.
  var isReduce: Bool {
    name.text == "reduce" && signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
  }
}
