internal import Observation

/// An observer's registrations with the models that it has read.
///
/// Observation registers for one change and cannot cancel a registration. An observer that reads again for another
/// reason would leave a registration behind each time. An observer that was released would leave its last registration
/// behind. Therefore the observer also reads a property of this object. To end the registration, this object reports a
/// change of that property: it is the one change for everything that was registered in the same reading.
@MainActor
package final class ModelReading {
  private nonisolated final class Mark: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private let mark = Mark()
  private var isRegistered = false

  package init() {}

  /// Registers the mark. Call it within the reading that ``end()`` cancels.
  package func begin() {
    isRegistered = true
    mark.registrar.access(mark, keyPath: \.self)
  }

  /// Notes that the registration is over because it received a change.
  package func ended() {
    isRegistered = false
  }

  /// Cancels the registration, if there is one.
  package func end() {
    guard isRegistered else { return }
    isRegistered = false
    mark.registrar.withMutation(of: mark, keyPath: \.self) {}
  }
}
