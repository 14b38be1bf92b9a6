import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin that provides the macros. The macros are declared and documented in `ReducerStore/Macros`.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = allMacros
}
