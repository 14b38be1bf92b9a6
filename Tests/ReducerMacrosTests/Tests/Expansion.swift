import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ReducerMacros

/// The macros by the names that a program uses.
private let macros: [String: MacroSpec] = [
  "BindingState": MacroSpec(type: MarkerMacro.self),
  "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: ["CasePathable"]),
  "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
  "ObservableState": MacroSpec(
    type: ObservableStateMacro.self, conformances: ["ObservableState", "InPlaceState", "CustomReflectable"]),
  "ObservationStateIgnored": MacroSpec(type: MarkerMacro.self),
  "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
  "Presents": MacroSpec(type: PresentsMacro.self),
  "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer"]),
  "ReducerCaseEphemeral": MacroSpec(type: MarkerMacro.self),
  "ReducerCaseIgnored": MacroSpec(type: MarkerMacro.self),
  "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"]),
]

/// Expects that some macros expand a source to an expected source without diagnostics. Other macros in the source are
/// not expanded.
func expectExpansion(
  _ source: String, of names: String..., is expanded: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, macroSpecs: macros.filter { names.contains($0.key) },
    indentationWidth: .spaces(2),
    failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

/// Expects that macros emit one diagnostic about a source. If `fixIt` is given, the function also expects that this
/// fix-it changes the source to `fixed`. The function does not compare the expansion.
///
/// - Parameters:
///   - source: The code with the macro.
///   - names: The macros that are expanded.
///   - message: The message of the diagnostic.
///   - place: The line and the column of the diagnostic.
///   - severity: Whether the diagnostic is an error or a warning.
///   - fixIt: The message of the fix-it, or `nil` if there is none.
///   - fixed: The source after the fix-it.
///   - sourceLocation: The line at which a failure is recorded.
func expectDiagnostic(
  _ source: String, of names: String..., is message: String, at place: (line: Int, column: Int),
  _ severity: DiagnosticSeverity = .error,
  fixIt: String? = nil, fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let diagnostic = DiagnosticSpec(
    message: message, line: place.line, column: place.column, severity: severity,
    fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
  assertMacroExpansion(
    source, expandedSource: "", diagnostics: [diagnostic], macroSpecs: macros.filter { names.contains($0.key) },
    fixedSource: fixed,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      // The expansion differs from the empty `expandedSource`. This failure is ignored.
      guard !failure.message.hasPrefix("Macro expansion did not produce the expected expanded source") else { return }
      Issue.record("\(failure.message)", sourceLocation: sourceLocation)
    })
}
