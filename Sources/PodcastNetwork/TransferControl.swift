import CSoup
import Podcasts
import Synchronization

/// Stops a transfer from any thread, and records the reason.
final class TransferControl: Sendable {
  private struct State {
    var stopped: FeedError?
    var cancellation: Cancellation?
  }

  private let state = Mutex(State())

  init() {}

  /// Why the transfer was stopped. Later reasons are ignored.
  var stopped: FeedError? { state.withLock { $0.stopped } }

  /// Creates the cancellation of the next exchange. It is already cancelled if the transfer was stopped.
  func begin() -> Cancellation {
    let cancellation = Cancellation()
    let isStopped = state.withLock { state in
      state.cancellation = cancellation
      return state.stopped != nil
    }
    if isStopped { cancellation.cancel() }
    return cancellation
  }

  /// Stops the transfer: the running exchange fails.
  func stop(_ reason: FeedError) {
    let cancellation = state.withLock { state -> Cancellation? in
      guard state.stopped == nil else { return nil }
      state.stopped = reason
      return state.cancellation
    }
    // Outside of the lock: GLib calls handlers here.
    cancellation?.cancel()
  }
}

/// Owns a `GCancellable`, which can be cancelled on any thread.
final class Cancellation: Sendable {
  /// Owned.
  // Safe because GLib locks a cancellable.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable>

  init() { pointer = g_cancellable_new() }

  deinit { g_object_unref(pointer) }

  func cancel() { g_cancellable_cancel(pointer) }
}
