/// Wakes the tasks that wait.
@MainActor
final class Signal {
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Wakes the tasks that are waiting, so that they look again.
  func raise() {
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
  }

  /// Waits until something is so, looking again whenever the signal is raised.
  ///
  /// It returns when the time is up, too, or when the waiting task is cancelled: look at the condition again.
  func wait(atMost timeout: Duration, until condition: () -> Bool) async {
    guard !condition() else { return }
    var isOver = false
    // In slices: a time in which the main actor was busy with another test counts as one of them, and not as the whole.
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

  private func next() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters.append($0) }
    } onCancel: {
      Task { @MainActor in raise() }
    }
  }
}
