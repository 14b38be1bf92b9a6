import Foundation

/// A cue of a transcript: a spoken text, with its times and its speaker if the file has them.
package struct ParsedCue: Hashable, Sendable {
  /// The start, from the beginning of the audio. `nil` if the file has no time for this text.
  package var start: Duration?
  /// The end, or `nil` if the file has none.
  package var end: Duration?
  /// The name of the speaker. Empty if the file has none.
  package var speaker: String
  /// Plain text on one line.
  package var text: String

  package init(start: Duration?, end: Duration? = nil, speaker: String = "", text: String) {
    self.start = start
    self.end = end
    self.speaker = speaker
    self.text = text
  }
}

/// The format of a transcript.
package enum TranscriptFormat: Hashable, Sendable, CaseIterable {
  /// WebVTT.
  case vtt
  /// SubRip.
  case srt
  /// The JSON of the podcast namespace.
  case json
  case html
  case plainText
}

/// Reads transcripts in the formats of the podcast namespace.
///
/// Specification: https://github.com/Podcastindex-org/podcast-namespace/blob/main/transcripts/transcripts.md
package enum TranscriptReader {
  /// The largest number of cues of a file that are read.
  static let maxCues = 50_000
  /// The largest number of characters of a line, a speaker or a whole cue that are read.
  static let maxTextLength = 4096

  /// Returns the cues of a transcript in the order of the file, at most ``maxCues``. Cues without text, and cues that
  /// cannot be read, are left out.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - type: The MIME type from the feed or the server, or `nil`. It is used only if the beginning of the file does
  ///     not show the format: see ``format(of:type:)``.
  package static func cues(in bytes: [UInt8], type: String?) -> [ParsedCue] {
    let text = self.text(of: bytes)
    switch format(of: text, type: type) {
    case .vtt, .srt: return TimedTextReader.cues(in: text)
    case .json: return jsonCues(in: bytes)
    case .html: return TranscriptHTML.cues(in: text)
    case .plainText:
      let lines = text.split(whereSeparator: \.isNewline).prefix(maxCues)
      return lines.map { ParsedCue(start: nil, text: plainLine($0)) }.filter { !$0.text.isEmpty }
    }
  }

  /// Returns the format. The beginning of the file has priority over the type, because types are often wrong. A file
  /// whose beginning shows no format is HTML if the type says so. With any other type or none, the file is SubRip if it
  /// contains ` --> ` anywhere, and otherwise plain text.
  static func format(of text: String, type: String?) -> TranscriptFormat {
    let head = text.prefix(1000).drop { $0.isWhitespace }
    if head.hasPrefix("WEBVTT") { return .vtt }
    // A bracket alone does not show JSON: a plain text may begin with a sound in brackets, such as `[Music]`.
    let isArray = head.first == "[" && head.dropFirst().first { !$0.isWhitespace } == "{"
    if head.first == "{" || isArray { return .json }
    if head.first == "<" { return .html }
    if head.contains("-->") { return .srt }
    let type = (type ?? "").lowercased()
    if type.contains("html") { return .html }
    return text.contains(" --> ") ? .srt : .plainText
  }

  /// Decodes a file in UTF-8, UTF-16 with a byte order mark, or Windows-1252. `ID3Text.latin1` reads valid UTF-8 as
  /// UTF-8, and any other text as Windows-1252.
  private static func text(of bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return ID3Text.utf16(bytes[...]) }
    return ID3Text.latin1(bytes[...].dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
  }

  /// Returns the cues in the JSON of the podcast namespace. In the specification, the array of segments is in an
  /// object. An array without the object is read, too.
  private static func jsonCues(in bytes: [UInt8]) -> [ParsedCue] {
    let value = try? JSONSerialization.jsonObject(with: Data(bytes))
    let segments = (value as? [String: Any])?["segments"] as? [Any] ?? value as? [Any] ?? []
    return segments.prefix(maxCues).compactMap { value in
      guard let segment = value as? [String: Any], let body = segment["body"] as? String else { return nil }
      let text = plainLine(body)
      guard !text.isEmpty else { return nil }
      return ParsedCue(
        start: ChaptersJSON.time(segment["startTime"]), end: ChaptersJSON.time(segment["endTime"]),
        speaker: plainLine(segment["speaker"] as? String ?? ""), text: text)
    }
  }

  /// Converts a text to plain text on one line, without tags and with its entities resolved.
  static func plainLine(_ text: some StringProtocol) -> String {
    TitleText.text(Array(text.prefix(maxTextLength).utf8))
  }
}

