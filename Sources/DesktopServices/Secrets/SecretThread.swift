import CSecret
import Foundation
import Podcasts

/// Runs blocking operations of libsecret, the library for the desktop's password store. Each operation runs on a new
/// thread.
enum SecretThread {
  /// The means to cancel an operation of libsecret from any thread.
  private final class Cancellation: Sendable {
    /// The `GCancellable` of the operation. This object owns a reference to the `GCancellable`.
    // Safe because the functions of a `GCancellable` may be called on any thread.
    nonisolated(unsafe) let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

    init() {}

    deinit { g_object_unref(pointer) }
  }

  /// Runs an operation on a new thread, and returns its result. The operation passes the given `GCancellable` to
  /// libsecret. If the calling task is cancelled, the `GCancellable` is cancelled, so that libsecret stops.
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
