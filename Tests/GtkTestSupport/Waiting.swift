internal import CGtk
internal import CMainLoopTesting
internal import GtkBridge
public import Testing

/// Waits until a condition holds, while GTK's loop runs.
///
/// The condition is evaluated once in each turn of the loop, before the loop sleeps. Nothing polls, so an event on the
/// loop must make the condition true. If the condition does not hold within ten seconds, an issue is recorded at the
/// caller's line.
///
/// - Parameter event: The event that makes the condition true, in words, for the message of the issue.
/// - Returns: Whether the condition holds.
@MainActor @discardableResult
public func waitUntil(
  _ event: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @MainActor () -> Bool
) async -> Bool {
  let holds = await withCheckedContinuation { continuation in
    Wait(condition: condition, continuation: continuation).begin()
  }
  if !holds { Issue.record("Waited ten seconds for \(event)", sourceLocation: sourceLocation) }
  return holds
}

/// Waits until the main loop has nothing more to do at any priority: input is handled, tasks have run, and all pending
/// layout passes are done.
@MainActor public func mainLoopSettles() async {
  await withCheckedContinuation { continuation in
    MainLoop.onNextTurn(.idle) { continuation.resume() }
  }
}

/// Runs a closure as GTK runs the handlers of an event: from a source of the main loop, and not from within a
/// main-actor task.
///
/// GTK behaves differently in some cases within a main-actor task, so tests call this function for everything that they
/// do to a dialog.
@MainActor public func performInEventHandler<Result: Sendable>(
  _ action: @escaping @MainActor () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    MainLoop.onNextTurn { continuation.resume(returning: action()) }
  }
}

/// A condition for which a caller of `waitUntil` waits.
@MainActor private final class Wait {
  private let condition: @MainActor () -> Bool
  private let continuation: CheckedContinuation<Bool, Never>

  init(condition: @escaping @MainActor () -> Bool, continuation: CheckedContinuation<Bool, Never>) {
    self.condition = condition
    self.continuation = continuation
  }

  func begin() {
    // Safe because the second closure releases the reference, and the source calls this closure once, at the end of the
    // wait.
    let data = Unmanaged.passRetained(self).toOpaque()
    mainloop_testing_wait(
      { data in
        // Safe because the source runs on the first thread, and the second closure has not released the object yet.
        let wait = Unmanaged<Wait>.fromOpaque(data!).takeUnretainedValue()
        return MainActor.assumeIsolated { wait.condition() } ? 1 : 0
      },
      { data in
        // Safe because the source calls this closure once, and on the first thread.
        let wait = Unmanaged<Wait>.fromOpaque(data!).takeRetainedValue()
        MainActor.assumeIsolated { wait.continuation.resume(returning: wait.condition()) }
        return 0
      }, data, 10)
  }
}
