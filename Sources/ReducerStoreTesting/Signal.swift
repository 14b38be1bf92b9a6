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

  /// Waits until a condition is true. The condition is checked each time the signal is raised.
  ///
  /// The method also returns after the timeout, or when the waiting task is cancelled. So the caller must check the
  /// condition again.
  func wait(atMost timeout: Duration, until condition: () -> Bool) async {
    guard !condition() else { return }
    var isOver = false
    // The timeout is a series of 20 short sleeps. While another test blocks the main actor, only the current sleep can
    // end, so the timeout is not used up during that time.
    let alarm = Task {
      do {
        for _ in 0..<20 { try await Task.sleep(for: timeout / 20) }
        isOver = true
        raise()
      } catch {
        // The alarm was cancelled, because the wait has ended.
      }
    }
    defer { alarm.cancel() }
    while !condition(), !isOver, !Task.isCancelled {
      await next()
    }
  }

  /// Waits until the signal is raised, or until the running task is cancelled.
  private func next() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters.append($0) }
    } onCancel: {
      Task { @MainActor in raise() }
    }
  }
}
