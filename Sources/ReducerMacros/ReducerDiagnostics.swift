import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The diagnostics that `@Reducer` reports.
enum ReducerDiagnostics {
  /// Reports that `@Reducer` is attached to a type that is neither a struct nor an enum.
  static func reportNotAReducer(
    _ declaration: some DeclGroupSyntax, at node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) {
    let diagnostic = MacroDiagnostic.error(
      "reducer-is-no-value",
      "“@Reducer” is for a struct, or for an enum whose cases are features, and not for \(declaration.kindName.withArticle)."
    )
    // Only the keyword of a class or an actor can be replaced.
    guard
      let keyword = declaration.as(ClassDeclSyntax.self)?.classKeyword
        ?? declaration.as(ActorDeclSyntax.self)?.actorKeyword
    else {
      return context.report(diagnostic, at: node)
    }
    context.report(
      diagnostic, at: node, fixIt: "Replace “\(keyword.text)” with “struct”", replacing: keyword,
      with: keyword.with(\.tokenKind, .keyword(.struct)))
  }

  /// Reports the mistakes that the macro finds in a reducer.
  static func reportProblems(
    with declaration: StructDeclSyntax, at node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) {
    // `@ObservableState` itself reports a state that is not a value.
    if let state = declaration.nestedType("State"), !state.isStructOrEnum, !state.attributes.have("ObservableState") {
      StateDiagnostics.reportNonValueState(state, at: Syntax(state), in: context)
    }
    if declaration.declaresReduce, declaration.declaresProperty("body") {
      context.report(
        .error(
          "reduce-and-body",
          "A reducer has a “body”, or a “reduce(into:action:)” of its own. With both, the “body” would never run."),
        at: node)
    }
    reportIncompleteBinding(in: declaration, context)
    reportPropertiesWithoutPresents(in: declaration, context)
  }

  /// Reports an action with a case `binding` if the action does not conform to `BindableAction`, or if the reducer has
  /// a body without a `BindingReducer`.
  private static func reportIncompleteBinding(in declaration: StructDeclSyntax, _ context: some MacroExpansionContext) {
    guard let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self),
      let bindingCase = action.bindingCase
    else { return }
    guard action.inherits("BindableAction") else {
      return context.report(
        .warning(
          "bindable-action",
          "“Action” has a case “binding”, but controls can write properties (“$store.name”) only if “Action” is a “BindableAction”."
        ),
        at: bindingCase.element, fixIt: "Conform to “BindableAction”", replacing: action,
        with: action.conforming(to: "BindableAction"))
    }
    guard let body = declaration.bodyBlock, !declaration.mentions("BindingReducer") else { return }
    context.report(
      .warning(
        "binding-reducer",
        "“Action” has a case “binding”, but no “BindingReducer()” applies the actions of controls to the state."),
      at: bindingCase.element, fixIt: "Begin the body with “BindingReducer()”", replacing: body,
      with: body.beginning(with: "BindingReducer()"))
  }

  /// Reports properties that lack `@Presents`, although the reducer passes them to `ifLet(\.$name, …)`.
  private static func reportPropertiesWithoutPresents(
    in declaration: StructDeclSyntax, _ context: some MacroExpansionContext
  ) {
    guard let state = declaration.nestedType("State")?.as(StructDeclSyntax.self) else { return }
    let presentedNames = PresentedNames(declaration).names
    for variable in state.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
      guard
        let binding = variable.bindings.first, let name = binding.name, presentedNames.contains(name.text),
        variable.isStoredVariable,
        !variable.isPresented, variable.propertyWrapper == nil
      else { continue }
      // `@ObservableState` itself reports a property whose type suggests presented state.
      if state.attributes.have("ObservableState"), let type = binding.typeAnnotation?.type,
        StateDiagnostics.suggestsPresentedState(type)
      {
        continue
      }
      StateDiagnostics.reportMissingPresents(
        variable, severity: .error,
        message: "The body passes “\\.$\(name)” to “ifLet”, so the property needs “@Presents”.", in: context)
    }
  }
}

/// Collects the names that a reducer passes to `ifLet(\.$name, …)`.
private final class PresentedNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  init(_ declaration: some SyntaxProtocol) {
    super.init(viewMode: .sourceAccurate)
    walk(declaration)
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "ifLet",
      let path = call.arguments.first?.expression.as(KeyPathExprSyntax.self),
      let name = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text,
      name.hasPrefix("$")
    {
      names.insert(String(name.dropFirst()))
    }
    return .visitChildren
  }
}

extension SyntaxProtocol {
  /// Whether the code contains a token with this text.
  fileprivate func mentions(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }
}

extension StructDeclSyntax {
  /// The statements in the braces of `body`. `nil` if there is no computed property `body`.
  fileprivate var bodyBlock: CodeBlockItemListSyntax? {
    for case let variable? in memberBlock.members.map({ $0.decl.as(VariableDeclSyntax.self) }) {
      guard let binding = variable.bindings.first, binding.name?.text == "body" else { continue }
      if case .getter(let items)? = binding.accessorBlock?.accessors { return items }
    }
    return nil
  }
}

extension CodeBlockItemListSyntax {
  /// Returns the same statements, with an expression on its own line before them.
  fileprivate func beginning(with expression: ExprSyntax) -> CodeBlockItemListSyntax {
    let item = CodeBlockItemSyntax(item: .expr(expression), trailingTrivia: [])
    guard let first else { return [item] }
    return [item.with(\.leadingTrivia, first.leadingTrivia)] + self
  }
}

extension EnumDeclSyntax {
  /// Returns the same declaration with an additional conformance.
  fileprivate func conforming(to name: TypeSyntax) -> EnumDeclSyntax {
    var new = self
    if var inheritance = inheritanceClause {
      var types = Array(inheritance.inheritedTypes)
      let last = types.removeLast()
      types.append(last.with(\.trailingTrivia, []).with(\.trailingComma, .commaToken(trailingTrivia: .space)))
      types.append(InheritedTypeSyntax(type: name, trailingTrivia: last.trailingTrivia))
      inheritance.inheritedTypes = InheritedTypeListSyntax(types)
      new.inheritanceClause = inheritance
    } else {
      new.name = self.name.with(\.trailingTrivia, [])
      new.inheritanceClause = InheritanceClauseSyntax(
        colon: .colonToken(trailingTrivia: .space), inheritedTypes: [InheritedTypeSyntax(type: name)],
        trailingTrivia: self.name.trailingTrivia)
    }
    return new
  }
}

extension String {
  /// The word with its indefinite article: `a struct`, `an enum`. No kind of declaration begins with “u”.
  fileprivate var withArticle: String { (first.map { "aeio".contains($0) } ?? false ? "an " : "a ") + self }
}
