internal import Observation

/// Cancels the registration of an observer with the `@Observable` models that it has read.
///
/// The standard library's Observation registers an observer until the first change of a model that it has read. Only a
/// change ends the registration. So a registration would stay behind each time that an observer reads the models again
/// without a change, and when an observer is released. Therefore the observer also reads a mark, which is an
/// observable object that each `ModelReading` has. ``cancel()`` reports a change of the mark, which ends the
/// registration with all models of the same reading.
@MainActor
package final class ModelReading {
  private nonisolated final class Mark: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private let mark = Mark()
  private var isRegistered = false

  package init() {}

  /// Reads the mark. Call this function within the reading of the models, inside of `withObservationTracking`.
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
