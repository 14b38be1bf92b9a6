import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin with the macros. Their declarations, with their documentation, are in `ReducerStore/Macros`.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = allMacros
}
