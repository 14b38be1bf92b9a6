import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The macros, as the compiler finds them. Their declarations, with their documentation, are in `ReducerStore`.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = allMacros
}
