import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: adds two initializers to a client, which is a struct of closures. One has a parameter for each
/// property. The other is `init()`, whose closures report their calls. `init()` is not added if a property that is no
/// closure lacks an initial value. An initializer that the client declares itself is not added either.
///
/// Also adds a method for each closure whose type names its arguments. The method has these names as argument labels.
///
/// If a closure lacks an initial value that it needs, the macro reports an error and adds nothing.
enum DependencyClientMacro: MemberMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.report(
        .error("client-is-no-struct", "“@DependencyClient” can only be used on a struct of closures."), at: node)
      return []
    }
    let properties = declaration.clientProperties
    let incomplete = properties.filter(\.lacksInitialValue)
    for property in incomplete { reportMissingInitialValue(property, in: context) }
    guard incomplete.isEmpty else { return [] }
    let access = declaration.memberAccess
    var members = properties.compactMap { $0.method(access) }
    if !properties.isEmpty, !declaration.declaresInitializer(labels: properties.map(\.name.text)) {
      members.append(memberwiseInitializer(properties, access))
    }
    if properties.allSatisfy(\.isSetWithoutArgument), !declaration.declaresInitializer(labels: []) {
      members.append(reportingInitializer(properties, of: declaration.name.text, access))
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

  /// Returns `init()`. It sets each closure to a closure that reports its calls.
  private static func reportingInitializer(
    _ properties: [ClientProperty], of client: String, _ access: String
  ) -> DeclSyntax {
    let lines = properties.compactMap { $0.reportingAssignment(client: client) }
    guard !lines.isEmpty else { return "\(raw: access)init() {}" }
    return """
      \(raw: access)init() {
      \(raw: lines.joined(separator: "\n").indented())
      }
      """
  }

  /// Reports a closure that needs an initial value: see ``ClientProperty/lacksInitialValue``.
  private static func reportMissingInitialValue(_ property: ClientProperty, in context: some MacroExpansionContext) {
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
  fileprivate func declaresInitializer(labels: [String]) -> Bool {
    memberBlock.members.contains { member in
      member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }
}
