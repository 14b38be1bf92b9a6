// The interface of FeedParsing:
// - feeds: this file, ParsedFeed, FeedParsingError and FeedLimits
// - lists of feeds: OPMLReader, OPMLWriter and ParsedOPML
// - notes, chapters and transcripts: NotesReader, ChaptersJSON, ParsedChapter and TranscriptReader
// - HTTP: ContentTypeHeader
//
// All other files are implementation.
package import Foundation
import Podcasts

/// Reads one feed, piece by piece, as its bytes arrive.
///
/// The parser reads RSS 2.0 and 1.0, Atom and JSON Feed, with the tags of iTunes, of the podcast namespace and others.
/// It repairs many errors: docs/player/feed-parsing.md lists the repairs. The parser opens no file and no connection,
/// and limits the time and the memory that a feed takes (``FeedLimits``). The result does not depend on how the bytes
/// are divided into pieces.
///
/// ```swift
/// let parser = FeedParser(source: url)
/// for try await chunk in response { try parser.parse(chunk) }
/// let feed = try parser.finish()
/// ```
///
/// A parser is for one feed and for one task at a time. To cancel, discard it.
package final class FeedParser {
  private let reader: FeedReader
  private let document: DocumentParser

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - source: the address of the feed, after redirects. Relative addresses are resolved against `source`, and
  ///     a feed without a title is named after `source`.
  ///   - limits: the limits on the cost of the feed.
  ///   - encoding: the `charset` of HTTP's `Content-Type`, or `nil` if there is none. A byte order mark has priority
  ///     over the charset. The charset has priority over the XML declaration if the bytes are valid in the charset.
  package init(source: URL?, limits: FeedLimits = FeedLimits(), encoding: String? = nil) {
    reader = FeedReader(source: source, limits: limits)
    document = DocumentParser(receiver: reader, kind: .feed, limits: limits, encoding: encoding)
  }

  /// Whether the end of the feed was parsed. Further bytes are ignored, so the caller can stop the transfer.
  package var isComplete: Bool { document.isComplete }

  /// How many different names of elements and attributes the XML parser has stored, for tests. The number is bounded
  /// for any feed, so that parsing takes linear time.
  package var storedNameCount: Int { document.storedNameCount }

  /// Reads the next piece, of any size.
  ///
  /// Throws an error when the bytes of all pieces cannot be the beginning of a feed, or exceed a limit. The caller can
  /// then stop the transfer. Each later call throws the same error.
  package func parse(_ chunk: Data) throws(FeedParsingError) { try document.parse(chunk) }

  /// Reads the next piece, of any size. The buffer is used only during the call.
  package func parse(_ chunk: UnsafeRawBufferPointer) throws(FeedParsingError) { try document.parse(chunk) }

  /// Returns the feed, after all its bytes were passed to ``parse(_:)-swift.method``. Call it once.
  ///
  /// If the feed was cut off, the result contains its complete items (``ParsedFeed/isPartial``), or the method throws
  /// ``FeedParsingError/truncated`` if there are none.
  package func finish() throws(FeedParsingError) -> ParsedFeed {
    try document.finish()
    if let json = document.json {
      try JSONFeedReader(reader: reader).read(json)
    }
    if document.isCut, !reader.hasItems { throw .truncated }
    let podcast = try reader.podcast()
    var repairs = reader.repairs
    document.repairs.forEach { repairs.add($0) }
    return ParsedFeed(podcast: podcast, isPartial: document.isCut, repairs: repairs.all)
  }

  /// Parses a feed that is completely in memory.
  package static func feed(from data: Data, source: URL?) throws(FeedParsingError) -> ParsedFeed {
    let parser = FeedParser(source: source)
    try parser.parse(data)
    return try parser.finish()
  }
}
