import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that writes nothing: it marks what another macro treats specially.
enum MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
