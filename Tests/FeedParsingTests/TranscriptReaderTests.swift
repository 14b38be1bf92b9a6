import FeedParsing
import Foundation
import Testing

/// Transcripts are read into cues: texts that may have a start, an end and a speaker.
@Suite(.timeLimit(.minutes(1)))
struct TranscriptReaderTests {
  private func cues(_ text: String, mimeType type: String? = nil) -> [ParsedCue] {
    TranscriptReader.cues(in: Array(text.utf8), type: type)
  }

  /// Two cues. The last line is not a valid time, so it does not begin a cue.
  static let vtt = """
    WEBVTT - A show

    NOTE Nothing of this --- is said.

    STYLE
    ::cue { color: red }

    1
    00:00.000 --> 00:04.250 align:start
    <v Ina Lark>Good <b>morning</b> &amp; <00:02.000>welcome

    01:00:05.000 --> 01:00:07.000
    두 줄의
    글 <3

    00:99 --> nothing
    """
  /// Three cues. The third one, with the number 3, follows the second without an empty line.
  static let srt = [
    "1", "00:00:00,000 --> 00:00:04,250", "Ina: Good <i>morning</i>", "", "2", "01:00:05,000 --> 01:00:07,000", "두 줄의",
    "글", "3",
    "01:00:08,000 --> 01:00:09,000", "End", "",
  ].joined(separator: "\r\n")
  /// Four segments. Two of them have no text, so they are not cues.
  static let json = """
    {"version": "1.0.0", "segments": [{"speaker": "Ina", "startTime": 0.5, "endTime": 4.25, "body": "Good morning"},
      {"startTime": 5, "body": " "}, {"body": "Without a time"}, {"startTime": 6}]}
    """
  /// Three cues of two speakers.
  static let html = """
    <html><head><title>T</title></head><body><cite>Ina:</cite><time>0:05</time><p>Good <i>morning</i>.</p><p>More.</p>\
    <cite>Kim:</cite> <time>1:00:07</time> <p>안녕</p></body></html>
    """

  @Test func `WebVTT is read with speakers and plain text`() {
    #expect(
      cues(Self.vtt) == [
        ParsedCue(start: .zero, end: .milliseconds(4250), speaker: "Ina Lark", text: "Good morning & welcome"),
        ParsedCue(start: .seconds(3605), end: .seconds(3607), text: "두 줄의 글 <3"),
      ])
  }

  @Test func `SubRip is read, also without an empty line between cues`() {
    // The reader recognizes SubRip by its content, although the server calls it plain text.
    #expect(
      cues(Self.srt, mimeType: "text/plain") == [
        ParsedCue(start: .zero, end: .milliseconds(4250), text: "Ina: Good morning"),
        ParsedCue(start: .seconds(3605), end: .seconds(3607), text: "두 줄의 글"),
        ParsedCue(start: .seconds(3608), end: .seconds(3609), text: "End"),
      ])
  }

  @Test func `the segments of a JSON transcript are read`() {
    #expect(
      cues(Self.json, mimeType: "application/json") == [
        ParsedCue(start: .milliseconds(500), end: .milliseconds(4250), speaker: "Ina", text: "Good morning"),
        ParsedCue(start: nil, text: "Without a time"),
      ])
  }

  @Test func `a JSON transcript may be an array of segments`() {
    let json = #"[{"startTime": 0.5, "endTime": 4.25, "body": "Good morning"}]"#
    #expect(cues(json) == [ParsedCue(start: .milliseconds(500), end: .milliseconds(4250), text: "Good morning")])
  }

  @Test func `HTML is read with speakers, times and paragraphs`() {
    let cues = cues(Self.html, mimeType: "text/html")
    #expect(cues.first?.start == .seconds(5))
    #expect(cues.last == ParsedCue(start: .seconds(3607), speaker: "Kim", text: "안녕"))
    #expect(cues.map(\.text) == ["Good morning.", "More.", "안녕"])
  }

  @Test func `plain text is read without times`() {
    #expect(
      cues("One\n\nTwo", mimeType: "text/plain") == [
        ParsedCue(start: nil, text: "One"), ParsedCue(start: nil, text: "Two"),
      ])
    // A plain text that begins with a bracket is not taken as JSON.
    #expect(cues("[Music]\nHello", mimeType: "text/plain").map(\.text) == ["[Music]", "Hello"])
  }

  @Test func `transcripts in UTF-16, in Latin-1, and in UTF-8 with a byte order mark are decoded`() {
    let utf16: [UInt8] =
      [0xFF, 0xFE] + Self.srt.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(TranscriptReader.cues(in: utf16, type: nil).count == 3)
    #expect(TranscriptReader.cues(in: [0xEF, 0xBB, 0xBF] + Array(Self.vtt.utf8), type: nil).count == 2)
    #expect(
      TranscriptReader.cues(in: Array("WEBVTT\n\n00:00.000 --> 00:01.000\nCaf".utf8) + [0xE9], type: nil).map(\.text)
        == ["Café"])
  }

  @Test(arguments: [vtt, srt, json, html])
  func `a transcript that is cut off anywhere has at most 12 additional cues`(text: String) {
    let bytes = Array(text.utf8)
    let completeCount = TranscriptReader.cues(in: bytes, type: nil).count
    #expect(completeCount > 1)
    for length in bytes.indices {
      // A cut file may be read in another format, which finds a few more cues. The limit of 12 leaves a margin.
      #expect(TranscriptReader.cues(in: Array(bytes.prefix(length)), type: nil).count <= completeCount + 12)
    }
  }

  @Test func `a transcript is truncated after 50,000 cues, and the text of a cue after 4096 characters`() {
    let textWithManyCues = "WEBVTT\n\n" + String(repeating: "00:01.000 --> 00:02.000\na\n\n", count: 50_010)
    #expect(cues(textWithManyCues).count == 50_000)
    // A space at the end of a truncated text is removed, so the text may be one character shorter.
    let cuesWithLongText = cues("WEBVTT\n\n00:01.000 --> 00:02.000\n" + String(repeating: "word ", count: 100_000))
    #expect(cuesWithLongText.count == 1)
    #expect(cuesWithLongText.map(\.text.count).allSatisfy { (4095...4096).contains($0) })
  }
}
