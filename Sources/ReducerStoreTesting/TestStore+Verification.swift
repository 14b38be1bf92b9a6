internal import CustomDump

extension TestStore {
  /// Checks the state after an action, and then makes this state the current state of the test.
  ///
  /// While the closure `update` runs, ``TestStore/state`` is the state before the action, and the dependencies of the
  /// feature apply.
  ///
  /// - Parameter update: A closure that turns the state before the action into the expected state. `nil` if no change
  ///   is expected.
  func verify(
    _ actual: State, _ actualShared: SharedValues, expecting update: ((inout State) throws -> Void)?,
    at location: SourceLocation
  ) {
    let (before, sharedBefore) = (state, record.tracker.completing(shared))
    let actualShared = record.tracker.completing(actualShared)
    defer { (state, shared) = (actual, actualShared) }
    // If the exhaustivity is `.off`, the closure starts from the actual state, so only the properties that it sets are
    // compared.
    var expected = exhaustivity == .on ? before : actual
    let expectedShared = SharedOverlay(exhaustivity == .on ? sharedBefore : actualShared)
    do {
      if let update { try record.runAssertion(on: expectedShared) { try update(&expected) } }
    } catch {
      return location.fail("The closure that describes the expected state threw an error: \(error)")
    }
    let mismatch = comparing(expectedShared, with: actualShared) {
      expected != actual ? difference(expected, actual) : nil
    }
    if let mismatch {
      let headline =
        update == nil
        ? "The state was not expected to change, but it did: …" : "A state change does not match the expectation: …"
      location.fail("\(headline)\n\n\(mismatch)")
    } else if exhaustivity == .on, update != nil, comparing(expectedShared, with: sharedBefore, { expected == before })
    {
      location.fail(
        "Expected the state to change, but it did not. If no change is expected, leave out the closure.")
    } else {
      reportSkippedChanges(from: (before, sharedBefore), to: (actual, actualShared), update, at: location)
    }
  }

  /// Runs a closure that compares an expected state with an actual state. During the comparison, each state has its own
  /// shared values.
  func comparing<Result>(_ expected: SharedOverlay, with actual: SharedValues, _ compare: () -> Result) -> Result {
    if expected.isEmpty, record.tracker.isEmpty { return compare() }
    return SharedComparison.$current.withValue(SharedComparison(expected: expected, actual: actual), operation: compare)
  }

  /// Reports the changes that a test has not asserted, as known issues. Does nothing unless skipped assertions are to
  /// be reported: see ``Exhaustivity``.
  private func reportSkippedChanges(
    from before: (state: State, shared: SharedValues), to actual: (state: State, shared: SharedValues),
    _ update: ((inout State) throws -> Void)?, at location: SourceLocation
  ) {
    guard case .off(showSkippedAssertions: true) = exhaustivity else { return }
    var assertedState = before.state
    let assertedShared = SharedOverlay(before.shared)
    do {
      if let update { try record.runAssertion(on: assertedShared) { try update(&assertedState) } }
    } catch {
      return location.reportKnownIssue("The closure that describes the expected state threw an error: \(error)")
    }
    let skipped = comparing(assertedShared, with: actual.shared) {
      assertedState != actual.state ? difference(assertedState, actual.state) : nil
    }
    if let skipped { location.reportKnownIssue("Not all changes were asserted: …\n\n\(skipped)") }
  }

  /// Whether all actions are received, and a shared value differs from the value that the test has asserted last. Then
  /// an effect has changed the shared value without an action.
  var hasUnassertedSharedChanges: Bool {
    !record.tracker.isEmpty && record.unreceived.isEmpty
      && record.tracker.values.differ(from: record.tracker.completing(shared))
  }

  /// Returns a text that shows the difference of two values.
  func difference<Value>(_ expected: Value, _ actual: Value) -> String {
    let difference = diff(expected, actual, format: .proportional) ?? "Expected:\n\(expected)\nActual:\n\(actual)"
    return "\(difference)\n\n(Expected: −, Actual: +)"
  }

