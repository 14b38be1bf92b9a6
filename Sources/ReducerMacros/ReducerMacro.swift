import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: turns a struct, or an enum whose cases are features, into a reducer.
///
/// The generated types use no macro that adds an extension. Each generated type lists its conformances in its
/// inheritance clause, and declares the members that they require. The reason is a fault of the compiler (6.3.1): while
/// the compiler iterates over the extensions that macros have added to the file, it expands the members of a type. If
/// the expansion adds another extension, the iteration becomes invalid, and the compiler crashes or does not end.
enum ReducerMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }
}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    if declaration.is(EnumDeclSyntax.self) {
      guard !declaration.inherits("CaseReducer") else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): ReducerStore.CaseReducer, ReducerStore.Reducer {}")]
    }
    guard declaration.is(StructDeclSyntax.self), !declaration.inherits("Reducer") else { return [] }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): ReducerStore.Reducer {}")]
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return CasePathableMacro.reportOverloadedCases(of: declaration, in: context)
        ? [] : CaseReducerWriter(declaration, attribute: node).members
    }
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      ReducerDiagnostics.reportNotAReducer(declaration, at: node, in: context)
      return []
    }
    ReducerDiagnostics.reportProblems(with: declaration, at: node, in: context)
    return missingMembers(of: declaration)
  }

  /// Returns the members that a reducer requires and the struct does not declare.
  private static func missingMembers(of declaration: StructDeclSyntax) -> [DeclSyntax] {
    let access = declaration.memberAccess
    // The state and the action in the type of `body`, or in the parameters of `reduce(into:action:)`.
    let writtenTypes = ReducedTypes(of: declaration)
    var members: [DeclSyntax] = []
    if !declaration.declaresType("State") {
      members.append(writtenTypes.state.map { "\(raw: access)typealias State = \($0)" } ?? emptyState(access))
    }
    if !declaration.declaresType("Action") {
      members.append(writtenTypes.action.map { "\(raw: access)typealias Action = \($0)" } ?? emptyAction(access))
    }
    if !declaration.declaresProperty("body"), !declaration.declaresReduce {
      members.append("\(raw: access)let body = ReducerStore.EmptyReducer<State, Action>()")
    }
    return members
  }

  /// Returns a `State` without properties, with all of its conformances.
  private static func emptyState(_ access: String) -> DeclSyntax {
    """
    \(raw: access)struct State: Equatable, Hashable, Sendable, ReducerStore.ObservableState, ReducerStore.InPlaceState, Swift.CustomReflectable {
      private let _$fields = ReducerStore.ObservationStateRegistrar()
      \(raw: access)var _$id: ReducerStore.ObservableStateID { _$fields.id }
      \(raw: access)static var _$locations: [ReducerStore.StateLocation<Self>] { [] }
      \(raw: access)var customMirror: Swift.Mirror { Swift.Mirror(self, children: [:], displayStyle: .struct) }
      \(raw: access)init() {}
    }
    """
  }

  /// Returns an `Action` without cases, with all of its conformances.
  private static func emptyAction(_ access: String) -> DeclSyntax {
    """
    \(raw: access)enum Action: Equatable, Hashable, Sendable, ReducerStore.CasePathable {
      \(raw: access)struct AllCasePaths {}
      \(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    """
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let member = member.as(EnumDeclSyntax.self) {
      return attributes(forNestedEnum: member)
    }
    guard declaration.is(StructDeclSyntax.self) else { return [] }
    if let variable = member.as(VariableDeclSyntax.self) { return attributes(forProperty: variable) }
    if let function = member.as(FunctionDeclSyntax.self), function.needsMainActor { return ["@MainActor"] }
    return []
  }

  /// Returns the attributes to add to a nested `State` or `Action` that is an enum.
  private static func attributes(forNestedEnum member: EnumDeclSyntax) -> [AttributeSyntax] {
    guard ["State", "Action"].contains(member.name.text) else { return [] }
    var attributes: [AttributeSyntax] = []
    if !member.attributes.have("CasePathable"), !member.inherits("CasePathable") { attributes.append("@CasePathable") }
    if member.name.text == "State", !member.attributes.have("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    return attributes
  }

  /// Returns the attributes to add to a property: `@MainActor` for a computed property, and also the result builder for
  /// `body`. The protocol `Reducer` declares both, but the compiler does not infer them from a conformance that a macro
  /// adds in an extension.
  private static func attributes(forProperty variable: VariableDeclSyntax) -> [AttributeSyntax] {
    guard let binding = variable.bindings.first, binding.isComputed, !variable.isStatic else { return [] }
    var attributes: [AttributeSyntax] = []
    if !variable.declaresIsolation { attributes.append("@MainActor") }
    if binding.name?.text == "body", !variable.attributes.have("ReducerBuilder") {
      attributes.append("@ReducerStore.ReducerBuilder<Self.State, Self.Action>")
    }
    return attributes
  }
}

extension DeclGroupSyntax {
  /// Whether the type declares `reduce(into:action:)`.
  var declaresReduce: Bool {
    memberBlock.members.contains { $0.decl.as(FunctionDeclSyntax.self)?.isReduce ?? false }
  }
}

extension FunctionDeclSyntax {
  /// Whether the function is an instance method that declares no isolation.
  var needsMainActor: Bool { !isStatic && !declaresIsolation }
}

extension WithAttributesSyntax where Self: WithModifiersSyntax {
  /// Whether the declaration has `nonisolated`, `@concurrent` or the attribute of a global actor.
  var declaresIsolation: Bool {
    modifiers.contains { $0.name.text == "nonisolated" }
      || attributes.contains { element in
        guard let name = element.as(AttributeSyntax.self)?.attributeName.lastName else { return false }
        return name.hasSuffix("Actor") || name == "concurrent"
      }
  }
}
