extension TestStore {
  /// Sends an action that carries nothing, by the name of its case: `await store.send(\.view.saveButtonClicked)`.
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
  ) async -> StoreTask {
    await send(
      actionCase, (), assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action by the name of its case and what it carries: `await store.send(\.binding.name, "Ada")`.
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - value: What it carries.
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
  ) async -> StoreTask {
    let action = CasePath<Action, Action>.itself[keyPath: actionCase].embed(value)
    return await send(
      action, assert: updateStateToExpectedResult, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
