/// The effects of an action that a test has sent.
@MainActor
public struct TestStoreTask: Sendable {
  let task: StoreTask
  /// The signal of the store, which is raised after an effect has sent an action or has ended.
  let progress: Signal
  /// The ``TestStore/timeout`` of the store when the action was sent.
  let timeout: Duration

  /// Whether effects are running, all of which have been cancelled.
  public var isCancelled: Bool { task.isCancelled }

  /// Whether at least one effect has not ended.
  package var isRunning: Bool { task.isRunning }

  /// Cancels all effects of the action, and waits until they have ended, at most for the timeout of the store. This
  /// method does not fail the test. An effect that ignores the cancellation makes an exhaustive test fail at its end.
  public func cancel() async {
    task.cancel()
    await progress.wait(atMost: timeout) { !task.isRunning }
  }

  /// Waits until all effects of the action have ended. If they do not end within the timeout, the test fails.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait, or `nil` for the timeout of the store when the action was sent.
  ///   - fileID: The module and the file of the test.
  ///   - filePath: The path of the test's file.
  ///   - line: The line of the test.
  ///   - column: The column of the test.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let limit = timeout ?? self.timeout
    await progress.wait(atMost: limit) { !task.isRunning }
    guard task.isRunning else { return }
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column).fail(
      "The work that follows from the action is still going on after \(limit). Make the clients of this test answer at once, or wait longer."
    )
  }
}
