import CSoup

/// Counts how often a timer of the main loop fires. A blocked main loop stops the count.
@MainActor
final class TickCounter {
  private(set) var count = 0
  /// The count for which a caller of ``waitForCount(_:)`` waits, and the continuation of that caller.
  private var waiting: (target: Int, continuation: CheckedContinuation<Void, Never>)?
  /// The id of the timer.
  private var timerID: guint = 0

  init() {
    let interval: guint = 1  // In milliseconds.
    timerID = g_timeout_add(
      interval,
      { counter in
        // A number is sendable, and a pointer is not.
        let counter = UInt(bitPattern: counter)
        // Safe because the timer runs on the main context and is removed before this object is deallocated.
        MainActor.assumeIsolated {
          Unmanaged<TickCounter>.fromOpaque(UnsafeMutableRawPointer(bitPattern: counter)!).takeUnretainedValue().tick()
        }
        // This result keeps the timer.
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit { g_source_remove(timerID) }

  /// Waits for the first tick from now on at which ``count`` is at least `target`. Only one caller can wait at a time.
  func waitForCount(_ target: Int) async {
    await withCheckedContinuation { waiting = (target, $0) }
  }

  private func tick() {
    count += 1
    guard let waiting, count >= waiting.target else { return }
    self.waiting = nil
    waiting.continuation.resume()
  }
}
