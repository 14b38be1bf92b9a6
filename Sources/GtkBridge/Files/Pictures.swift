internal import CGtk
internal import CGtkBridge

/// The reason why there is no picture.
package enum PictureFailure: Error, Hashable, Sendable {
  /// The picture is not needed any more.
  case cancelled
  /// This machine cannot read such addresses.
  case unsupported
  /// The picture has more bytes or pixels than allowed.
  case tooLarge
  /// The picture cannot be read, for this reason, in the desktop's language.
  case unreadable(String)
  /// The bytes are not a picture, for this reason, in the desktop's language.
  case undecodable(String)
}

/// Reads and decodes pictures on GIO's threads. Cancelling the task cancels its work.
@MainActor
package enum Pictures {
  /// The maximum number of bytes of a file in its own format.
  package static let fileLimit = 128 << 20
  /// The maximum number of pixels of a picture on screen. A larger picture is scaled down. Each pixel takes four bytes of memory.
  package static let shownPixels = 1 << 24
  /// The maximum number of pixels of a picture that is decoded.
  package static let mostPixels = 100_000_000

  /// Returns the bytes at an address that GIO can read, or of a `data:` address.
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

  /// Decodes the bytes of a picture, in a format that GTK reads, into a `GdkTexture`. A picture with more than `shownPixels` pixels is scaled down.
  package static func decode(_ bytes: [UInt8], shownPixels: Int = Pictures.shownPixels) async throws(PictureFailure) -> GObjectReference {
    try await perform {
      GObjectReference(takingOver: $0)
    } start: { cancellable, job in
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
        // Safe because the callback releases the reference, and is called once.
        start(cancellation.pointer, Unmanaged.passRetained(job).toOpaque())
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}

/// Cancels the work for a picture.
private final class PictureCancellation: @unchecked Sendable {
  // Safe because GIO's object may be cancelled and released on any thread. Owned.
  let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

  func cancel() { g_cancellable_cancel(pointer) }

  deinit { g_object_unref(pointer) }
}

@MainActor private final class PictureJob {
  /// Called with the result, which it takes over, or with the reason of a failure.
  let done: @MainActor (UnsafeMutableRawPointer?, PictureFailure) -> Void

  init(_ done: @escaping @MainActor (UnsafeMutableRawPointer?, PictureFailure) -> Void) {
    self.done = done
  }
}

private let finished: GAsyncReadyCallback = { _, result, data in
  guard let result, let data else { return }
  var code: Int32 = -1
  var error: UnsafeMutablePointer<GError>?
  // As a number, which can be passed to the main actor. The reference is handed over as a whole.
  let made = UInt(bitPattern: cgtk_picture_finish(result, &code, &error))
  let failure = PictureFailure(code: code, reason: error.map { String(cString: $0.pointee.message) } ?? "")
  if let error { g_error_free(error) }
  // Safe because it releases the reference that was taken when the job began, once, and GIO calls on the loop's thread, where it began.
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
