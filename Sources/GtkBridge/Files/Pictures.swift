internal import CGtk
internal import CGtkBridge

/// The reason why a picture could not be loaded or decoded.
package enum PictureFailure: Error, Hashable, Sendable {
  /// The Swift task that requested the picture was cancelled.
  case cancelled
  /// GIO on this machine cannot read addresses with this scheme.
  case unsupported
  /// The picture has more bytes or pixels than allowed.
  case tooLarge
  /// The picture cannot be read, for this reason, in the desktop's language.
  case unreadable(String)
  /// The bytes are not a picture, for this reason, in the desktop's language.
  case undecodable(String)
}

/// Reads and decodes pictures on GIO's threads. If the Swift task that called a function is cancelled, the function
/// also cancels the work of GIO.
@MainActor
package enum Pictures {
  /// The maximum size of a picture file: 128 MiB.
  package static let maxFileSize = 128 << 20
  /// The maximum number of pixels of a picture on screen. A larger picture is scaled down. Each pixel takes four bytes,
  /// so the limit is 64 MiB of memory.
  package static let maxShownPixels = 1 << 24
  /// The maximum number of pixels of a picture file. A file with more pixels is not decoded.
  package static let maxDecodedPixels = 100_000_000

  /// Reads the bytes of a picture. The address is a `data:` address, or another one that GIO can read.
  package static func bytes(at address: String) async throws(PictureFailure) -> [UInt8] {
    try await perform { bytes in
      defer { g_bytes_unref(bytes.opaque) }
      var length: gsize = 0
      let start = g_bytes_get_data(bytes.opaque, &length)
      return Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
    } start: { cancellable, job in
      cgtk_picture_load(address.replacingNulls, gsize(maxFileSize), cancellable, jobDidEnd, job)
    }
  }

  /// Decodes the bytes of a picture, in a format that GTK reads, into a `GdkTexture`. A picture with more than
  /// `maxShownPixels` pixels is scaled down.
  package static func decode(
    _ bytes: [UInt8], maxShownPixels: Int = Pictures.maxShownPixels
  ) async throws(PictureFailure) -> GObjectReference {
    try await perform {
      GObjectReference(takingOver: $0)
    } start: { cancellable, job in
      cgtk_picture_decode(
        bytes, gsize(bytes.count), guint64(maxShownPixels), guint64(maxDecodedPixels), cancellable, jobDidEnd, job)
    }
  }

  /// Starts asynchronous work of GIO, waits for its result, and returns the result as converted by `convert`.
  ///
  /// - Parameters:
  ///   - convert: Converts the result of GIO, and takes over the reference to that result.
  ///   - start: Starts the work. The closure must pass its second argument as the data of the callback `jobDidEnd`.
  private static func perform<Value: Sendable>(
    _ convert: @escaping @MainActor (UnsafeMutableRawPointer) -> Value,
    start: @MainActor (UnsafeMutablePointer<GCancellable>, gpointer) -> Void
  ) async throws(PictureFailure) -> Value {
    let cancellation = PictureCancellation()
    let result: Result<Value, PictureFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = PictureJob { object, failure in
          continuation.resume(returning: object.map { .success(convert($0)) } ?? .failure(failure))
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

/// Cancels GIO's reading or decoding of a picture.
private final class PictureCancellation: @unchecked Sendable {
  // Owned. Safe because GIO allows a `GCancellable` to be cancelled and released on any thread.
  let pointer: UnsafeMutablePointer<GCancellable> = g_cancellable_new()

  func cancel() { g_cancellable_cancel(pointer) }

  deinit { g_object_unref(pointer) }
}

/// The completion of reading or decoding a picture, which is passed through C as a retained pointer.
@MainActor private final class PictureJob {
  /// Called with the result, whose reference the closure takes over, or else with `nil` and the reason of the failure.
  /// The second argument has no meaning if there is a result.
  let done: @MainActor (UnsafeMutableRawPointer?, PictureFailure) -> Void

  init(_ done: @escaping @MainActor (UnsafeMutableRawPointer?, PictureFailure) -> Void) {
    self.done = done
  }
}

private let jobDidEnd: GAsyncReadyCallback = { _, result, data in
  guard let result, let data else { return }
  var code: Int32 = -1
  var error: UnsafeMutablePointer<GError>?
  // The address is stored as a number, because Swift does not allow a pointer to be passed to the main actor. The job
  // takes over the reference to the object.
  let objectAddress = UInt(bitPattern: cgtk_picture_finish(result, &code, &error))
  let failure = PictureFailure(code: code, reason: error.map { String(cString: $0.pointee.message) } ?? "")
  if let error { g_error_free(error) }
  // Safe because this function is called once and releases the reference that `perform` took. GIO calls the function on
  // the thread that called `perform`.
  let job = Unmanaged<PictureJob>.fromOpaque(data).takeRetainedValue()
  MainActor.assumeIsolated { job.done(UnsafeMutableRawPointer(bitPattern: objectAddress), failure) }
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
