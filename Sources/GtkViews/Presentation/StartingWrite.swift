internal import GtkBridge
@_spi(SwiftUI) internal import Observation
internal import Presentation

/// Records how a presentation whose state is a Boolean was started: by a write of a Boolean property of an
/// `@Observable` model, or in another way.
///
/// While the dialog is on screen, the Boolean is `true`. A button's action requests a new dialog when it writes `true`
/// again, but a model does not notify its observers of a write of an equal value. There are two cases:
///
/// - The property is a Boolean. ``PresentingView`` sets it to `false` before it runs the action. If it is `true` after
///   the action, the action has requested a new dialog.
/// - The Boolean is computed from an optional property. ``PresentingView`` must not set the Boolean to `false` before
///   the action, because this would remove the optional value, which the action may read.
///
/// The model's notification contains the written property, which distinguishes the two cases.
@MainActor
final class StartingWrite {
  /// Whether the last observed write was a write of a property with the type `Bool`.
  private(set) var wasBooleanProperty = false
  /// Cancels the observation of the models. Each observation also reads an observable value of this object. `cancel()`
  /// changes that value, which ends the observation.
  private let modelReading = ModelReading()

  /// Observes the next write of a property that the closure `read` reads. Call this function while nothing is
  /// presented.
  func watch(_ read: () -> Void) {
    modelReading.cancel()
    withObservationTracking(
      {
        modelReading.readMark()
        read()
      }, didSet: didSetHandler)
  }

  /// Stops observing the models.
  func stopWatching() { modelReading.cancel() }

  /// Returns the closure that is called after the write, on the thread that writes the property.
  private nonisolated var didSetHandler: @Sendable (ObservationTracking) -> Void {
    { [weak self] tracking in
      tracking.cancel()
      let isBooleanProperty = tracking.changed.map { type(of: $0).valueType == Bool.self } ?? false
      if MainLoop.isFirstThread {
        // Safe because the main actor runs on the first thread, which is the current thread.
        MainActor.assumeIsolated { self?.record(isBooleanProperty: isBooleanProperty) }
      } else {
        Task { @MainActor in self?.record(isBooleanProperty: isBooleanProperty) }
      }
    }
  }

  private func record(isBooleanProperty: Bool) {
    wasBooleanProperty = isBooleanProperty
  }
}