  /// Removes the actions that the test has not received. The state after the last of these actions becomes the current
  /// state of the test. Depending on the exhaustivity, the test fails, or the actions are reported as known issues or
  /// not at all.
  ///
  /// - Parameter remedy: The advice in the message of the failure, without a full stop.
  func dropUnreceivedActions(_ remedy: String, at location: SourceLocation) {
    guard let last = record.unreceived.last else { return }
    if exhaustivity == .on {
      location.fail(unreceivedActions(remedy))
    } else {
      reportSkippedActions(record.unreceived.map(\.action), "before the next one was sent", at: location)
    }
    record.unreceived = []
    (state, shared) = (last.state, last.shared)
  }

  /// Reports actions that a test does not receive, as known issues. Does nothing unless skipped assertions are to be
  /// reported: see ``Exhaustivity``.
  ///
  /// - Parameter moment: When the actions were skipped, for the message, such as “before the next one was sent”.
  func reportSkippedActions(_ actions: some Collection<Action>, _ moment: String, at location: SourceLocation) {
    guard case .off(showSkippedAssertions: true) = exhaustivity, !actions.isEmpty else { return }
    location.reportKnownIssue(
      "\(actions.count) received action(s) were skipped \(moment): …\n\n\(bulletList(of: actions))")
  }

  /// If the exhaustivity is `.on`, fails the test for each effect that has not ended, for actions that were not
  /// received, and for unasserted changes of shared values. Each issue is reported only once.
  func reportPendingIssues(at end: SourceLocation) {
    updatePendingIssues(at: end)
    pendingIssues.report()
    if let last = record.unreceived.last { state = last.state }
    shared = record.tracker.values
    record.unreceived = []
    sentActions = []
  }

  /// Updates the list of issues that would be reported if the test ended now. The list is empty unless the exhaustivity
  /// is `.on`.
  ///
  /// Running effects are reported at the line that sent their action. Unreceived actions and unasserted shared values
  /// are reported at `end`, or at the line of the last `send` if `end` is `nil`.
  func updatePendingIssues(at end: SourceLocation? = nil) {
    if sentActions.isEmpty, record.unreceived.isEmpty, !hasUnassertedSharedChanges {
      return pendingIssues.replace(with: [])
    }
    guard exhaustivity == .on else { return pendingIssues.replace(with: []) }
    sentActions.removeAll { !$0.task.isRunning }
    var issues = sentActions.map { sent in
      PendingIssues.Issue(
        message: """
          An effect of “\(sent.description)” is still running at the end of the test. Let the clients of this test end, cancel the \
          effect with an action, or cancel the task that “send” returned.
          """, location: sent.location)
    }
    if !record.unreceived.isEmpty, let location = end ?? lastSendLocation {
      issues.append(
        PendingIssues.Issue(message: unreceivedActions("Receive them before the test ends"), location: location))
    }
    if hasUnassertedSharedChanges, let location = end ?? lastSendLocation {
      issues.append(
        PendingIssues.Issue(
          message:
            "An effect has changed a shared value, which was not asserted. Assert the change with “store.assert” before the test ends.",
          location: location))
    }
    pendingIssues.replace(with: issues)
  }

  /// Returns the message for actions that were not received.
  ///
  /// - Parameter remedy: The advice in the message, without a full stop.
  private func unreceivedActions(_ remedy: String) -> String {
    let actions = record.unreceived.map(\.action)
    return "\(actions.count) received action(s) were not asserted. \(remedy): …\n\n\(bulletList(of: actions))"
  }

  /// Returns a text with one line for each action.
  private func bulletList(of actions: some Collection<Action>) -> String {
    actions.map { "  • \(String(customDumping: $0))" }.joined(separator: "\n")
  }
}
