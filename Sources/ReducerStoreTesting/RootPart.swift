internal import ReducerStore

/// The part of a test's store that the feature is. Its effects end when the feature dismisses itself.
enum RootPart {
  @MainActor static let scope = EffectScope(place: \RootPart.self, identity: nil)
}
