import CSoup

/// Counts how often a timer of the main loop fires. A blocked main loop stops the count.
@MainActor
final class TickCounter {
  private(set) var count = 0
  private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  /// The id of the timer.
  private var timerID: guint = 0

  init() {
    timerID = g_timeout_add(
      1,
      { counter in
        // A number is sendable, and a pointer is not.
        let counter = UInt(bitPattern: counter)
        // Safe because the timer runs on the main context and is removed before this object is deallocated.
        MainActor.assumeIsolated {
          Unmanaged<TickCounter>.fromOpaque(UnsafeMutableRawPointer(bitPattern: counter)!).takeUnretainedValue().tick()
        }
        // The timer fires again.
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit { g_source_remove(timerID) }

  /// Waits until ``count`` has reached a number.
  func waitForCount(_ count: Int) async {
    await withCheckedContinuation { waiting = (count, $0) }
  }

  private func tick() {
    count += 1
    guard let waiting, count >= waiting.count else { return }
    self.waiting = nil
    waiting.continuation.resume()
  }
}
