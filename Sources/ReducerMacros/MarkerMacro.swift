import SwiftSyntax
import SwiftSyntaxMacros

/// A macro without an expansion. It marks a declaration for another macro.
enum MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
