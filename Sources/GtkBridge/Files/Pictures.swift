internal import CGtk
internal import CGtkBridge

/// Why there is no picture.
package enum PictureFailure: Error, Hashable, Sendable {
  /// Nobody wants it any more.
  case cancelled
  /// Nobody on this machine reads such addresses.
  case unsupported
  /// It has more bytes or pixels than a picture may have.
  case tooLarge
  /// It cannot be read, for this reason, in the desktop's language.
  case unreadable(String)
  /// What was read is no picture, for this reason, in the desktop's language.
  case undecodable(String)
}

/// Pictures, read and decoded on threads of GIO's. When the task is cancelled, so is what is done for it.
@MainActor
package enum Pictures {
  /// How many bytes a file may have, in its own format.
  package static let fileLimit = 128 << 20
  /// How many pixels a picture has at most when it is shown: it is made smaller. Each is four bytes of memory.
  package static let shownPixels = 1 << 24
  /// How many pixels a picture may have that is decoded.
  package static let mostPixels = 100_000_000

  /// The bytes at an address that GIO reads files at, or of a `data:` address.
  package static func bytes(at address: String) async throws(PictureFailure) -> [UInt8] {
    try await perform { made in
      defer { g_bytes_unref(made.opaque) }
      var length: gsize = 0
      let start = g_bytes_get_data(made.opaque, &length)
      return Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
    } start: { cancellable, job in
      cgtk_picture_load(address.wholeInC, gsize(fileLimit), cancellable, finished, job)
    }
  }

  /// The `GdkTexture` that a picture's bytes make, in a format that GTK reads. One of more pixels than are shown is made smaller.
  package static func decode(_ bytes: [UInt8], shownPixels: Int = Pictures.shownPixels) async throws(PictureFailure) -> GObjectReference {
    try await perform { GObjectReference(takingOver: $0) } start: { cancellable, job in
      cgtk_picture_decode(bytes, gsize(bytes.count), guint64(shownPixels), guint64(mostPixels), cancellable, finished, job)
    }
  }

  private static func perform<Value: Sendable>(
    _ take: @escaping @MainActor (UnsafeMutableRawPointer) -> Value, start: @MainActor (UnsafeMutablePointer<GCancellable>, gpointer) -> Void
  ) async throws(PictureFailure) -> Value {
    let cancellation = PictureCancellation()
    let result: Result<Value, PictureFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = PictureJob { made, failure in
          continuation.resume(returning: made.map { .success(take($0)) } ?? .failure(failure))
        }
        // Safe because the callback gives the reference back, and comes once.
        start(cancellation.pointer, Unmanaged.passRetained(job).toOpaque())
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}

/// Ends what is done for a picture.
private final class PictureCancellation: @unchecked Sendable {
  // Safe because GIO's object may be cancelled and let go of on any thread. Owned.
  let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

  func cancel() { g_cancellable_cancel(pointer) }

  deinit { g_object_unref(pointer) }
}

@MainActor private final class PictureJob {
  /// Takes over what was made, or is told why nothing was.
  let done: @MainActor (UnsafeMutableRawPointer?, PictureFailure) -> Void

  init(_ done: @escaping @MainActor (UnsafeMutableRawPointer?, PictureFailure) -> Void) {
    self.done = done
  }
}

private let finished: GAsyncReadyCallback = { _, result, data in
  guard let result, let data else { return }
  var code: Int32 = -1
  var error: UnsafeMutablePointer<GError>?
  // As a number, which may be given to the main actor: the reference is handed over whole.
  let made = UInt(bitPattern: cgtk_picture_finish(result, &code, &error))
  let failure = PictureFailure(code: code, reason: error.map { String(cString: $0.pointee.message) } ?? "")
  if let error { g_error_free(error) }
  // Safe because it gives back the reference that was taken when the job began, once, and GIO calls on the loop's thread, where it began.
  let job = Unmanaged<PictureJob>.fromOpaque(data).takeRetainedValue()
  MainActor.assumeIsolated { job.done(UnsafeMutableRawPointer(bitPattern: made), failure) }
}

extension PictureFailure {
  fileprivate init(code: Int32, reason: String) {
    switch code {
    case Int32(G_IO_ERROR_CANCELLED.rawValue): self = .cancelled
    case Int32(G_IO_ERROR_NOT_SUPPORTED.rawValue): self = .unsupported
    case Int32(G_IO_ERROR_MESSAGE_TOO_LARGE.rawValue): self = .tooLarge
    case Int32(G_IO_ERROR_INVALID_DATA.rawValue): self = .undecodable(reason)
    default: self = .unreadable(reason)
    }
  }
}
