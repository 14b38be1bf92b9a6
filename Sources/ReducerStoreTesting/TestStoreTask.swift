/// The work that follows from an action that a test has sent.
@MainActor
public struct TestStoreTask: Sendable {
  let task: StoreTask
  let progress: Signal
  let timeout: Duration

  /// Whether work is going on, and all of it has been cancelled.
  public var isCancelled: Bool { task.isCancelled }

  /// Whether some of the work has not ended.
  package var isRunning: Bool { task.isRunning }

  /// Cancels all of the work, and waits until it has ended. Work that ignores that fails the test when that ends.
  public func cancel() async {
    task.cancel()
    await progress.wait(atMost: timeout) { !task.isRunning }
  }

  /// Waits until all of the work has ended, and fails the test if that takes too long.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait, or `nil` for the ``TestStore/timeout`` of the store.
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
      "The work that follows from the action is still going on after \(limit). Make the clients of this test answer at once, or wait longer.")
  }
}
