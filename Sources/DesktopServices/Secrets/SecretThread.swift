import CSecret
import Foundation
import Podcasts

/// Runs blocking operations of libsecret, each on a new thread.
enum SecretThread {
  /// Cancels an operation of libsecret, on any thread.
  private final class Cancellation: Sendable {
    /// The `GCancellable`. This object owns a reference to it.
    // Safe because GLib locks a cancellable.
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

    init() {}

    deinit { g_object_unref(pointer) }
  }

  /// Runs an operation. If the calling task is cancelled, the operation's `GCancellable` is cancelled, so that
  /// libsecret stops.
  static func run<Value: Sendable>(
    _ operation: @escaping @Sendable (UnsafeMutablePointer<GCancellable>) throws(CredentialsError) -> Value
  ) async throws(CredentialsError) -> Value {
    let cancellation = Cancellation()
    let result: Result<Value, CredentialsError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          do throws(CredentialsError) {
            continuation.resume(returning: .success(try operation(cancellation.pointer)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
    } onCancel: {
      g_cancellable_cancel(cancellation.pointer)
    }
    return try result.get()
  }
}
