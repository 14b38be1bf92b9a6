// This file is the public interface of FeedParsing, with ParsedFeed, FeedParsingError and FeedLimits. All else is implementation.
package import Foundation

/// Reads one feed, piece by piece, as its bytes arrive.
///
/// It reads RSS 2.0 with the iTunes tags as the world writes it, which is seldom as the specification has it: docs/feed-parsing.md lists
/// what is repaired. It opens no file and no connection, keeps no document tree, and bounds what a feed may ask of it (``FeedLimits``).
///
/// ```swift
/// let parser = FeedParser(source: url)
/// for try await chunk in response { try parser.parse(chunk) }
/// let feed = try parser.finish()
/// ```
///
/// A parser is for one feed and for one task at a time. To cancel, let it go.
package final class FeedParser {
  /// A parser for the feed that comes from `source`, after redirects: relative addresses in it are resolved against that, and a feed
  /// without a title is named by it.
  package init(source: URL?, limits: FeedLimits = FeedLimits()) {
  }

  /// Reads the next piece, of any size.
  ///
  /// Throws as soon as the bytes so far cannot be a feed, so that a transfer can be stopped early. After that, each call throws the
  /// same error.
  package func parse(_ chunk: Data) throws(FeedParsingError) {
  }

  /// Reads the next piece, of any size. The buffer is borrowed for the call.
  package func parse(_ chunk: UnsafeRawBufferPointer) throws(FeedParsingError) {
  }

  /// The feed, once all its bytes were given to ``parse(_:)-swift.method``. To be called once.
  package func finish() throws(FeedParsingError) -> ParsedFeed {
    throw .notAFeed(reason: "It is empty.")
  }

  /// The feed that is wholly in memory already.
  package static func feed(from data: Data, source: URL?) throws(FeedParsingError) -> ParsedFeed {
    let parser = FeedParser(source: source)
    try parser.parse(data)
    return try parser.finish()
  }
}
