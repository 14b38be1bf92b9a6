/// Why bytes could not be read as a podcast's feed.
///
/// Each case speaks of the content alone. Failures of the connection belong to the transfer.
package enum FeedParsingError: Error, Hashable, Sendable {
  /// It is a web page, in HTML or XHTML: a login page, an error page or a captive portal, perhaps.
  case webPage
  /// It is neither a feed that can be read nor a page. `reason` is a sentence for a log or the fine print: what was found instead, and
  /// at which line where there is one.
  case notAFeed(reason: String)
  /// It ends before its first item is complete.
  case truncated
  /// It was made to harm, or looks as if it were: entities that grow without an end or that reach out of the document, nesting, texts
  /// or a number of items without a bound. `reason` is a sentence for a log or the fine print.
  case hostile(reason: String)
  /// It is a feed, with no item that points to audio or video. `title` is the feed's title, and may be empty.
  case noEpisodes(title: String)
}
