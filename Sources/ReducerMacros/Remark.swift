import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a macro has to say about the code that it is attached to.
struct Remark: DiagnosticMessage {
  let severity: DiagnosticSeverity
  let message: String
  let diagnosticID: MessageID

  static func error(_ id: String, _ message: String) -> Remark {
    Remark(severity: .error, message: message, diagnosticID: MessageID(domain: "ReducerMacros", id: id))
  }

  static func warning(_ id: String, _ message: String) -> Remark {
    Remark(severity: .warning, message: message, diagnosticID: MessageID(domain: "ReducerMacros", id: id))
  }
}

/// What an editor offers to do about a ``Remark``.
struct Remedy: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ remark: Remark, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "ReducerMacros", id: "\(remark.diagnosticID).fix")
  }
}

extension MacroExpansionContext {
  /// Says something about a piece of code.
  func say(_ remark: Remark, at node: some SyntaxProtocol) {
    diagnose(Diagnostic(node: node, message: remark))
  }

  /// Says something about a piece of code, and offers to replace another piece.
  func say(
    _ remark: Remark, at node: some SyntaxProtocol, remedy: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) {
    let fixIt = FixIt(message: Remedy(remark, remedy), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    diagnose(Diagnostic(node: node, message: remark, fixIt: fixIt))
  }
}
