/// The reason why bytes could not be read as a podcast's feed.
///
/// Each case describes the content. Failures of the connection are other errors.
package enum FeedParsingError: Error, Hashable, Sendable {
  /// The content is a web page in HTML or XHTML, such as a login page, an error page or a captive portal.
  case webPage
  /// The content is neither a readable feed nor a web page. `reason` is a sentence for a log or for the details of a
  /// message. It describes the content, and names the line if it is known.
  case notAFeed(reason: String)
  /// The feed ends before its first item is complete.
  case truncated
  /// The content is malicious, or looks so: it exceeds ``FeedLimits/itemCount``, ``FeedLimits/jsonLength`` or
  /// ``FeedLimits/entityExpansion``, its entities are nested too deeply, or its document type has no end. `reason` is a
  /// sentence for a log or for the details of a message.
  case hostile(reason: String)
  /// The content is a feed, but no item has audio or video. `title` is the feed's title, and may be empty.
  case noEpisodes(title: String)
}
