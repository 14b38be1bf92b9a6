import Foundation

/// Reads the date of an episode, in the forms that feeds use.
///
/// These forms are seconds or milliseconds since 1970, RFC 822 and ISO 8601, and variants of the last two:
///
/// - without seconds, with milliseconds, or without commas;
/// - with a wrong weekday or without one;
/// - with the year in two digits or at the end;
/// - with the name of the month in full or in another language;
/// - with the name of the zone, or with a zone such as `GMT-0400 (EDT)`;
/// - with hours above 23, which continue into the next day;
/// - with a parenthesis. The text from the parenthesis on is ignored.
///
/// No formatter and no locale is used, so the same text is the same date on every machine. RFC 822, ISO 8601 and their
/// variants require the day, the month and the year.
///
/// The text is read as bytes, because creating a `String` for the date of each episode would take time.
enum FeedDate {
  /// The largest number of bytes that are read from the beginning of a text.
  static let maxLength = 128

  /// Returns the date, or `nil` if the text has none of these forms. A year of RFC 822 or ISO 8601 must be in 1900 to
  /// 2100.
  static func date(_ text: [UInt8]) -> Date? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maxLength) { buffer in
      let count = normalize(text, into: buffer)
      let text = UnsafeBufferPointer(rebasing: buffer[..<count])
      if let date = timestamp(text) { return date }
      var parts = DateParts()
      var index = 0
      while index < count {
        var end = index
        while end < count, text[end] != .space { end += 1 }
        if end > index { parts.read(UnsafeBufferPointer(rebasing: text[index..<end])) }
        index = end + 1
      }
      return parts.date
    }
  }

  /// Copies a text up to the first `(`, without spaces at both ends. Returns the length of the copy.
  ///
  /// The copy is in lower case. White space and commas become spaces, and Korean words are replaced: see
  /// ``DateLetters``.
  ///
  /// The buffer needs ``maxLength`` bytes, because no replacement is longer than the replaced text.
  private static func normalize(_ text: [UInt8], into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    var index = 0
    let text = text.prefix(maxLength)
    while index < text.count, text[index] != UInt8(ascii: "(") {
      let byte = text[index]
      if byte < 0x80 {
        buffer[count] = byte.isXMLSpace || byte == UInt8(ascii: ",") ? .space : byte.lowercasedASCII
        index += 1
        count += 1
      } else {
        index += DateLetters.convertNext(in: text[index...], into: buffer, at: &count)
      }
    }
    var start = 0
    while start < count, buffer[start] == .space { start += 1 }
    while count > start, buffer[count - 1] == .space { count -= 1 }
    for index in start..<count { buffer[index - start] = buffer[index] }
    return count - start
  }

  /// Returns the date of a number: ten digits are seconds since 1970, and thirteen digits are milliseconds since 1970.
  /// Returns `nil` for any other text.
  private static func timestamp(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == 10 || text.count == 13, let number = text.number else { return nil }
    return Date(timeIntervalSince1970: text.count == 10 ? Double(number) : Double(number) / 1000)
  }
}

/// Converts the non-ASCII letters of dates.
private enum DateLetters {
  /// If a text begins with a Korean word, writes the replacement of the word. Otherwise, writes the first character: a
  /// no-break space as a space, and a letter in lower case. Returns how many bytes of the text were read. `count` is
  /// the number of bytes in the buffer, and grows by the number of written bytes.
  ///
  /// `2004년 05월 28일 오후 11:01:20` becomes `2004-05-28   pm  11:01:20`.
  static func convertNext(
    in text: ArraySlice<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>, at count: inout Int
  ) -> Int {
    func write(_ replacement: StaticString) {
      for offset in 0..<replacement.utf8CodeUnitCount { buffer[count + offset] = replacement.utf8Start[offset] }
      count += replacement.utf8CodeUnitCount
    }
    for (word, replacement) in koreanWords
    where text.starts(with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)) {
      write(replacement)
      let length = word.utf8CodeUnitCount
      // The date is read as one word, so the space after the separator `-` is skipped.
      let isSeparator = replacement.utf8Start[0] == UInt8(ascii: "-")
      return isSeparator && text.dropFirst(length).first == .space ? length + 1 : length
    }
    if text.starts(with: [0xC2, 0xA0]) {  // A no-break space.
      write(" ")
      return 2
    }
    let length = lowercase(text, into: buffer, at: count)
    count += length
    return length
  }

  /// The Korean words for year, month, day, a.m. and p.m., with their replacements.
  private static let koreanWords: [(StaticString, StaticString)] = [
    ("년", "-"), ("월", "-"), ("일", " "), ("오전", " am "), ("오후", " pm "),
  ]

  /// Writes a character that has two bytes in UTF-8. A capital of Latin-1, Greek or Cyrillic is written in lower case,
  /// which also has two bytes. Rare capitals, such as `Ύ`, are not changed. Of a longer character, only one byte is
  /// copied. Returns the number of bytes.
  private static func lowercase(
    _ text: ArraySlice<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>, at count: Int
  ) -> Int {
    let first = text[text.startIndex]
    buffer[count] = first
    guard first >= 0xC2, first < 0xE0, let second = text.dropFirst().first else { return 1 }
    let scalar = UInt16(first & 0x1F) << 6 | UInt16(second & 0x3F)
    let lower: UInt16 =
      switch scalar {
      case 0xC0...0xDE where scalar != 0xD7: scalar + 0x20
      case 0x386: 0x3AC  // Ά.
      case 0x388...0x38A: scalar + 37  // Έ, Ή and Ί.
      case 0x391...0x3AB: scalar + 0x20
      case 0x410...0x42F: scalar + 0x20
      default: scalar
      }
    buffer[count] = 0xC0 | UInt8(lower >> 6)
    buffer[count + 1] = 0x80 | UInt8(lower & 0x3F)
    return 2
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The value of a text of 1 to 15 digits, or `nil` for any other text.
  var number: Int? {
    guard count > 0, count <= 15 else { return nil }
    var value = 0
    for byte in self {
      guard byte.isASCIIDigit else { return nil }
      value = value * 10 + Int(byte &- 0x30)
    }
    return value
  }

  /// The number of digits at the beginning.
  var digitCount: Int { firstIndex { !$0.isASCIIDigit } ?? count }

  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: self[range]) }
  func dropping(_ count: Int) -> UnsafeBufferPointer<UInt8> { slice(count..<self.count) }

  func isEqual(to text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount
      && zip(self, UnsafeBufferPointer(start: text.utf8Start, count: count)).allSatisfy { $0 == $1 }
  }

  func begins(with text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where self[index] != text.utf8Start[index] { return false }
    return true
  }
}
