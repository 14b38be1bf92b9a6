internal import Observation
internal import Presentation

/// Reads something for a node, and marks the node when a property of an `@Observable` model that was read is about to change, or a field of a
/// store has changed.
///
/// What the node read before no longer marks it.
@MainActor
func observing<Result>(_ node: any Evaluated, _ read: () -> Result) -> Result {
  node.forgetModels()
  let habits = node.habits
  if habits.readsModels || habits.readsFields != false { prepare(node, for: habits) }
  let (models, fields) = (node.readings?.models, node.readings?.fields)
  let evaluation = node.evaluation
  // Nearly all views read neither.
  guard models != nil || fields != nil || FieldReader.isReading else {
    return tracking(read, onChange: changeHandler(for: node, in: evaluation))
  }
  let outer = FieldReader.begin(fields)
  defer {
    FieldReader.end(fields, outer: outer)
    habits.note(node)
  }
  return tracking(
    {
      models?.begin()
      return read()
    }, onChange: changeHandler(for: node, in: evaluation))
}

/// Prepares a node to read models and fields of stores, if nodes of its type do.
@MainActor
private func prepare(_ node: any Evaluated, for habits: ReadingHabits) {
  let readings = node.makeReadings()
  if habits.readsModels, readings.models == nil { readings.models = ModelReading() }
  if habits.readsFields != false, readings.fields == nil { readings.fields = FieldReader { [weak node] in fieldDidChange(node) } }
}

/// Not isolated, so that the runtime does not look in each evaluation whether this is the main actor, as it does where a closure of an actor is
/// given to the standard library.
private nonisolated func tracking<Result>(
  _ read: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(read, onChange: onChange())
}

/// What is told when a model changes. It is asked for only if one was read, or a field for which no reader was there.
@MainActor
private func changeHandler(for node: any Evaluated, in evaluation: UInt32) -> @Sendable () -> Void {
  if node.readings?.models == nil { node.habits.noteModel(of: node) }
  return { [weak node] in modelDidChange(node, in: evaluation) }
}

/// What the bodies of one type of view were seen to read, so that those that read no models and no stores prepare for none.
@MainActor
final class ReadingHabits {
  private(set) var readsModels = false
  /// `nil` as long as none was evaluated.
  private(set) var readsFields: Bool?
  /// How often a registration with a model was told of a change since the start, for tests: one that was left behind is told too.
  static var notificationCount = 0

  private static var known: [ObjectIdentifier: ReadingHabits] = [:]

  /// Those of the node's type.
  static func of(_ node: any Evaluated) -> ReadingHabits {
    let type = ObjectIdentifier(type(of: node))
    if let habits = known[type] { return habits }
    let habits = ReadingHabits()
    known[type] = habits
    return habits
  }

  /// A node has been evaluated.
  func note(_ node: any Evaluated) {
    guard readsFields != true else { return }
    readsFields = node.readings?.fields?.hasReadings == true
    if readsFields != true { node.readings?.fields = nil }
  }

  /// A body has read a model for which it was not prepared; or a field, if it had no reader.
  func noteModel(of node: any Evaluated) {
    readsModels = true
    if node.readings?.fields == nil { readsFields = true }
  }
}

/// A property of an `@Observable` model that the body read is about to change, on whichever thread.
private func modelDidChange(_ node: (any Evaluated)?, in evaluation: UInt32) {
  if MainLoopThread.isCurrent {
    // Safe because the main actor is on the process's first thread, where this is.
    MainActor.assumeIsolated {
      ReadingHabits.notificationCount += 1
      guard let node, node.evaluation == evaluation else { return }
      Misuse.reportIfInBody("A property of an @Observable model")
      node.readings?.models?.ended()
      node.markChanged()
    }
  } else {
    // The body may have been evaluated meanwhile with what was there before, so it is marked in any case.
    Task { @MainActor in node?.markChanged() }
  }
}

/// A field of a store that the body read has changed, on whichever thread.
private func fieldDidChange(_ node: (any Evaluated)?) {
  if MainLoopThread.isCurrent {
    // Safe because the main actor is on the process's first thread, where this is.
    MainActor.assumeIsolated { node?.noteChange() }
  } else {
    Task { @MainActor in node?.noteChange() }
  }
}
