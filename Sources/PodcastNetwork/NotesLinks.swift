import Foundation
import Podcasts

/// Finds timestamps and addresses in the text of show notes.
enum NotesLinks {
  /// Splits runs, which are pieces of text with one style. Each timestamp becomes a run with a time, and each HTTP or
  /// HTTPS address becomes a run with a link. Runs that are links or code already are not changed.
  static func adding(to runs: [ShowNotes.Run]) -> [ShowNotes.Run] {
    runs.flatMap { run in run.link != nil || run.style.contains(.code) ? [run] : split(run) }
  }

  private static func split(_ run: ShowNotes.Run) -> [ShowNotes.Run] {
    let text = Array(run.text.utf8)
    var result: [ShowNotes.Run] = []
    // The text before `start` is in `result`, and `index` is the position of the search.
    var start = 0
    var index = 0
    func add(_ range: Range<Int>, link: URL? = nil, timestamp: Duration? = nil) {
      guard !range.isEmpty else { return }
      result.append(
        .init(String(decoding: text[range], as: UTF8.self), style: run.style, link: link, timestamp: timestamp))
    }
    while index < text.count {
      if let (length, time) = timestamp(text, at: index) {
        add(start..<index)
        add(index..<(index + length), timestamp: time)
        (start, index) = (index + length, index + length)
      } else if let (length, link) = address(text, at: index) {
        add(start..<index)
        add(index..<(index + length), link: link)
        (start, index) = (index + length, index + length)
      } else {
        index += 1
      }
    }
    add(start..<text.count)
    return result
  }

  /// Returns the timestamp that begins at an index, such as `12:34` or `1:02:03`, and its length in bytes. Returns
  /// `nil` if no timestamp begins there, or if its digits are a part of a word, of another number or of an address.
  ///
  /// A timestamp has two or three parts. The first part has up to three digits. The others have two and are less
  /// than 60.
  private static func timestamp(_ text: [UInt8], at start: Int) -> (length: Int, time: Duration)? {
    guard isDigit(text[start]), start == 0 || !(isWordByte(text[start - 1]) || ":./".utf8.contains(text[start - 1]))
    else { return nil }
    var parts: [Int] = []
    var index = start
    while parts.count < 4 {
      let firstDigit = index
      var value = 0
      while index < text.count, isDigit(text[index]), index - firstDigit < 4 {
        value = value * 10 + Int(text[index] - 0x30)
        index += 1
      }
      guard parts.isEmpty ? 1...3 ~= index - firstDigit : index - firstDigit == 2 else { return nil }
      parts.append(value)
      guard index + 1 < text.count, text[index] == UInt8(ascii: ":"), isDigit(text[index + 1]) else { break }
      index += 1
    }
    guard 2...3 ~= parts.count, parts.dropFirst().allSatisfy({ $0 < 60 }), mayEndTimestamp(text, at: index)
    else { return nil }
    return (index - start, .seconds(parts.reduce(0) { $0 * 60 + $1 }))
  }

  /// Returns the HTTP or HTTPS address that begins at an index, and the address's length in bytes. Returns `nil` if no
  /// address begins there. Punctuation after the address is left out, because it belongs to the sentence.
  private static func address(_ text: [UInt8], at start: Int) -> (length: Int, link: URL)? {
    guard text[start] == UInt8(ascii: "h"), start == 0 || !isWordByte(text[start - 1]) else { return nil }
    // A longer address is cut off after 2048 bytes.
    let rest = text[start...].prefix(2048)
    guard rest.starts(with: "http://".utf8) || rest.starts(with: "https://".utf8) else { return nil }
    var address = rest.prefix { $0 > 0x20 && !"<>\"".utf8.contains($0) }
    while let last = address.last, ".,;:!?')]".utf8.contains(last) {
      // A closing parenthesis is a part of an address that contains an opening one.
      if last == UInt8(ascii: ")"), address.contains(UInt8(ascii: "(")) { break }
      address.removeLast()
    }
    guard let link = ShowNotesBuilder.link(String(decoding: address, as: UTF8.self)) else { return nil }
    return (address.count, link)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Whether a timestamp may end before the byte at an index. It may not end within a word or a number, and not before
  /// the word `am` or `pm`, because these follow a time of day.
  private static func mayEndTimestamp(_ text: [UInt8], at index: Int) -> Bool {
    guard index < text.count else { return true }
    // `| 0x20` makes an ASCII letter lower case.
    let nextWord = text[index...].dropFirst().prefix { isWordByte($0) }.prefix(3).map { $0 | 0x20 }
    guard !isWordByte(text[index]), nextWord != Array("am".utf8), nextWord != Array("pm".utf8) else { return false }
    let isSeparator = ":.,".utf8.contains(text[index])
    return !(isSeparator && index + 1 < text.count && isWordByte(text[index + 1]))
  }

  /// Whether a byte is an ASCII letter, a digit or an underscore.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    // `| 0x20` makes an ASCII letter lower case.
    isDigit(byte) || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
  }
}
