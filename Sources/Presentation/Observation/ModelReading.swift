internal import Observation

/// An observer's registrations with the models that it has read.
///
/// Observation registers for one change, and has no way to take a registration back: an observer that reads again for another reason would
/// leave one behind each time, and one that has gone would leave its last. So it reads a property of this object too. To end the
/// registration, the property is said to change: that was the one change, for all that was registered with it.
@MainActor
package final class ModelReading {
  private nonisolated final class Mark: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private let mark = Mark()
  private var isRegistered = false

  package init() {}

  /// To be called within the reading that is to be taken back.
  package func begin() {
    isRegistered = true
    mark.registrar.access(mark, keyPath: \.self)
  }

  /// The registration is over: it was told of a change.
  package func ended() {
    isRegistered = false
  }

  /// Takes the registration back, if there is one.
  package func end() {
    guard isRegistered else { return }
    isRegistered = false
    mark.registrar.withMutation(of: mark, keyPath: \.self) {}
  }
}
