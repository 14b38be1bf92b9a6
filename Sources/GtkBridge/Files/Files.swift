internal import CGtk

/// Functions for files that GIO can access: on the disk, through the desktop's portal, or on a server. An *address* is
/// the URI of a file.
package enum Files {
  /// Writes a whole file. An existing file is replaced when the new one is complete. GIO writes on another thread, and
  /// completes the file even if the caller is released.
  ///
  /// - Parameters:
  ///   - bytes: The new content of the file.
  ///   - address: The address of the file, such as `file:///home/robin/shows.opml`.
  ///   - done: Called once, in a later turn of the main loop. The argument is the reason of a failure in the user's
  ///     language, or `nil` if writing succeeded.
  @MainActor package static func write(
    _ bytes: [UInt8], to address: String, done: @escaping @MainActor (_ failure: String?) -> Void
  ) {
    guard let file = g_file_new_for_uri(address) else { return }
    defer { g_object_unref(file.rawPointer) }
    // GIO warns about empty content whose start is a null pointer.
    let content =
      bytes.isEmpty
      ? g_bytes_new_static(emptyString.utf8Start, 0)
      : bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(content) }
    // Safe because the callback releases the reference, and is called once.
    let data = Unmanaged.passRetained(WriteCompletion(done)).toOpaque()
    g_file_replace_contents_bytes_async(file, content, nil, 0, G_FILE_CREATE_NONE, nil, writeDidEnd, data)
  }

  /// Calls a closure with the path of a file as a C string, or with `nil` if the file has no path or the address
  /// contains a null character. The path need not be UTF-8.
  package static func withPath<Result>(
    of address: String, _ body: (UnsafePointer<CChar>?) throws -> Result
  ) rethrows -> Result {
    // A C string ends at its first null character, so GIO would return the path of another file.
    guard !address.containsNull, let file = g_file_new_for_uri(address) else { return try body(nil) }
    defer { g_object_unref(file.rawPointer) }
    let path = g_file_get_path(file)
    defer { g_free(path) }
    return try body(path)
  }

  /// Returns the address of a path. A path that does not begin with a slash is relative to the working directory of the
  /// process.
  package static func address(ofPath path: String) -> String {
    guard let file = g_file_new_for_path(path) else { return path }
    defer { g_object_unref(file.rawPointer) }
    guard let address = g_file_get_uri(file) else { return path }
    defer { g_free(address) }
    return String(encodingInvalidBytesOf: address)
  }

  /// Returns the last part of an address, with its percent encoding decoded. U+FFFD replaces bytes that are not UTF-8.
  package static func name(of address: String) -> String {
    guard let file = g_file_new_for_uri(address) else { return "" }
    defer { g_object_unref(file.rawPointer) }
    guard let name = g_file_get_basename(file) else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }
}

/// The completion of a write, which is passed through C as a retained pointer.
@MainActor private final class WriteCompletion {
  let done: @MainActor (String?) -> Void

  init(_ done: @escaping @MainActor (String?) -> Void) {
    self.done = done
  }
}

private let emptyString: StaticString = ""

private let writeDidEnd: GAsyncReadyCallback = { file, result, data in
  guard let file, let data else { return }
  var error: UnsafeMutablePointer<GError>?
  let isWritten = g_file_replace_contents_finish(file.opaque, result, nil, &error) != 0
  let failure = isWritten ? nil : error.map { String(cString: $0.pointee.message) } ?? ""
  if let error { g_error_free(error) }
  // Safe because this function is called once and releases the reference that `write` took. GIO calls the function on
  // the thread that called `write`.
  let completion = Unmanaged<WriteCompletion>.fromOpaque(data).takeRetainedValue()
  MainActor.assumeIsolated { completion.done(failure) }
}
