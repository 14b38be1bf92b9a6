import CSoup
import Podcasts
import Synchronization

/// Stops a transfer from any thread, and records the reason. A transfer consists of operations, which are HTTP
/// exchanges and lookups of hosts. One operation runs at a time.
final class TransferControl: Sendable {
  private struct State {
    var stopReason: FeedError?
    /// The cancellation of the latest operation, which may have ended.
    var cancellation: Cancellation?
  }

  private let state = Mutex(State())

  init() {}

  /// The first reason for which the transfer was stopped, or `nil`.
  var stopReason: FeedError? { state.withLock { $0.stopReason } }

  /// Returns the cancellation of the next operation. If the transfer was stopped, the operation is cancelled at once.
  func beginOperation() -> Cancellation {
    let cancellation = Cancellation()
    let isStopped = state.withLock { state in
      state.cancellation = cancellation
      return state.stopReason != nil
    }
    if isStopped { cancellation.cancel() }
    return cancellation
  }

  /// Stops the transfer, and cancels the running operation. A second call has no effect.
  func stop(_ reason: FeedError) {
    let cancellation = state.withLock { state -> Cancellation? in
      guard state.stopReason == nil else { return nil }
      state.stopReason = reason
      return state.cancellation
    }
    // Not inside the lock, because GIO calls the handlers of the `GCancellable` during this call.
    cancellation?.cancel()
  }
}

/// Owns a `GCancellable`, which can be cancelled on any thread.
final class Cancellation: Sendable {
  /// Owned: GIO's object.
  // Safe because a `GCancellable` may be used from several threads.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable>

  init() { pointer = g_cancellable_new() }

  deinit { g_object_unref(pointer) }

  func cancel() { g_cancellable_cancel(pointer) }
}
