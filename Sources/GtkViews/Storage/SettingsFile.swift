internal import CGtk
internal import GtkBridge

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file of settings in the format of GLib's key files, with one group and a line for each setting.
@MainActor
struct SettingsFile {
  /// The name of the only group in the file.
  private static let group = "Settings"
  private let path: String

  init(_ path: String) {
    // If the path is a symbolic link, a write must replace the target and keep the link. For example, users link to
    // files in a folder that they copy between machines.
    let resolvedPath = realpath(path, nil)
    self.path = resolvedPath.flatMap { String(validatingCString: $0) } ?? path
    free(resolvedPath)
  }

  /// The contents of a settings file.
  struct Contents {
    /// The texts of the settings, by the names of the settings. U+FFFD replaces bytes that are not UTF-8.
    var texts: [String: String] = [:]
    /// The names of the settings whose values in the file contain bytes that are not UTF-8.
    var invalidKeys: Set<String> = []
  }

  /// Returns the contents of the file. If the file cannot be read or parsed, reports the failure and returns no
  /// settings. A file that cannot be parsed is also renamed.
  func read() -> Contents {
    switch load() {
    case .success(let keyFile):
      defer { g_key_file_unref(keyFile) }
      return contents(of: keyFile)
    case .failure(let failure):
      renameAndReport(failure)
      return Contents()
    }
  }

  /// Writes one setting. The other settings in the file stay unchanged.
  ///
  /// - Parameters:
  ///   - text: The text of the setting, or `nil` to remove it.
  ///   - key: The name of the setting.
  ///   - allTexts: All settings of the program. If the file cannot be parsed, all of them are written to a new file.
  /// - Returns: The contents of the written file. If the file exists and cannot be read, it is not written. If the file
  ///   was not written, `contents` is `nil`, and `problem` is the reason.
  func write(
    _ text: String?, forKey key: String, among allTexts: [String: String]
  ) -> (contents: Contents?, problem: String?) {
    let keyFile: OpaquePointer
    switch load() {
    case .success(let loaded): keyFile = loaded
    case .failure(let failure):
      // If another program has removed the file in the meantime, a new file is written as well.
      guard failure.isParsingFailure || !exists else { return (nil, failure.message) }
      renameAndReport(failure)
      keyFile = g_key_file_new()
      for (key, text) in allTexts { set(text, forKey: key, in: keyFile) }
    }
    defer { g_key_file_unref(keyFile) }
    set(text, forKey: key, in: keyFile)
    if let problem = save(keyFile) { return (nil, problem) }
    return (contents(of: keyFile), nil)
  }

  /// The reason why the file could not be loaded.
  private struct Failure: Error {
    let message: String
    /// Whether the file could be read but is not a key file.
    let isParsingFailure: Bool
  }

  private var exists: Bool { g_file_test(path, G_FILE_TEST_EXISTS) != 0 }

  /// Returns the parsed file, or an empty key file if the file does not exist. The caller owns the key file.
  private func load() -> Result<OpaquePointer, Failure> {
    let keyFile = g_key_file_new()!
    guard exists else { return .success(keyFile) }
    var error: UnsafeMutablePointer<GError>?
    if g_key_file_load_from_file(keyFile, path, G_KEY_FILE_KEEP_COMMENTS, &error) != 0 { return .success(keyFile) }
    g_key_file_unref(keyFile)
    defer { g_error_free(error) }
    guard let error else { return .failure(Failure(message: "", isParsingFailure: false)) }
    let isParsingFailure = error.pointee.domain == g_key_file_error_quark()
    return .failure(Failure(message: String(cString: error.pointee.message), isParsingFailure: isParsingFailure))
  }

  /// Renames a file that cannot be parsed, and reports it. A file that cannot be read is only reported.
  private func renameAndReport(_ failure: Failure) {
    guard failure.isParsingFailure else {
      return Misuse(
        "The settings in \(path) cannot be read (\(failure.message)); the defaults are used.", fileID: #fileID,
        line: #line
      ).report()
    }
    let newPath = path + ".damaged"
    rename(path, newPath)
    Misuse(
      "The settings in \(path) cannot be understood (\(failure.message)); they are now in \(newPath), and the defaults are used.",
      fileID: #fileID,
      line: #line
    ).report()
  }

  /// Returns the settings in a parsed file.
  private func contents(of keyFile: OpaquePointer) -> Contents {
    guard let keys = g_key_file_get_keys(keyFile, Self.group, nil, nil) else { return Contents() }
    defer { g_strfreev(keys) }
    var contents = Contents()
    var next = keys
    while let name = next.pointee {
      next += 1
      // If a value is not a valid string, its raw text is used, so that a reader of the setting can report this text.
      guard
        let text = g_key_file_get_string(keyFile, Self.group, name, nil)
          ?? g_key_file_get_value(keyFile, Self.group, name, nil)
      else { continue }
      defer { g_free(text) }
      guard let unescapedName = g_uri_unescape_string(name, nil) else { continue }
      defer { g_free(unescapedName) }
      let key = String(cString: unescapedName)
      contents.texts[key] = String(cString: text)
      if g_utf8_validate(text, -1, nil) == 0 { contents.invalidKeys.insert(key) }
    }
    return contents
  }

  /// Sets a setting, or removes it if the text is `nil`. The setting's name may contain any characters, because the
  /// characters that key files reserve are percent-encoded.
  private func set(_ text: String?, forKey key: String, in keyFile: OpaquePointer) {
    let escapedName = g_uri_escape_string(key, nil, 1)
    defer { g_free(escapedName) }
    if let text {
      g_key_file_set_string(keyFile, Self.group, escapedName, text)
    } else {
      g_key_file_remove_key(keyFile, Self.group, escapedName, nil)
    }
  }

  /// Saves the file. Returns the reason if the file cannot be written, and otherwise `nil`. The old file stays until
  /// the new one is completely on the disk.
  private func save(_ keyFile: OpaquePointer) -> String? {
    let folder = g_path_get_dirname(path)
    // Only the user can access a new folder and a new file.
    g_mkdir_with_parents(folder, 0o700)
    g_free(folder)
    var length: gsize = 0
    let data = g_key_file_to_data(keyFile, &length, nil)
    defer { g_free(data) }
    var error: UnsafeMutablePointer<GError>?
    guard g_file_set_contents_full(path, data, gssize(length), G_FILE_SET_CONTENTS_CONSISTENT, 0o600, &error) == 0
    else { return nil }
    defer { g_error_free(error) }
    return error.map { String(cString: $0.pointee.message) } ?? ""
  }
}
