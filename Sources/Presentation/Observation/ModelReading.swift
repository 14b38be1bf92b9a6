internal import Observation

/// Cancels the registration of an observer with the `@Observable` models that the observer has read.
///
/// The standard library's Observation registers an observer with all models of a *reading*, which is one call of
/// `withObservationTracking`. Only a change of one of these models ends the registration. So a registration would stay
/// behind each time that an observer reads the models again without a change, and when an observer is released.
/// Therefore the observer also reads a *mark*, which is an observable object that each `ModelReading` has. ``cancel()``
/// reports a change of the mark, and this change ends the registration with all models of the reading.
@MainActor
package final class ModelReading {
  private nonisolated final class Mark: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private let mark = Mark()
  /// Whether the observer may still be registered with the mark, and so with the models of the last reading. Stays
  /// `true` after a change that the observer has not passed to ``noteChange()``.
  private var isRegistered = false

  package init() {}

  /// Reads the mark. Call this function where the models are read, in the closure of `withObservationTracking`.
  package func readMark() {
    isRegistered = true
    mark.registrar.access(mark, keyPath: \.self)
  }

  /// Notes that a model has changed, which has ended the registration.
  package func noteChange() {
    isRegistered = false
  }

  /// Cancels the registration, if there is one.
  package func cancel() {
    guard isRegistered else { return }
    isRegistered = false
    mark.registrar.withMutation(of: mark, keyPath: \.self) {}
  }
}
