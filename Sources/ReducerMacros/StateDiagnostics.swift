import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The diagnostics for the state of a reducer. `@ObservableState` and `@Reducer` report them.
enum StateDiagnostics {
  /// Reports at a node that a state is neither a struct nor an enum. The fix-it makes a class or an actor a struct.
  static func reportNonValueState(
    _ declaration: some DeclGroupSyntax, at node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) {
    let diagnostic = MacroDiagnostic.error(
      "state-is-no-value",
      """
      A state is a struct or an enum, and no \(declaration.kindName): a reducer changes it as a value, and a test compares what was \
      before with what is after.
      """)
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

  /// Reports mistakes in the properties of an observable state.
  static func reportPropertyProblems(of declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    for variable in declaration.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) })
    where variable.isStoredVariable {
      reportUnmarkedPresentedState(variable, in: context)
      reportUnobservedWrapper(variable, in: context)
    }
  }

  /// Whether the name of a type suggests presented state: an optional alert, an optional confirmation dialog or an
  /// optional `Destination.State`.
  static func suggestsPresentedState(_ type: TypeSyntax) -> Bool {
    guard let wrapped = type.unwrapped else { return false }
    if ["AlertState", "ConfirmationDialogState"].contains(wrapped.lastName) { return true }
    return wrapped.as(MemberTypeSyntax.self)?.baseType.lastName == "Destination" && wrapped.lastName == "State"
  }

  /// Reports a property without `@Presents` whose type suggests presented state.
  private static func reportUnmarkedPresentedState(
    _ variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) {
    guard
      let binding = variable.bindings.first, let name = binding.name, let type = binding.typeAnnotation?.type,
      suggestsPresentedState(type),
      !variable.isPresented
    else { return }
    reportMissingPresents(
      variable, severity: .warning,
      message:
        "“\(name)” is presented state, but only a property with “@Presents” can be passed to “ifLet(\\.$\(name), …)”.",
      in: context)
  }

  /// Reports that a property needs `@Presents`, with a fix-it.
  static func reportMissingPresents(
    _ variable: VariableDeclSyntax, severity: DiagnosticSeverity, message: String,
    in context: some MacroExpansionContext
  ) {
    let diagnostic: MacroDiagnostic =
      severity == .error ? .error("presents-missing", message) : .warning("presents-missing", message)
    context.report(
      diagnostic, at: variable.bindings.first.map { Syntax($0.pattern) } ?? Syntax(variable),
      fixIt: "Insert “@Presents”",
      replacing: variable, with: variable.adding("@Presents"))
  }

  /// Reports a property with a property wrapper, because views cannot observe the changes of such a property. The
  /// fix-it for `@PresentationState` inserts `@Presents` instead, which views can observe.
  private static func reportUnobservedWrapper(_ variable: VariableDeclSyntax, in context: some MacroExpansionContext) {
    guard
      let wrapper = variable.propertyWrapper, let name = wrapper.attributeName.lastName,
      // A value of these wrappers notifies its observers itself.
      !["Shared", "SharedReader"].contains(name),
      !variable.attributes.have("ObservationStateIgnored", "ObservationStateTracked")
    else { return }
    if name == "PresentationState" {
      let new = wrapper.with(\.attributeName, "Presents").with(\.trailingTrivia, wrapper.trailingTrivia)
      return context.report(
        .error(
          "presentation-state",
          "In an observable state “@PresentationState” is written “@Presents”, which observes the field too."),
        at: wrapper, fixIt: "Replace it with “@Presents”", replacing: wrapper, with: new)
    }
    context.report(
      .warning(
        "wrapper-not-observed",
        "A property with a property wrapper cannot be observed: a view that reads it is not updated when “@\(name)” changes it."
      ),
      at: wrapper, fixIt: "Insert “@ObservationStateIgnored” to confirm that it is not observed", replacing: variable,
      with: variable.adding("@ObservationStateIgnored"))
  }
}

extension VariableDeclSyntax {
  /// Whether the property has an attribute that allows passing it to `ifLet(\.$name, …)`.
  var isPresented: Bool { attributes.have("Presents", "PresentationState") }

  /// Returns the declaration with an additional attribute before the other attributes.
  func adding(_ attribute: AttributeSyntax) -> VariableDeclSyntax {
    var new = self.with(\.leadingTrivia, [])
    let attribute = attribute.with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, .space)
    new.attributes = [.attribute(attribute)] + new.attributes
    return new
  }
}
