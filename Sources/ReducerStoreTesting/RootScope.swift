internal import ReducerStore

/// The scope that contains all effects of the tested feature in a `TestStore`. When the feature dismisses itself, these
/// effects are cancelled.
enum RootScope {
  /// The key path only identifies the scope. It leads to no state, so no other scope has the same key path.
  @MainActor static let scope = EffectScope(keyPath: \RootScope.self, identity: nil)
}
