/// A signal that resumes all tasks that wait for it.
@MainActor
final class Signal {
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Resumes the waiting tasks, which then check their conditions again.
  func raise() {
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
  }

  /// Waits until a condition is true. The condition is checked first, and each time the signal is raised.
  ///
  /// The method also returns after the timeout, or when the waiting task is cancelled. So the caller must check the
  /// condition again.
  func wait(atMost timeout: Duration, until condition: () -> Bool) async {
    guard !condition() else { return }
    var isTimedOut = false
    // The timeout is a series of 20 short sleeps, which the main actor starts one after the other. While another test
    // blocks the main actor, only the current sleep can end, so most of the timeout remains.
    let alarm = Task {
      do {
        for _ in 0..<20 { try await Task.sleep(for: timeout / 20) }
        isTimedOut = true
        raise()
      } catch {
        // The alarm was cancelled, because the wait has ended.
      }
    }
    defer { alarm.cancel() }
    while !condition(), !isTimedOut, !Task.isCancelled {
      await waitOnce()
    }
  }

  /// Waits until the signal is raised, or until the waiting task is cancelled. A cancellation resumes the other
  /// waiting tasks, too. These tasks check their conditions, and wait again.
  private func waitOnce() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters.append($0) }
    } onCancel: {
      Task { @MainActor in raise() }
    }
  }
}
