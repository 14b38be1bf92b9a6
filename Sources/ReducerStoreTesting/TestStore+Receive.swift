internal import CustomDump

extension TestStore {
  /// Receives the next action that an effect has sent, and checks how the action changed the state. If no action has
  /// arrived yet, the method waits for one. If the store is not exhaustive, the method skips other actions before the
  /// expected one. The other `receive` methods wait for actions and skip actions in the same way.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - timeout: The maximum time to wait, or `nil` for the ``timeout`` of the store. If no effect is running, the
  ///     method does not wait.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after the action.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func receive(
    _ action: Action, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = Expectation(description: "“\(action)”", isMet: { $0 == action }) { [self] received in
      "Received an unexpected action: …\n\n\(difference(action, received))"
    }
    await receive(expectation, timeout: timeout, assert: updateStateToExpectedResult, at: location)
  }

  /// Receives the next action that an effect sends, which must satisfy a condition. Use this method for actions that
  /// are not `Equatable`.
  ///
  /// - Parameters:
  ///   - isExpected: Returns whether an action is the expected one.
  ///   - timeout: The maximum time to wait, or `nil` for the ``timeout`` of the store. If no effect is running, the
  ///     method does not wait.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after the action.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func receive(
    _ isExpected: @escaping (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let expectation = Expectation(description: "an action", isMet: isExpected) { received in
      "Received an unexpected action: \(String(customDumping: received))"
    }
    await receive(expectation, timeout: timeout, assert: updateStateToExpectedResult, at: location)
  }

  /// Receives the next action that an effect sends, which must match a case:
  /// `await store.receive(\.destination.editor.saved)`.
  ///
  /// - Parameters:
  ///   - actionCase: The case, with any payload.
  ///   - timeout: The maximum time to wait, or `nil` for the ``timeout`` of the store. If no effect is running, the
  ///     method does not wait.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after the action.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = CasePath<Action, Action>.itself[keyPath: actionCase]
    let expectation = Expectation(description: "\(actionCase)", isMet: { path.extract(from: $0) != nil }) { received in
      "Received an action that is not in the case \(actionCase): \(String(customDumping: received))"
    }
    await receive(expectation, timeout: timeout, assert: updateStateToExpectedResult, at: location)
  }

  /// Receives the next action that an effect sends, which must match a case with this payload:
  /// `await store.receive(\.found, ["news"])`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - value: The expected payload of the case.
  ///   - timeout: The maximum time to wait, or `nil` for the ``timeout`` of the store. If no effect is running, the
  ///     method does not wait.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after the action.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = CasePath<Action, Action>.itself[keyPath: actionCase]
    let expectation = Expectation(description: "\(actionCase)", isMet: { path.extract(from: $0) == value }) {
      [self] received in
      "Received an unexpected action: …\n\n\(difference(path.embed(value), received))"
    }
    await receive(expectation, timeout: timeout, assert: updateStateToExpectedResult, at: location)
  }

  /// The action that a test expects.
  private struct Expectation {
    /// The description of the action, for messages.
    var description: String
    /// Returns whether an action is the expected one.
    var isMet: (Action) -> Bool
    /// Returns the message of the failure for an action that is not the expected one.
    var failureMessage: (Action) -> String

    init(description: String, isMet: @escaping (Action) -> Bool, failureMessage: @escaping (Action) -> String) {
      self.description = description
      self.isMet = isMet
      self.failureMessage = failureMessage
    }
  }

  private func receive(
    _ expectation: Expectation, timeout: Duration?, assert update: ((inout State) throws -> Void)?,
    at location: SourceLocation
  ) async {
    guard await waitForAction(expectation, timeout: timeout ?? self.timeout, at: location) else { return }
    if exhaustivity != .on, let position = record.unreceived.firstIndex(where: { expectation.isMet($0.action) }) {
      // Earlier actions are skipped. The test continues from the state before the expected action.
      reportSkippedActions(
        record.unreceived.prefix(position).map(\.action), "before \(expectation.description)", at: location)
      if position > 0 {
        (state, shared) = (record.unreceived[position - 1].state, record.unreceived[position - 1].shared)
      }
      record.unreceived.removeFirst(position)
    }
    let received = record.unreceived.removeFirst()
    if !expectation.isMet(received.action) { location.fail(expectation.failureMessage(received.action)) }
    verify(received.state, received.shared, expecting: update, at: location)
    updatePendingIssues()
    // Running effects continue before the next line of the test.
    if store.isRunningEffects { await settleEffects() }
  }

  /// Waits for an action that an effect sends. If the exhaustivity is `.on`, waits for any action, otherwise for the
  /// expected action. Fails the test and returns `false` if the timeout or all effects end before the action arrives.
  private func waitForAction(_ expectation: Expectation, timeout: Duration, at location: SourceLocation) async -> Bool {
    let hasReceived = { [self] in
      exhaustivity == .on ? !record.unreceived.isEmpty : record.unreceived.contains { expectation.isMet($0.action) }
    }
    await record.progress.wait(atMost: timeout) { hasReceived() || !store.isRunningEffects }
    if hasReceived() { return true }
    let reason =
      store.isRunningEffects
      ? "Effects are still running after \(timeout). Make the clients of this test answer at once, or wait longer."
      : "No effect is running that could send it."
    location.fail("Expected to receive \(expectation.description), but received nothing. \(reason)")
    return false
  }
}
