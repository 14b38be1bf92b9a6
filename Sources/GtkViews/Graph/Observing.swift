internal import GtkBridge
internal import Observation
internal import Presentation

/// Runs a closure for a node, for example the body of its view. The closure may read models and stores.
///
/// The node is marked when a property of an `@Observable` model that the closure read is about to change, or when a
/// field of a store that the closure read has changed. Values that only the closure of an earlier call has read no
/// longer mark the node.
@MainActor
func observing<Result>(_ node: any EvaluatedNode, _ read: () -> Result) -> Result {
  node.stopObservingModels()
  let profile = node.observationProfile
  if profile.readsModels || profile.readsFields != false { prepare(node, for: profile) }
  let (models, fields) = (node.readings?.models, node.readings?.fields)
  let evaluation = node.evaluationNumber
  // Nearly all views read neither models nor fields. If an outer closure is reading, its reader must not register the
  // fields that this closure reads.
  guard models != nil || fields != nil || FieldReader.isReading else {
    return tracking(read, onChange: changeHandler(for: node, in: evaluation))
  }
  let outerReader = FieldReader.begin(fields)
  defer {
    FieldReader.end(fields, outer: outerReader)
    profile.noteFields(of: node)
  }
  return tracking(
    {
      // The closure also reads an observable object of the `ModelReading`, its mark. Through a change of the mark, the
      // `ModelReading` can later cancel the registration with the models.
      models?.readMark()
      return read()
    }, onChange: changeHandler(for: node, in: evaluation))
}

/// Creates the object that records the models that a node reads, if nodes of its type have read models before. Creates
/// the object that records the fields of stores, unless nodes of its type have been evaluated and have read no fields.
@MainActor
private func prepare(_ node: any EvaluatedNode, for profile: ObservationProfile) {
  let readings = node.makeReadings()
  if profile.readsModels, readings.models == nil { readings.models = ModelReading() }
  if profile.readsFields != false, readings.fields == nil {
    readings.fields = FieldReader { [weak node] in fieldDidChange(node) }
  }
}

/// Tracks the models that a closure reads. The function is not isolated: the runtime would check for the main actor in
/// each evaluation if an isolated closure were passed to the standard library.
private nonisolated func tracking<Result>(
  _ read: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(read, onChange: onChange())
}

/// Returns the closure that is called when a model changes. This function itself is called only if the body has read a
/// model, or a field for which the node was not prepared.
@MainActor
private func changeHandler(for node: any EvaluatedNode, in evaluation: UInt32) -> @Sendable () -> Void {
  if node.readings?.models == nil { node.observationProfile.noteUnpreparedReading(of: node) }
  return { [weak node] in modelDidChange(node, in: evaluation) }
}

/// Records whether the bodies of one view type read models and stores. Nodes whose bodies read none are not prepared
/// for them.
@MainActor
final class ObservationProfile {
  /// Whether a body of this type may read models, because a body has read a value for which its node was not prepared.
  private(set) var readsModels = false
  /// Whether a body of this type may read fields of stores. `nil` until the first body was evaluated.
  private(set) var readsFields: Bool?
  /// The number of notifications about changed models since the start of the program, for tests. The number
  /// includes notifications for earlier evaluations of a body.
  static var notificationCount = 0

  private static var profiles: [ObjectIdentifier: ObservationProfile] = [:]

  /// Returns the profile of the node's type.
  static func of(_ node: any EvaluatedNode) -> ObservationProfile {
    let type = ObjectIdentifier(type(of: node))
    if let profile = profiles[type] { return profile }
    let profile = ObservationProfile()
    profiles[type] = profile
    return profile
  }

  /// Records whether the body of a node has read fields of stores. Called after a node was evaluated.
  func noteFields(of node: any EvaluatedNode) {
    guard readsFields != true else { return }
    readsFields = node.readings?.fields?.hasDependencies == true
    if readsFields != true { node.readings?.fields = nil }
  }

  /// Called when a body has read a model or a field of a store for which its node was not prepared. Which of the two
  /// was read is unknown, so nodes of this type are prepared for both from now on.
  func noteUnpreparedReading(of node: any EvaluatedNode) {
    readsModels = true
    if node.readings?.fields == nil { readsFields = true }
  }
}

/// Called when a property of an `@Observable` model that the body read is about to change, on any thread.
private func modelDidChange(_ node: (any EvaluatedNode)?, in evaluation: UInt32) {
  if MainLoop.isFirstThread {
    // Safe because the main actor is on the process's first thread, which is the current thread.
    MainActor.assumeIsolated {
      ObservationProfile.notificationCount += 1
      guard let node, node.evaluationNumber == evaluation else { return }
      Misuse.reportIfInBody("A property of an @Observable model")
      node.readings?.models?.noteChange()
      node.markChanged()
    }
  } else {
    // Before the task runs, the body may be evaluated again with the old value. Therefore the task marks the node even
    // if `evaluation` is no longer the last evaluation.
    Task { @MainActor in node?.markChanged() }
  }
}

/// Called when a field of a store that the body read has changed, on any thread.
private func fieldDidChange(_ node: (any EvaluatedNode)?) {
  if MainLoop.isFirstThread {
    // Safe because the main actor is on the process's first thread, which is the current thread.
    MainActor.assumeIsolated { node?.markChangedInTransaction() }
  } else {
    Task { @MainActor in node?.markChangedInTransaction() }
  }
}
