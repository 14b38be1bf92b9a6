// This file is the public interface of FeedParsing, with ParsedFeed, FeedParsingError and FeedLimits, OPMLReader and OPMLWriter, and
// NotesReader. All else is implementation.
package import Foundation
import Podcasts

/// Reads one feed, piece by piece, as its bytes arrive.
///
/// It reads RSS 2.0 and 1.0, Atom and JSON Feed, with the tags of iTunes, of the podcast namespace and others. docs/player/feed-parsing.md lists
/// the repairs. It opens no file and no connection, and limits the cost of a feed (``FeedLimits``). The result does not depend on the
/// division into pieces.
///
/// ```swift
/// let parser = FeedParser(source: url)
/// for try await chunk in response { try parser.parse(chunk) }
/// let feed = try parser.finish()
/// ```
///
/// A parser is for one feed and for one task at a time. To cancel, let it go.
package final class FeedParser {
  private let reader: FeedReader
  private let document: DocumentParser

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - source: the address of the feed, after redirects. Relative addresses are resolved against it, and a feed without a title is named
  ///     after it.
  ///   - limits: how much a feed may cost.
  ///   - encoding: the `charset` of HTTP's `Content-Type`, if there is one. A byte order mark goes before it; it goes before the XML
  ///     declaration if it can decode the bytes.
  package init(source: URL?, limits: FeedLimits = FeedLimits(), encoding: String? = nil) {
    reader = FeedReader(source: source, limits: limits)
    document = DocumentParser(receiver: reader, kind: .feed, limits: limits, encoding: encoding)
  }

  /// Whether the feed has ended, so that a transfer can stop. Further bytes do not count.
  package var isComplete: Bool { document.isComplete }

  /// How many different names the XML parser has stored. It is bounded, whatever names are in the feed, so that they take linear time.
  package var storedNameCount: Int { document.storedNameCount }

  /// Reads the next piece, of any size.
  ///
  /// Throws as soon as the bytes so far cannot be a feed, so that a transfer can be stopped early. After that, each call throws the
  /// same error.
  package func parse(_ chunk: Data) throws(FeedParsingError) { try document.parse(chunk) }

  /// Reads the next piece, of any size. The buffer is borrowed for the call.
  package func parse(_ chunk: UnsafeRawBufferPointer) throws(FeedParsingError) { try document.parse(chunk) }

  /// The feed, after all its bytes were given to ``parse(_:)-swift.method``. Call it once.
  ///
  /// A feed that is cut off is returned with its complete items (``ParsedFeed/isPartial``). Without any it is ``FeedParsingError/truncated``.
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

  /// The feed that is wholly in memory already.
  package static func feed(from data: Data, source: URL?) throws(FeedParsingError) -> ParsedFeed {
    let parser = FeedParser(source: source)
    try parser.parse(data)
    return try parser.finish()
  }
}
