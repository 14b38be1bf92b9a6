@_spi(SwiftUI) internal import Observation
internal import Presentation

/// Records whether a presentation with a Boolean was started by a write of a Boolean property of an `@Observable`
/// model.
///
/// A model does not notify its observers of a write of an equal value, so a button's action that writes `true` again is
/// not noticed. If a Boolean property started the presentation, the property is therefore set to `false` before the
/// action runs. If the property is `true` after the action, the action has requested a new dialog. If the Boolean is
/// computed from an optional, it must not be written before the action, because the action may read the optional. The
/// model's notification contains the written property, which distinguishes the two cases.
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
      }, didSet: didSetHandler)
  }

  /// Stops observing the model.
  func end() { models.end() }

  private nonisolated var didSetHandler: @Sendable (ObservationTracking) -> Void {
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
