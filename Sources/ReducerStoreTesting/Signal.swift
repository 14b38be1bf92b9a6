/// Wakes one waiting task.
@MainActor
final class Signal {
  private var waiter: CheckedContinuation<Void, Never>?

  /// Wakes the task that is waiting, if there is one, so that it looks again.
  func raise() {
    waiter?.resume()
    waiter = nil
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
        // It was cancelled, because nobody waits any more.
      }
    }
    defer { alarm.cancel() }
    while !condition(), !isOver, !Task.isCancelled {
      await next()
    }
  }

  private func next() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter = $0 }
    } onCancel: {
      Task { @MainActor in raise() }
    }
  }
}
