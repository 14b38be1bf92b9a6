import SwiftSyntaxMacros

/// The implementations of all macros of `ReducerStore`.
var allMacros: [any Macro.Type] {
  [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    MarkerMacro.self,
    ObservableStateMacro.self,
    ObservationStateTrackedMacro.self,
    PresentsMacro.self,
    ReducerMacro.self,
    ViewActionMacro.self,
  ]
}
