import SwiftSyntax
import SwiftSyntaxBuilder

/// The types of the state and the actions of a reducer, as they are written in the type of its `body` or in the
/// parameters of its `reduce(into:action:)`.
///
/// A reducer that declares no types `State` and `Action` writes other types there: `var body: some Reducer<Int, Void>`.
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
      state = foreign(parameters[0].type.withoutSpecifiers, own: "State")
      action = foreign(parameters[1].type, own: "Action")
    }
  }

  /// Sets the types from `some Reducer<Int, Void>`, `some ReducerOf<Other>` or `Reduce<Int, Void>`.
  private mutating func read(bodyType: TypeSyntax) {
    let type = bodyType.as(SomeOrAnyTypeSyntax.self)?.constraint ?? bodyType
    let arguments = type.genericArguments?.compactMap { $0.argument.as(TypeSyntax.self)?.trimmed } ?? []
    switch (type.lastName, arguments.count) {
    case ("Reducer", 2), ("Reduce", 2):
      state = foreign(arguments[0], own: "State")
      action = foreign(arguments[1], own: "Action")
    case ("ReducerOf", 1) where arguments[0].trimmedDescription != "Self":
      state = "\(arguments[0]).State"
      action = "\(arguments[0]).Action"
    default: break
    }
  }

  /// Returns the type, or `nil` if it is the reducer's own `State` or `Action`.
  private func foreign(_ type: TypeSyntax, own: String) -> TypeSyntax? {
    [own, "Self.\(own)"].contains(type.trimmedDescription) ? nil : type.trimmed
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
