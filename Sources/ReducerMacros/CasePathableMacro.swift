import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: adds a case path to an enum for each of its cases. A case path creates the case from its payload,
/// and extracts the payload.
///
/// The case paths are members of the enum itself, because the macro copies the names of payload types as they are
/// written. In an extension of a nested enum, the compiler would not find names that the enclosing type declares.
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
    // `protocols` is empty if the enum already declares the conformance.
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
    // An enum that declares `AllCasePaths` itself keeps its own case paths.
    guard !declaration.declaresType("AllCasePaths"), !reportOverloadedCases(of: declaration, in: context) else {
      return []
    }
    return members(of: declaration)
  }

  /// Returns the declarations of the case paths: `AllCasePaths`, `allCasePaths` and, for an action with a `binding`
  /// case, `binding`.
  static func members(of declaration: EnumDeclSyntax) -> [DeclSyntax] {
    let access = declaration.memberAccess
    let enumName = declaration.name.trimmed
    let paths = declaration.memberBlock.members.cases
      .flatMap { $0.lines { casePath(to: $0, of: enumName, access: access) } }
      .joined(separator: "\n")
    var members: [DeclSyntax] = [
      "\(raw: access)struct AllCasePaths {\(raw: paths.isEmpty ? "" : "\n\(paths.indented())\n")}",
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
    if let binding = bindingProperty(of: declaration, access: access) { members.append(binding) }
    return members
  }

  /// Reports cases with the name of an earlier case, because `\.name` would be ambiguous. Returns whether the enum has
  /// such cases.
  static func reportOverloadedCases(of declaration: EnumDeclSyntax, in context: some MacroExpansionContext) -> Bool {
    let cases = declaration.memberBlock.members.cases.flatMap(\.all)
    var names: Set<String> = []
    var hasOverloads = false
    for enumCase in cases where !names.insert(enumCase.name.text).inserted {
      let diagnostic = MacroDiagnostic.error(
        "overloaded-case",
        "“@CasePathable” cannot tell two cases apart that are both called “\(enumCase.name.text)”: give one of them another name."
      )
      context.report(diagnostic, at: enumCase.element)
      hasOverloads = true
    }
    return hasOverloads
  }

  /// Returns the property with the case path of one case.
  private static func casePath(to enumCase: EnumCase, of enumName: TokenSyntax, access: String) -> String {
    let payload = Payload(enumCase)
    return """
      \(access)var \(enumCase.name): ReducerStore.CasePath<\(enumName), \(payload.type)> {
        ReducerStore.CasePath(
          embed: \(payload.embed("\(enumName).\(enumCase.name)")),
          extract: { if case .\(enumCase.name)\(payload.pattern) = $0 { \(payload.values) } else { nil } })
      }
      """
  }

  /// Returns the property `binding` that `BindableAction` requires. Returns `nil` if the enum has no case `binding` or
  /// already declares the property.
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

/// The parts of a case path's code that depend on the payload of the case.
private struct Payload {
  /// The type of the payload: `Void` without values, the type of a single value, or a tuple of several values.
  var type = "Void"
  /// The code of the arguments with which the case is created from its payload `$0`. `nil` if the payload is a single
  /// value. The case itself is then the `embed` function.
  private var arguments: String? = ""
  /// The pattern that binds the values of the case: `(let value0, let value1)`.
  var pattern = ""
  /// The expression of the payload, made of the bound values: `(value0, value1)`.
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
    let commaSeparated = { (element: (Int, EnumCaseParameterSyntax) -> String) in
      parameters.enumerated().map(element).joined(separator: ", ")
    }
    type = "(\(commaSeparated { Self.labelPrefix(of: $1) + $1.type.trimmedDescription }))"
    arguments = "(\(commaSeparated { Self.labelPrefix(of: $1) + "$0.\($1.label?.text ?? "\($0)")" }))"
    pattern = "(\(commaSeparated { position, _ in "let value\(position)" }))"
    values = "(\(commaSeparated { position, _ in "value\(position)" }))"
  }

  /// Returns the expression of a function that creates the case from a payload. `name` is the full name of the case.
  func embed(_ name: String) -> String {
    arguments.map { "{ \(name)\($0) }" } ?? name
  }

  /// Returns the label of a value with a colon and a space. Returns an empty text if the value has no label.
  private static func labelPrefix(of parameter: EnumCaseParameterSyntax) -> String {
    parameter.label.map { "\($0.text): " } ?? ""
  }
}

extension EnumCaseParameterSyntax {
  /// The label of the value, or `nil` if it has none.
  var label: TokenSyntax? {
    guard let firstName, firstName.tokenKind != .wildcard else { return nil }
    return firstName.trimmed
  }
}

extension DeclGroupSyntax {
  /// The case `binding(BindingAction<State>)`, with which controls write properties. `nil` if the enum has no such
  /// case.
  var bindingCase: EnumCase? {
    memberBlock.members.cases.flatMap(\.all).first { enumCase in
      enumCase.name.text == "binding" && enumCase.parameters.count == 1
        && enumCase.parameters.first?.type.lastName == "BindingAction"
    }
  }
}
