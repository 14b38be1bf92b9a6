internal import CGtk

/// Files as GIO has them: on the disk, behind the desktop's portal, and wherever else an address leads.
package enum Files {
  /// Writes a whole file, which takes the place of one that is there when it is complete. It is not written on the calling thread, and is
  /// written to its end whatever becomes of the caller.
  ///
  /// - Parameters:
  ///   - bytes: What is in the file from then on.
  ///   - address: Where it is, such as `file:///home/robin/shows.opml`.
  ///   - done: Is told why it failed, in the user's language, or `nil` if it did not. It is called once, in a later turn of the loop.
  @MainActor package static func write(_ bytes: [UInt8], to address: String, done: @escaping @MainActor (_ failure: String?) -> Void) {
    guard let file = g_file_new_for_uri(address) else { return }
    defer { g_object_unref(file.rawPointer) }
    // GIO complains about nothing to write, unless it is somewhere.
    let content = bytes.isEmpty ? g_bytes_new_static(nothing.utf8Start, 0) : bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(content) }
    // Safe because the callback gives the reference back, and comes once.
    let data = Unmanaged.passRetained(Writing(done)).toOpaque()
    g_file_replace_contents_bytes_async(file, content, nil, 0, G_FILE_CREATE_NONE, nil, written, data)
  }

  /// Gives the path of a file, as this machine's own functions take it, to a closure; `nil` if there is none. It need not be UTF-8.
  package static func withPath<Result>(of address: String, _ body: (UnsafePointer<CChar>?) throws -> Result) rethrows -> Result {
    // C would open what is before a zero character.
    guard !address.endsEarlyInC, let file = g_file_new_for_uri(address) else { return try body(nil) }
    defer { g_object_unref(file.rawPointer) }
    let path = g_file_get_path(file)
    defer { g_free(path) }
    return try body(path)
  }

  /// The address of a path. One that does not begin with a slash is taken from the folder that the process is in.
  package static func address(ofPath path: String) -> String {
    guard let file = g_file_new_for_path(path) else { return path }
    defer { g_object_unref(file.rawPointer) }
    guard let address = g_file_get_uri(file) else { return path }
    defer { g_free(address) }
    return String(address: address)
  }

  /// The last part of an address, without its escapes. U+FFFD stands for what of it is not UTF-8.
  package static func name(of address: String) -> String {
    guard let file = g_file_new_for_uri(address) else { return "" }
    defer { g_object_unref(file.rawPointer) }
    guard let name = g_file_get_basename(file) else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }
}

@MainActor private final class Writing {
  let done: @MainActor (String?) -> Void

  init(_ done: @escaping @MainActor (String?) -> Void) {
    self.done = done
  }
}

private let nothing: StaticString = ""

private let written: GAsyncReadyCallback = { file, result, data in
  guard let file, let data else { return }
  var error: UnsafeMutablePointer<GError>?
  let isWritten = g_file_replace_contents_finish(file.opaque, result, nil, &error) != 0
  let failure = isWritten ? nil : error.map { String(cString: $0.pointee.message) } ?? ""
  if let error { g_error_free(error) }
  // Safe because it gives back the reference that was taken when the writing began, once, and GIO calls on the loop's thread, where it began.
  let writing = Unmanaged<Writing>.fromOpaque(data).takeRetainedValue()
  MainActor.assumeIsolated { writing.done(failure) }
}
