@_spi(SwiftUI) internal import Observation
internal import Presentation

/// Finds out whether a Boolean property of an `@Observable` model starts a presentation with a Boolean.
///
/// A model does not report a write of an equal value. If a Boolean property starts the presentation, the property can
/// be set to `false` before the action of a button runs: `true` after the action then means that the action requested a
/// new dialog. A property that computes the Boolean from an optional must not be written before the action, since the
/// action may read the optional. The notification of the model distinguishes the two cases.
@MainActor
final class StartingWrite {
  /// Whether the property that was written last has the type `Bool`.
  private(set) var isBoolean = false
  private let models = ModelReading()

  /// Observes the next write of a property that a closure reads. Call it while nothing is presented.
  func watch(_ read: () -> Void) {
    models.end()
    withObservationTracking(
      {
        models.begin()
        read()
      }, didSet: handler)
  }

  /// Stops observing the model.
  func end() { models.end() }

  private nonisolated var handler: @Sendable (ObservationTracking) -> Void {
    { [weak self] tracking in
      tracking.cancel()
      let isBoolean = tracking.changed.map { type(of: $0).valueType == Bool.self } ?? false
      if MainLoopThread.isCurrent {
        // Safe because the main actor runs on the main thread, which is the current thread.
        MainActor.assumeIsolated { self?.note(isBoolean) }
      } else {
        Task { @MainActor in self?.note(isBoolean) }
      }
    }
  }

  private func note(_ isBoolean: Bool) {
    self.isBoolean = isBoolean
  }
}
