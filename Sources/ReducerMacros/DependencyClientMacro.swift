import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: adds two initializers to a client, and methods with labels for its closures.
enum DependencyClientMacro: MemberMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.report(.error("client-is-no-struct", "“@DependencyClient” is for a struct of closures."), at: node)
      return []
    }
    let properties = declaration.clientProperties
    let incomplete = properties.filter(\.needsDefault)
    for property in incomplete { reportMissingDefault(property, in: context) }
    guard incomplete.isEmpty else { return [] }
    let access = declaration.memberAccess
    var members = properties.compactMap { $0.method(access) }
    if !properties.isEmpty, !declaration.declaresInitializer(properties.map(\.name.text)) {
      members.append(memberwiseInitializer(properties, access))
    }
    if properties.allSatisfy(\.hasDefault), !declaration.declaresInitializer([]) {
      members.append(unimplementedInitializer(properties, of: declaration.name.text, access))
    }
    return members
  }

  /// Returns an initializer with a parameter for each property.
  private static func memberwiseInitializer(_ properties: [ClientProperty], _ access: String) -> DeclSyntax {
    """
    \(raw: access)init(
    \(raw: properties.map(\.parameter).joined(separator: ",\n").indented())
    ) {
    \(raw: properties.map { "self.\($0.name) = \($0.name)" }.joined(separator: "\n").indented())
    }
    """
  }

  /// Returns `init()`, whose closures report their calls.
  private static func unimplementedInitializer(
    _ properties: [ClientProperty], of client: String, _ access: String
  ) -> DeclSyntax {
    let lines = properties.compactMap { $0.assignment(client) }
    guard !lines.isEmpty else { return "\(raw: access)init() {}" }
    return """
      \(raw: access)init() {
      \(raw: lines.joined(separator: "\n").indented())
      }
      """
  }

  /// Reports a closure that needs an initial value: see ``ClientProperty/needsDefault``.
  private static func reportMissingDefault(_ property: ClientProperty, in context: some MacroExpansionContext) {
    context.report(
      .error(
        "client-needs-default",
        "“\(property.name)” cannot throw an error of any type, so it needs a closure that gives a value for tests: “= { … }”."
      ),
      at: property.binding)
  }
}

extension StructDeclSyntax {
  /// The stored variables of a client.
  fileprivate var clientProperties: [ClientProperty] {
    memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter(\.isStoredVariable).flatMap {
      variable in
      variable.bindings.compactMap(ClientProperty.init)
    }
  }

  /// Whether the struct has an initializer whose parameters have these labels.
  fileprivate func declaresInitializer(_ labels: [String]) -> Bool {
    memberBlock.members.contains { member in
      member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }
}
