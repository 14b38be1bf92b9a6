internal import ReducerStore

/// The scope of the tested feature in a `TestStore`. When the feature dismisses itself, the effects in this scope are
/// cancelled.
enum RootScope {
  @MainActor static let scope = EffectScope(keyPath: \RootScope.self, identity: nil)
}
