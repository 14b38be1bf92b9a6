import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that adds nothing. Several attributes use it to mark a declaration for another macro. For example,
/// `@Reducer` reads `@ReducerCaseIgnored`.
enum MarkerMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
