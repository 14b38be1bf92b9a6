extension TestStore {
  /// Sends an action whose case has no payload, and checks how the action changes the state:
  /// `await store.send(\.view.refreshButtonClicked)`.
  ///
  /// - Parameters:
  ///   - actionCase: The case of the action.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Leave it out
  ///     if no change is expected.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  /// - Returns: The effects of the action, to cancel or to await.
  @discardableResult
  public func send(
    _ actionCase: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      actionCase, (), assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Sends an action whose case has a payload, and checks how the action changes the state:
  /// `await store.send(\.binding.name, "Ada") { $0.name = "Ada" }`.
  ///
  /// - Parameters:
  ///   - actionCase: The case of the action.
  ///   - value: The payload of the case.
  ///   - updateStateToExpectedResult: Changes the state before the action to the expected state after it. Leave it out
  ///     if no change is expected.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  /// - Returns: The effects of the action, to cancel or to await.
  @discardableResult
  public func send<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let action = CasePath<Action, Action>.itself[keyPath: actionCase].embed(value)
    return await send(
      action, assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks the current state without an action. The closure sets properties of a copy of the state to their expected
  /// values. If the copy then differs from the state, the test fails.
  ///
  /// - Parameters:
  ///   - updateStateToExpectedResult: Sets the properties that are checked.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func assert(
    _ updateStateToExpectedResult: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var expected = state
    let (expectedShared, actualShared) = (SharedOverlay(record.tracker.completing(shared)), record.tracker.values)
    do {
      try record.runAssertion(on: expectedShared) { try updateStateToExpectedResult(&expected) }
    } catch {
      return location.fail("The closure that describes the expected state threw an error: \(error)")
    }
    let mismatch = comparing(expectedShared, with: actualShared) {
      expected != state ? difference(expected, state) : nil
    }
    if let mismatch { location.fail("The state is not as expected: …\n\n\(mismatch)") }
    shared = actualShared
    updatePendingIssues()
  }

  /// Runs an operation with another exhaustivity, and then restores the previous exhaustivity.
  public func withExhaustivity<Result>(_ exhaustivity: Exhaustivity, operation: () throws -> Result) rethrows -> Result
  {
    let previousExhaustivity = self.exhaustivity
    defer { self.exhaustivity = previousExhaustivity }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous operation with another exhaustivity, and then restores the previous exhaustivity.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let previousExhaustivity = self.exhaustivity
    defer { self.exhaustivity = previousExhaustivity }
    self.exhaustivity = exhaustivity
    return try await operation()
  }
}
