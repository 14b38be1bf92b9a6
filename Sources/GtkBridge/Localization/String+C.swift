internal import CGtk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension String {
  /// Whether the text is shorter in C, where a zero character ends a text.
  package var endsEarlyInC: Bool { withCString { strlen($0) } != utf8.count }

  /// The text with each zero character replaced by U+FFFD, which represents characters that cannot be shown.
  package var wholeInC: String {
    guard endsEarlyInC else { return self }
    var whole = ""
    for scalar in unicodeScalars { whole.unicodeScalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
    return whole
  }
}

extension String {
  /// Creates an address from C. Bytes that are not UTF-8 are escaped as in addresses, so that the address leads to the same place.
  package init(address: UnsafePointer<CChar>) {
    if let whole = String(validatingCString: address) {
      self = whole
    } else {
      let escaped = g_uri_escape_string(address, ":/?#[]@!$&'()*+,;=%", 0)
      defer { g_free(escaped) }
      self = escaped.map { String(cString: $0) } ?? ""
    }
  }
}
