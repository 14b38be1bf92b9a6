extension TestStore {
  /// Sends the action of a case without payload, and checks how it changes the state: `await store.send(\.view.refreshButtonClicked)`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - updateStateToExpectedResult: Changes the state before the action into the one that is expected after it. Leave it out where
  ///     nothing is expected to change.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  /// - Returns: The work that follows from the action, to cancel or to await.
  @discardableResult
  public func send(
    _ actionCase: CaseKeyPath<Action, Void>, assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await send(actionCase, (), assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends the action of a case with a payload, and checks how it changes the state: `await store.send(\.binding.name, "Ada") { $0.name = "Ada" }`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - value: Its payload.
  ///   - updateStateToExpectedResult: Changes the state before the action into the one that is expected after it. Leave it out where
  ///     nothing is expected to change.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  /// - Returns: The work that follows from the action, to cancel or to await.
  @discardableResult
  public func send<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let action = CasePath<Action, Action>.itself[keyPath: actionCase].embed(value)
    return await send(action, assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks the state as it is, without an action: what the closure changes must be so already.
  ///
  /// - Parameters:
  ///   - updateStateToExpectedResult: Changes the state into the one that is expected.
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
      try record.describing(expectedShared) { try updateStateToExpectedResult(&expected) }
    } catch {
      return location.fail("The closure that describes the expected state threw an error: \(error)")
    }
    let mismatch = comparing(expectedShared, with: actualShared) { expected != state ? difference(expected, state) : nil }
    if let mismatch { location.fail("The state is not as expected: …\n\n\(mismatch)") }
    shared = actualShared
    noteUnfinishedEffects()
  }

  /// Does something with another exhaustivity, and goes back to the one before.
  public func withExhaustivity<Result>(_ exhaustivity: Exhaustivity, operation: () throws -> Result) rethrows -> Result {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Does something with another exhaustivity, and goes back to the one before.
  public func withExhaustivity<Result>(_ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result) async rethrows -> Result {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try await operation()
  }
}
