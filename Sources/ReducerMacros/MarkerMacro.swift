import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that adds nothing. Its attribute marks a declaration for another macro: `@Reducer` reads
/// `@ReducerCaseIgnored`.
enum MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
