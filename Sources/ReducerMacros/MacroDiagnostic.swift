import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A diagnostic that a macro reports for the code that the macro is attached to.
struct MacroDiagnostic: DiagnosticMessage {
  let severity: DiagnosticSeverity
  let message: String
  let diagnosticID: MessageID

  /// Creates an error. The id is unique within the module `ReducerMacros`.
  static func error(_ id: String, _ message: String) -> MacroDiagnostic {
    MacroDiagnostic(severity: .error, message: message, diagnosticID: MessageID(domain: "ReducerMacros", id: id))
  }

  /// Creates a warning. The id is unique within the module `ReducerMacros`.
  static func warning(_ id: String, _ message: String) -> MacroDiagnostic {
    MacroDiagnostic(severity: .warning, message: message, diagnosticID: MessageID(domain: "ReducerMacros", id: id))
  }
}

/// The fix that an editor offers for a ``MacroDiagnostic``.
struct MacroFixIt: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(for diagnostic: MacroDiagnostic, message: String) {
    self.message = message
    fixItID = MessageID(domain: "ReducerMacros", id: "\(diagnostic.diagnosticID).fix")
  }
}

extension MacroExpansionContext {
  /// Reports a diagnostic at a syntax node.
  func report(_ diagnostic: MacroDiagnostic, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: node, message: diagnostic))
  }

  /// Reports a diagnostic at a syntax node. Its fix-it has the text `fixItMessage`, and replaces the node `old`.
  func report(
    _ diagnostic: MacroDiagnostic, at node: some SyntaxProtocol, fixIt fixItMessage: String,
    replacing old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) {
    let fixIt = FixIt(
      message: MacroFixIt(for: diagnostic, message: fixItMessage),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    diagnose(Diagnostic(node: node, message: diagnostic, fixIt: fixIt))
  }
}
