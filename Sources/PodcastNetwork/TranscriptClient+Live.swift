import FeedParsing
import Foundation
package import Podcasts

extension TranscriptClient {
  /// Returns a client that fetches transcripts from the web, in WebVTT, SubRip, JSON, HTML or plain text. The client
  /// tries the links of an episode, the best one first, until a transcript has text. If the feed is on the web, a
  /// transcript in a private network is not requested.
  ///
  /// - Parameters:
  ///   - version: The program's version, for the user agent, `Podcaster/VERSION`.
  ///   - credentials: Finds credentials after an answer of 401.
  ///   - limits: The limits of a transcript.
  ///   - queue: The queue of the program's short transfers.
  package static func live(
    version: String, credentials: CredentialsClient = .unavailable, limits: TransferLimits = .transcript,
    queue: TransferQueue = TransferQueue()
  ) -> TranscriptClient {
    let session = HTTPSession(
      userAgent: "Podcaster/\(version)", kind: .transcript, queue: queue, credentials: credentials)
    return TranscriptClient { links, language, referrer throws(TranscriptError) in
      var failure = TranscriptError.unavailable(reason: "There is no link.")
      for link in TranscriptSelection.ordered(links, language: language) {
        do throws(FeedError) {
          let bytes = try await HTTPTransfer.bytes(
            HTTPRequest(link.url, referrer: referrer), session: session, limits: limits)
          let transcript = await TranscriptLines.transcript(bytes, type: link.mimeType)
          if !transcript.lines.isEmpty { return transcript }
          failure = .empty
        } catch {
          failure = TranscriptError(error)
          if failure == .cancelled { break }
        }
      }
      throw failure
    }
  }
}

extension TransferLimits {
  /// The limits of a transcript. The transcript of a three-hour episode has about a megabyte.
  package static let transcript = TransferLimits(size: 10_000_000, total: .seconds(60), idle: .seconds(20))
}

/// Orders the transcripts of an episode by preference.
enum TranscriptSelection {
  /// Returns the links to the web, the best one first. Links in `language`, the language of the show, come before links
  /// in other languages. A link without a language counts as one in the language of the show. Then the format decides.
  /// If `language` is `nil`, only the format decides.
  static func ordered(_ links: [TranscriptLink], language: String?) -> [TranscriptLink] {
    // The best format comes first. Plain text, which has no times, is not in the list and comes last.
    let formats = ["vtt", "json", "srt", "subrip", "html"]
    // A lower rank is better.
    func rank(_ link: TranscriptLink) -> (Int, Int) {
      let formatName = ((link.mimeType ?? "") + " " + link.url.pathExtension).lowercased()
      let showLanguage = language?.lowercased().prefix(2)
      let hasOtherLanguage =
        link.language.map { linkLanguage in
          showLanguage.map { !linkLanguage.lowercased().hasPrefix($0) } ?? false
        } ?? false
      return (hasOtherLanguage ? 1 : 0, formats.firstIndex { formatName.contains($0) } ?? formats.count)
    }
    let webLinks = links.filter { ["http", "https"].contains($0.url.scheme?.lowercased()) }
    let ranked = webLinks.enumerated().map { (rank: rank($0.element), offset: $0.offset, link: $0.element) }
    return ranked.sorted { $0.rank == $1.rank ? $0.offset < $1.offset : $0.rank < $1.rank }.map(\.link)
  }
}

/// Joins the cues of a transcript into lines. A cue is a piece of text, usually with a time.
enum TranscriptLines {
  /// The usual length of a line, in characters. A line with at least a third of this length ends after a sentence. A
  /// line with at least twice this length ends after any cue.
  private static let usualLength = 120
  /// A longer pause between two cues ends a line.
  private static let longestPause = Duration.seconds(4)

  /// Parses a transcript off the main actor.
  @concurrent
  static func transcript(_ bytes: [UInt8], type: String?) async -> Transcript {
    Transcript(lines: lines(of: TranscriptReader.cues(in: bytes, type: type)))
  }

  /// Joins the cues of a sentence, or of several short sentences, into a line. Many files have a cue for each word or
  /// for each line of a subtitle. A cue without a time is a line of its own.
  static func lines(of cues: [ParsedCue]) -> [Transcript.Line] {
    var lines: [Transcript.Line] = []
    var previousEnd: Duration?
    for cue in sorted(cues) {
      if var line = lines.last, cue.start != nil, line.start != nil, continues(cue, line, previousEnd: previousEnd) {
        line.text += " " + cue.text
        lines[lines.count - 1] = line
      } else {
        lines.append(Transcript.Line(id: lines.count, start: cue.start, speaker: cue.speaker, text: cue.text))
      }
      previousEnd = cue.end ?? cue.start
    }
    return lines
  }

  /// Whether a cue continues a line. `previousEnd` is the end of the last cue in the line, or the start of that cue if
  /// its end is unknown.
  private static func continues(_ cue: ParsedCue, _ line: Transcript.Line, previousEnd: Duration?) -> Bool {
    guard cue.speaker.isEmpty || cue.speaker == line.speaker, line.text.count < 2 * usualLength else { return false }
    if let start = cue.start, let previousEnd, start - previousEnd > longestPause { return false }
    let endsSentence = line.text.last.map { ".?!…。？！".contains($0) } ?? false
    return !endsSentence || line.text.count < usualLength / 3
  }

  /// Returns the cues in order of time. If one of the cues has no time, the order does not change.
  private static func sorted(_ cues: [ParsedCue]) -> [ParsedCue] {
    guard cues.allSatisfy({ $0.start != nil }) else { return cues }
    return cues.enumerated().sorted { ($0.element.start ?? .zero, $0.offset) < ($1.element.start ?? .zero, $1.offset) }
      .map(\.element)
  }
}

extension TranscriptError {
  fileprivate init(_ error: FeedError) {
    switch error {
    case .cancelled: self = .cancelled
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .unavailable(reason: String(describing: error))
    }
  }
}
