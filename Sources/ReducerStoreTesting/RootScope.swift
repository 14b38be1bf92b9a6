internal import ReducerStore

/// The scope of the feature in a test's store. Its effects end when the feature dismisses itself.
enum RootScope {
  @MainActor static let scope = EffectScope(place: \RootScope.self, identity: nil)
}
