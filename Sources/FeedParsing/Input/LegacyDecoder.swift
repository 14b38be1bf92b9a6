import Glibc

/// Converts text in a legacy encoding, such as Shift JIS, to UTF-8 with the C library's `iconv`.
///
/// Only the encodings that feeds use are supported. A malicious feed can declare any encoding, and some encodings of
/// `iconv` have had vulnerabilities.
final class LegacyDecoder {
  /// The decoder owns the converter, and closes it in `deinit`.
  private let converter: iconv_t

  /// Creates a decoder for a named encoding. Returns `nil` for UTF-8 and Latin-1, which ``UTF8Scanner`` reads, and for
  /// unsupported encodings.
  init?(name: String) {
    guard let iconvName = Self.iconvName(ofEncoding: name.lowercased()) else { return nil }
    let converter = iconv_open("UTF-8", iconvName)
    // The address −1 is the failure value of iconv_open.
    guard let converter, Int(bitPattern: converter) != -1 else { return nil }
    self.converter = converter
  }

  deinit {
    iconv_close(converter)
  }

  /// Appends the decoded text of a piece, with U+FFFD for each invalid byte. Returns how many bytes were consumed.
  ///
  /// A character that is cut off at the end is not consumed. In the last piece, its first byte counts as invalid.
  func decode(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    // Safe because iconv reads through this pointer and never writes, in spite of its type.
    var input: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
      to: CChar.self)
    var remainingCount = bytes.count
    while remainingCount > 0 {
      // EINVAL means that the input ends within a character. EILSEQ means that a byte is invalid. After any other
      // result, such as a full buffer, the next call converts the remaining bytes.
      let failure = convert(&input, &remainingCount, into: &output)
      if failure == EINVAL && !isLast { return bytes.count - remainingCount }
      guard failure == EILSEQ || failure == EINVAL else { continue }
      output.append("\u{FFFD}" as Unicode.Scalar)
      input = input?.advanced(by: 1)
      remainingCount -= 1
    }
    return bytes.count
  }

  /// Whether the bytes are valid in this encoding. A character that is cut off at the end is allowed.
  func canDecode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    // Safe because iconv reads through this pointer and never writes, in spite of its type.
    var input: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
      to: CChar.self)
    var remainingCount = bytes.count
    var output: [UInt8] = []
    while remainingCount > 0 {
      let failure = convert(&input, &remainingCount, into: &output)
      if failure == EILSEQ { return false }
      if failure == EINVAL { return true }
    }
    return true
  }

  /// Converts bytes until the input ends, the temporary buffer is full, or an error occurs. Returns the error number,
  /// or 0 if there was no error.
  private func convert(
    _ input: inout UnsafeMutablePointer<CChar>?, _ remainingCount: inout Int, into output: inout [UInt8]
  ) -> Int32 {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      var target = buffer.baseAddress
      var room = buffer.count
      let failed = iconv(converter, &input, &remainingCount, &target, &room) == -1
      let failure = failed ? errno : 0
      output.append(
        contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(buffer.count - room)]))
      return failure
    }
  }

  /// Returns the name that `iconv` uses for an encoding, or `nil` for an unsupported encoding. As in browsers, some
  /// standard encodings are replaced with Microsoft's supersets.
  private static func iconvName(ofEncoding name: String) -> String? {
    switch name {
    case "euc-kr", "ks_c_5601-1987", "ks_c_5601", "ksc5601", "ksc_5601", "cp949", "uhc", "windows-949": "CP949"
    case "gb2312", "gbk", "gb18030", "gb_2312-80", "cp936", "x-gbk": "GB18030"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "cp932": "CP932"
    case "euc-jp", "x-euc-jp": "EUC-JP"
    case "big5", "big5-hkscs", "x-x-big5": "BIG5-HKSCS"
    case "koi8-r", "koi8-u": name.uppercased()
    case "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257",
      "windows-1258":
      "CP" + name.dropFirst("windows-".count)
    case "cp1250", "cp1251": name.uppercased()
    case "iso-8859-9", "latin5": "CP1254"
    case "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
      "iso-8859-10", "iso-8859-13",
      "iso-8859-14", "iso-8859-15", "iso-8859-16":
      name.uppercased()
    default: nil
    }
  }
}
