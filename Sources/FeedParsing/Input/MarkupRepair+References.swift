/// Repair of references to entities and characters, such as `&nbsp;` and `&#8217;`.
extension MarkupRepair {
  /// The maximal length of a reference in bytes, from the `&` to the `;`. The `&` of a longer reference is text.
  private static let maximalLength = 64

  /// Reads the reference at the `&` at `start`, and writes its replacement. Returns the index at which to continue, or
  /// `nil` if more bytes are needed. If the `&` does not begin a known reference, the `&` is text.
  ///
  /// - Parameter isLast: Whether no more bytes follow `bytes`.
  mutating func readReference(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    if let end = Self.endOfXMLReference(bytes, from: start) {
      output.append(contentsOf: bytes[start..<end])
      return end
    }
    var end = start + 1
    let limit = start + Self.maximalLength
    while end < min(bytes.count, limit), bytes[end].isNameByte || bytes[end] == UInt8(ascii: "#") { end += 1 }
    if end == bytes.count && end < limit && !isLast { return nil }
    // The bytes between the `&` and the `;`, such as `nbsp` or `#8217`.
    let name = bytes[(start + 1)..<end]
    let hasSemicolon = end < limit && end < bytes.count && bytes[end] == .semicolon
    var replacement = EntityExpander.Replacement.unknown
    // As in browsers, a number needs no `;`. A name needs one.
    if let code = NumericReference.code(name) {
      replacement = entities.replacement(forCode: code)
    } else if hasSemicolon && !name.isEmpty {
      replacement = try entities.replacement(forName: name)
      isRepaired = true
    }
    switch replacement {
    case .markup(let markup): output.append(contentsOf: markup)
    case .unchanged: output.append(contentsOf: bytes[start...end])
    case .unknown:
      isRepaired = true
      output.append(contentsOf: "&amp;".utf8)
      return start + 1
    }
    return hasSemicolon ? end + 1 : end
  }

  /// Returns the index after the reference at `start` if the reference is one of XML's own five, which need no repair.
  /// Otherwise returns `nil`.
  private static func endOfXMLReference(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    for known: StaticString in ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"] {
      let count = known.utf8CodeUnitCount
      guard start + count <= bytes.count, bytes[start + 1] == known.utf8Start[1], bytes[start + count - 1] == .semicolon
      else { continue }
      var index = 2
      while index < count - 1, bytes[start + index] == known.utf8Start[index] { index += 1 }
      if index == count - 1 { return start + count }
    }
    return nil
  }
}
