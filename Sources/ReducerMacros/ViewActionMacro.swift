import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: adds to a view a method `send`, which accepts only the actions of the view: those in the case
/// `view` of the feature's action.
enum ViewActionMacro: ExtensionMacro {
  /// The macro indents its output itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.declaresProperty("store") else {
      context.report(
        .error(
          "view-without-store",
          "“@ViewAction” needs the store in a property “store”: “let store: StoreOf<\(featureName(node) ?? "Feature")>”."
        ),
        at: node)
      return []
    }
    DirectSends(declaration).calls.forEach { reportDirectSend($0, in: context) }
    return [
      try ExtensionDeclSyntax("@MainActor extension \(type.trimmed): ReducerStore.ViewActionSending {}")
    ]
  }

  /// Returns the name of the feature: `Editor` for `@ViewAction(for: Editor.self)`.
  private static func featureName(_ node: AttributeSyntax) -> String? {
    guard case .argumentList(let arguments)? = node.arguments else { return nil }
    return arguments.first?.expression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
  }

  /// Reports a call of `store.send(.view(…))`. The fix-it replaces the call by `send(…)`.
  private static func reportDirectSend(_ call: FunctionCallExprSyntax, in context: some MacroExpansionContext) {
    let diagnostic = MacroDiagnostic.warning(
      "direct-send",
      "A view with “@ViewAction” sends the actions of the view: “send(…)” instead of “store.send(.view(…))”.")
    var replacement = call
    replacement.calledExpression = ExprSyntax(
      DeclReferenceExprSyntax(baseName: "send").with(\.leadingTrivia, call.calledExpression.leadingTrivia))
    if let argument = call.arguments.first, let viewCase = argument.expression.as(FunctionCallExprSyntax.self),
      viewCase.arguments.count == 1,
      let action = viewCase.arguments.first
    {
      // The other arguments of the call, such as `animation:`, are kept.
      replacement.arguments = [argument.with(\.expression, action.expression)] + call.arguments.dropFirst()
    }
    context.report(
      diagnostic, at: call, fixIt: "Replace it with “\(replacement.trimmedDescription)”", replacing: call,
      with: replacement)
  }
}

/// Collects the calls `store.send(.view(…))` in a view.
private final class DirectSends: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  init(_ declaration: some SyntaxProtocol) {
    super.init(viewMode: .sourceAccurate)
    walk(declaration)
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let function = call.calledExpression.as(MemberAccessExprSyntax.self), function.declName.baseName.text == "send",
      let base = function.base?.trimmedDescription, ["store", "self.store"].contains(base),
      let action = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      action.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "view"
    {
      calls.append(call)
    }
    return .visitChildren
  }
}
