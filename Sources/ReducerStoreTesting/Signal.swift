/// A signal that wakes all tasks that wait for it.
@MainActor
final class Signal {
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Wakes the waiting tasks, which then check their conditions again.
  func raise() {
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
  }

  /// Waits until a condition is true. The condition is checked each time the signal is raised.
  ///
  /// The method also returns after the timeout, or when the waiting task is cancelled. So check the condition again.
  func wait(atMost timeout: Duration, until condition: () -> Bool) async {
    guard !condition() else { return }
    var isOver = false
    // The timeout is divided into slices. If another test blocks the main actor for a long time, only one slice passes.
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
