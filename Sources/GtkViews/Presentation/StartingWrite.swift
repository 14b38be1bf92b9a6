@_spi(SwiftUI) internal import Observation
internal import Presentation

/// Finds which property of an `@Observable` model starts a presentation with a Boolean.
///
/// A model does not report a write of an equal value. If a Boolean property starts the presentation, the property can be set to `false` before the
/// action of a button runs: `true` after the action then means that the action requested a new dialog. A property that computes the Boolean from an
/// optional must not be written before the action, since the action may read the optional. The notification of the model distinguishes the two cases.
@MainActor
final class StartingWrite {
  /// The latest property that was written, if its type is `Bool`.
  private(set) var property: AnyKeyPath?
  private let models = ModelReading()

  /// Observes the next write of the state while nothing is presented.
  func watch(_ read: () -> Void) {
    models.end()
    withObservationTracking(
      {
        models.begin()
        read()
      }, didSet: handler)
  }

  /// Ends the registration with the model.
  func end() { models.end() }

  private nonisolated var handler: @Sendable (ObservationTracking) -> Void {
    { [weak self] tracking in
      tracking.cancel()
      // Safe because a key path never changes.
      nonisolated(unsafe) let property = tracking.changed.flatMap { type(of: $0).valueType == Bool.self ? $0 : nil }
      if MainLoopThread.isCurrent {
        // Safe because the main actor runs on the main thread, which is the current thread.
        MainActor.assumeIsolated { self?.note(property) }
      } else {
        Task { @MainActor in self?.note(property) }
      }
    }
  }

  private func note(_ property: AnyKeyPath?) {
    self.property = property
  }
}
