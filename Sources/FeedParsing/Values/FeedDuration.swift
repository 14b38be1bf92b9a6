/// Reads lengths of episodes, such as in `itunes:duration`, and positions in episodes.
enum FeedDuration {
  /// 1,000 hours. Lengths and positions are shorter.
  private static let secondsLimit = 3_600_000.0

  /// Returns the length, or `nil` if the text cannot be read, or if the length is not above zero or is not below 1,000
  /// hours. Programs write zero if they do not know the length.
  ///
  /// The text may be seconds (`3723`, `3723.5`), a clock (`62:03`, `1:02:03`), numbers with units (`1h 2m 3s`,
  /// `62 min`), or ISO 8601 (`PT1H2M3S`). A decimal comma is read as a point.
  static func duration(_ text: String) -> Duration? {
    guard let seconds = seconds(text), seconds > 0, seconds < secondsLimit else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Returns a position in an episode, in the same forms and with the same limit as a length. Zero is allowed.
  static func position(_ text: String) -> Duration? {
    guard let seconds = seconds(text), seconds >= 0, seconds < secondsLimit else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Returns the seconds of a text in any of the forms.
  private static func seconds(_ text: String) -> Double? {
    if let whole = wholeSeconds(text) { return whole }
    let text = String(text.lowercased().map { $0 == "," ? "." : $0 })
    return text.utf8.contains(UInt8(ascii: ":")) ? clock(text) : Double(text) ?? numbersWithUnits(text)
  }

  /// Reads seconds and clocks without fractions, such as `3723`, `62:03` and `1:02:03`, without creating strings.
  /// Nearly all feeds use these forms. A part has at most nine digits, so that the sum does not overflow.
  private static func wholeSeconds(_ text: String) -> Double? {
    var (seconds, part, digits, colons) = (0, 0, 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":"), digits > 0, colons < 2 {
        (seconds, part, digits, colons) = ((seconds + part) * 60, 0, 0, colons + 1)
      } else if byte.isASCIIDigit, digits < 9 {
        (part, digits) = (part * 10 + Int(byte &- 0x30), digits + 1)
      } else {
        return nil
      }
    }
    return digits > 0 ? Double(seconds + part) : nil
  }

  /// Reads a clock, such as `1:02:03.5`. A missing part is zero, as in `:30`.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let value = part.isEmpty ? 0 : Double(part), value >= 0, value.isFinite else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }

  /// Reads numbers with units, such as `1h 2m 3s`, and ISO 8601 in lower case, such as `pt1h2m3s`.
  private static func numbersWithUnits(_ text: String) -> Double? {
    var rest = Substring(text.hasPrefix("pt") ? text.dropFirst(2) : text[...])
    var seconds: Double?
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.isEmpty { return seconds }
      let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest.dropFirst(number.count).drop { $0.isWhitespace }
      let unit = rest.prefix { $0.isLetter || $0 == "." }
      rest = rest.dropFirst(unit.count)
      guard let value = Double(number), let secondsPerUnit = secondsPerUnit(unit) else { return nil }
      seconds = (seconds ?? 0) + value * secondsPerUnit
    }
  }

  /// Returns the seconds of an English or Korean unit, which is recognized by its first letter. Returns `nil` for an
  /// unknown unit.
  private static func secondsPerUnit(_ unit: Substring) -> Double? {
    switch unit.first {
    case "h", "시": 3600
    case "m", "분": 60
    case "s", "초": 1
    default: nil
    }
  }
}
