internal import Observation

/// Reads something for a node, and marks the node when a property of an `@Observable` model that was read is about to change.
///
/// What the node read before no longer marks it.
@MainActor
func observing<Result>(_ node: any Evaluated, _ read: () -> Result) -> Result {
  node.forgetModels()
  if node.modelReading == nil, node.knownReadersCount != ModelReading.knownReaders.count {
    node.knownReadersCount = ModelReading.knownReaders.count
    if ModelReading.knownReaders.contains(ObjectIdentifier(type(of: node))) { node.modelReading = ModelReading() }
  }
  let evaluation = node.evaluation
  let reading = node.modelReading
  guard let reading else { return tracking(read, onChange: changeHandler(for: node, in: evaluation)) }
  return tracking(
    {
      reading.begin()
      return read()
    }, onChange: changeHandler(for: node, in: evaluation))
}

/// Not isolated, so that the runtime does not look in each evaluation whether this is the main actor, as it does where a closure of an actor is
/// given to the standard library.
private nonisolated func tracking<Result>(
  _ read: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(read, onChange: onChange())
}

/// What is told when a model changes. It is asked for only if one was read.
@MainActor
private func changeHandler(for node: any Evaluated, in evaluation: Int) -> @Sendable () -> Void {
  if node.modelReading == nil { ModelReading.knownReaders.insert(ObjectIdentifier(type(of: node))) }
  return { [weak node] in modelDidChange(node, in: evaluation) }
}

/// A node's registrations with the models that its body has read.
///
/// Observation registers for one change, and has no way to take a registration back: a body that is evaluated again for another reason would
/// leave one behind each time, and a view that has gone would leave its last. So the body reads a property of this object too. To end the
/// registration, the property is said to change: that was the one change, for all that was registered with it.
@MainActor
final class ModelReading {
  /// The types of nodes whose bodies have read models. The others need none of this.
  static var knownReaders: Set<ObjectIdentifier> = []
  /// How often a registration was told of a change since the start, for tests: one that was left behind is told too.
  static var notificationCount = 0

  private nonisolated final class Mark: Observable, Sendable {
    let registrar = ObservationRegistrar()
    let value = false
  }

  private let mark = Mark()
  private var isRegistered = false

  /// To be called within the reading that is to be taken back.
  func begin() {
    isRegistered = true
    mark.registrar.access(mark, keyPath: \.value)
  }

  /// The registration is over: it was told of a change.
  func ended() {
    isRegistered = false
  }

  /// Takes the registration back, if there is one.
  func end() {
    guard isRegistered else { return }
    isRegistered = false
    mark.registrar.withMutation(of: mark, keyPath: \.value) {}
  }
}

/// A property of an `@Observable` model that the body read is about to change, on whichever thread.
private func modelDidChange(_ node: (any Evaluated)?, in evaluation: Int) {
  if MainLoopThread.isCurrent {
    // Safe because the main actor is on the process's first thread, where this is.
    MainActor.assumeIsolated {
      ModelReading.notificationCount += 1
      guard let node, node.evaluation == evaluation else { return }
      node.modelReading?.ended()
      node.markChanged()
    }
  } else {
    // The body may have been evaluated meanwhile with what was there before, so it is marked in any case.
    Task { @MainActor in node?.markChanged() }
  }
}