/// Reads WebVTT and SubRip, which have similar formats.
enum TimedTextReader {
  static func cues(in text: String) -> [ParsedCue] {
    var cues: [ParsedCue] = []
    // The times and the lines of the cue that is being read.
    var currentTimes: (start: Duration, end: Duration?)?
    var lines: [Substring] = []
    func endCue() {
      if let (start, end) = currentTimes, let cue = cue(lines, start, end), cues.count < TranscriptReader.maxCues {
        cues.append(cue)
      }
      (currentTimes, lines) = (nil, [])
    }
    // A file without line feeds separates its lines with carriage returns.
    let newline = text.utf8.contains(UInt8(ascii: "\n")) ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
    for bytes in text.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      if cues.count >= TranscriptReader.maxCues { return cues }
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      if let times = times(line) {
        // In SubRip, the number of a cue comes before its times. If no empty line precedes the number, the number was
        // read as the last line of the previous cue.
        if let last = lines.last, Int(last.trimmingCharacters(in: .whitespaces)) != nil { lines.removeLast() }
        endCue()
        currentTimes = times
      } else if line.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        endCue()
      } else if currentTimes != nil {
        lines.append(line.prefix(TranscriptReader.maxTextLength))
      }
    }
    endCue()
    return cues
  }

  /// Parses the line with the times of a cue: `00:01.000 --> 00:04.000`. In WebVTT, settings may follow the times.
  /// SubRip has a decimal comma. Returns `nil` if the line is not such a line. The limit of 500 bytes avoids a search
  /// in long lines.
  private static func times(_ line: Substring) -> (start: Duration, end: Duration?)? {
    guard line.utf8.count < 500, let arrow = line.firstRange(of: "-->") else { return nil }
    let start = line[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces)
    let end = line[arrow.upperBound...].split(whereSeparator: \.isWhitespace).first.map(String.init)
    guard let start = FeedDuration.position(start) else { return nil }
    return (start, end.flatMap(FeedDuration.position))
  }

  /// Returns the cue with the text of these lines, or `nil` if they contain only tags and spaces.
  private static func cue(_ lines: [Substring], _ start: Duration, _ end: Duration?) -> ParsedCue? {
    var speaker = ""
    var text = ""
    for line in lines {
      let (name, words) = speakerAndText(in: line)
      if speaker.isEmpty { speaker = name }
      text += (text.isEmpty ? "" : " ") + words
    }
    let plain = TranscriptReader.plainLine(withoutTags(text))
    guard !plain.isEmpty else { return nil }
    return ParsedCue(start: start, end: end, speaker: TranscriptReader.plainLine(speaker), text: plain)
  }

  /// Splits a line into the speaker and the text. In WebVTT, a tag contains the speaker: `<v Ina>Hello`. Classes may
  /// precede the name: `<v.loud Ina>Hello`. The speaker is empty if the line has no such tag.
  private static func speakerAndText(in line: Substring) -> (speaker: String, text: String) {
    guard let tag = line.firstRange(of: "<v"), let end = line[tag.upperBound...].firstIndex(of: ">"),
      case let inside = line[tag.upperBound..<end], inside.first == " " || inside.first == "."
    else { return ("", String(line)) }
    let name = inside.drop { $0 != " " }.trimmingCharacters(in: .whitespaces)
    return (name, String(line[..<tag.lowerBound] + line[line.index(after: end)...]))
  }

  /// Returns the text without the tags of WebVTT, such as `<i>` or `<00:01.500>`. A `<` that does not begin a tag of at
  /// most 200 characters stays in the text.
  private static func withoutTags(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...]
      let next = rest.dropFirst().first
      let isTag = next == "/" || next?.isLetter == true || next?.isNumber == true
      guard isTag, let close = rest.prefix(200).firstIndex(of: ">") else {
        result += "<"
        rest = rest.dropFirst()
        continue
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

/// Reads a transcript in HTML: `<cite>Ina:</cite><time>0:00</time><p>Hello.</p>`. In a page of another form, each line,
/// paragraph, heading or list item becomes a cue.
struct TranscriptHTML {
  private var cues: [ParsedCue] = []
  /// The speaker and the start of the cues that follow.
  private var (speaker, start) = ("", Duration?.none)
  /// The line that is being read.
  private var line = ""
  /// The text of the element that is being read and that `NotesReader` reports as italic, such as `<cite>`. `nil`
  /// outside of such an element.
  private var italicText: String?

  static func cues(in text: String) -> [ParsedCue] {
    var html = TranscriptHTML()
    for event in NotesReader.events(in: text).events { html.read(event) }
    html.endLine()
    return html.cues
  }

  private mutating func read(_ event: NotesEvent) {
    switch event {
    case .start(.italic): italicText = ""
    case .end(.italic): endItalicText()
    case .start(.paragraph), .end(.paragraph), .start(.lineBreak), .start(.heading), .end(.heading),
      .start(.listItem), .end(.listItem):
      endLine()
    case .text(let words): if italicText == nil { line += words } else { italicText? += words }
    default: break
    }
  }

  /// Ends the italic text. Italic text with a colon at its end is the name of a speaker, and ends the line before. The
  /// cues of this speaker have no start until a line with a time follows. Other italic text belongs to its line.
  private mutating func endItalicText() {
    let text = italicText ?? ""
    italicText = nil
    let name = TranscriptReader.plainLine(text)
    guard name.hasSuffix(":") else {
      line += text
      return
    }
    endLine()
    (speaker, start) = (String(name.dropLast()), nil)
  }

  /// Ends the line. A line that is only a time is the start of the cues that follow. Any other line is a cue.
  private mutating func endLine() {
    let words = TranscriptReader.plainLine(line)
    line = ""
    guard !words.isEmpty, cues.count < TranscriptReader.maxCues else { return }
    if let time = Self.time(words) {
      start = time
    } else {
      cues.append(ParsedCue(start: start, speaker: speaker, text: words))
    }
  }

  /// Parses a text that is only a time, such as `1:02`. Returns `nil` for another text. The longest form is
  /// `01:02:03.456`, which has 12 characters.
  private static func time(_ words: String) -> Duration? {
    guard words.count <= 12, words.contains(":"), words.first?.isNumber == true else { return nil }
    return FeedDuration.position(words)
  }
}
