import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: gives an enum a case path for each of its cases.
///
/// The case paths are members of the enum, and not of the extension with the conformance. An extension of a nested type
/// cannot use the short names of the types that it is nested in.
enum CasePathableMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }
}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): ReducerStore.CasePathable {}")]
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.report(
        .error("not-an-enum", "“@CasePathable” is for enums: a \(declaration.kindName) has key paths already."),
        at: node)
      return []
    }
    guard !declaration.declaresType("AllCasePaths"), !hasOverloads(declaration, in: context) else { return [] }
    return members(of: declaration)
  }

  /// Returns the declarations of the case paths: `AllCasePaths`, `allCasePaths` and, for an action with a `binding`
  /// case, `binding`.
  static func members(of declaration: EnumDeclSyntax) -> [DeclSyntax] {
    let access = declaration.memberAccess
    let enumName = declaration.name.trimmed
    let paths = declaration.memberBlock.members.cases
      .flatMap { $0.lines { path(to: $0, of: enumName, access: access) } }
      .joined(separator: "\n")
    var members: [DeclSyntax] = [
      "\(raw: access)struct AllCasePaths {\(raw: paths.isEmpty ? "" : "\n\(paths.indented())\n")}",
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
    if let binding = bindingProperty(of: declaration, access: access) { members.append(binding) }
    return members
  }

  /// Returns whether two cases have the same name, and reports them, because `\.name` would be ambiguous.
  static func hasOverloads(_ declaration: EnumDeclSyntax, in context: some MacroExpansionContext) -> Bool {
    let cases = declaration.memberBlock.members.cases.flatMap(\.all)
    var names: Set<String> = []
    var found = false
    for enumCase in cases where !names.insert(enumCase.name.text).inserted {
      let diagnostic = MacroDiagnostic.error(
        "overloaded-case",
        "“@CasePathable” cannot tell two cases apart that are both called “\(enumCase.name.text)”: give one of them another name."
      )
      context.report(diagnostic, at: enumCase.element)
      found = true
    }
    return found
  }

  private static func path(to enumCase: EnumCase, of enumName: TokenSyntax, access: String) -> String {
    let payload = Payload(enumCase)
    return """
      \(access)var \(enumCase.name): ReducerStore.CasePath<\(enumName), \(payload.type)> {
        ReducerStore.CasePath(
          embed: \(payload.embed("\(enumName).\(enumCase.name)")),
          extract: { if case .\(enumCase.name)\(payload.pattern) = $0 { \(payload.values) } else { nil } })
      }
      """
  }

  /// Returns the property `binding` that `BindableAction` requires, or `nil` if the enum has no case `binding`, or
  /// declares the property.
  private static func bindingProperty(of declaration: EnumDeclSyntax, access: String) -> DeclSyntax? {
    guard
      let binding = declaration.bindingCase, let type = binding.parameters.first?.type,
      !declaration.declaresProperty("binding")
    else { return nil }
    return """
      \(raw: access)var binding: \(type.trimmed)? {
        if case .binding(let action) = self { action } else { nil }
      }
      """
  }
}

/// The payload of a case in a case path.
private struct Payload {
  /// The type of the payload: a tuple, if there are several values.
  var type = "Void"
  /// The arguments of the case, made of the values of the payload `$0`, or `nil` if the whole payload is the argument.
  private var arguments: String? = ""
  /// The pattern that binds the values.
  var pattern = ""
  /// The bound values.
  var values = "()"

  init(_ enumCase: EnumCase) {
    let parameters = enumCase.parameters
    guard let first = parameters.first else { return }
    guard parameters.count > 1 else {
      type = first.type.trimmedDescription
      arguments = nil
      pattern = "(let value)"
      values = "value"
      return
    }
    let list = { (element: (Int, EnumCaseParameterSyntax) -> String) in
      parameters.enumerated().map(element).joined(separator: ", ")
    }
    type = "(\(list { Self.label(of: $1) + $1.type.trimmedDescription }))"
    arguments = "(\(list { Self.label(of: $1) + "$0.\($1.label?.text ?? "\($0)")" }))"
    pattern = "(\(list { position, _ in "let value\(position)" }))"
    values = "(\(list { position, _ in "value\(position)" }))"
  }

  /// Returns the expression of a closure that creates the enum from a payload.
  func embed(_ name: String) -> String {
    arguments.map { "{ \(name)\($0) }" } ?? name
  }

  private static func label(of parameter: EnumCaseParameterSyntax) -> String {
    parameter.label.map { "\($0.text): " } ?? ""
  }
}

extension EnumCaseParameterSyntax {
  /// The label that a caller writes.
  var label: TokenSyntax? {
    guard let firstName, firstName.tokenKind != .wildcard else { return nil }
    return firstName.trimmed
  }
}

extension DeclGroupSyntax {
  /// The case with which controls write fields, or `nil` if there is none: `case binding(BindingAction<State>)`.
  var bindingCase: EnumCase? {
    memberBlock.members.cases.flatMap(\.all).first { enumCase in
      enumCase.name.text == "binding" && enumCase.parameters.count == 1
        && enumCase.parameters.first?.type.lastName == "BindingAction"
    }
  }
}
