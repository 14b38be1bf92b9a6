internal import CGtk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension String {
  /// Whether the text contains a null character (U+0000), which ends a string in C.
  package var containsNull: Bool { withCString { strlen($0) } != utf8.count }

  /// The text with U+FFFD, the replacement character, in place of each null character.
  package var replacingNulls: String {
    guard containsNull else { return self }
    var result = ""
    for scalar in unicodeScalars { result.unicodeScalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
    return result
  }
}

extension String {
  /// Creates an address (URI) from a C string. If the C string is not UTF-8, the bytes that an address cannot
  /// contain are percent-encoded, such as those outside ASCII. The address still refers to the same file.
  package init(encodingInvalidBytesOf address: UnsafePointer<CChar>) {
    if let valid = String(validatingCString: address) {
      self = valid
    } else {
      let unescapedCharacters = ":/?#[]@!$&'()*+,;=%"
      let escaped = g_uri_escape_string(address, unescapedCharacters, 0)
      defer { g_free(escaped) }
      self = escaped.map { String(cString: $0) } ?? ""
    }
  }
}
