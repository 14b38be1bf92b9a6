package import Foundation

/// A list of feeds in OPML. An *outline* is OPML's element for a feed or for a section of the list.
package struct ParsedOPML: Hashable, Sendable {
  /// The outlines of feeds, in the document's order. If an address occurs twice, only its first outline is listed.
  package var outlines: [Outline]
  /// The titles of the skipped outlines. An outline that is not a section is skipped if it has no HTTP or HTTPS
  /// address, or if ``outlines`` has 100,000 feeds already. A skipped outline without a title is listed by its address.
  package var skipped: [String]
  /// Whether feeds may be missing, because the document was cut off or outlines were nested too deeply. ``outlines``
  /// contains the feeds that could be read.
  package var isPartial: Bool

  package init(outlines: [Outline] = [], skipped: [String] = [], isPartial: Bool = false) {
    self.outlines = outlines
    self.skipped = skipped
    self.isPartial = isPartial
  }

  /// The outline of a feed.
  package struct Outline: Hashable, Sendable {
    /// The show's name as plain text. Empty if the document has none.
    package var title: String
    package var feedURL: URL
    package var websiteURL: URL?
    /// The names of the sections around the feed, the outermost first.
    package var sectionPath: [String]

    package init(title: String = "", feedURL: URL, websiteURL: URL? = nil, sectionPath: [String] = []) {
      self.title = title
      self.feedURL = feedURL
      self.websiteURL = websiteURL
      self.sectionPath = sectionPath
    }
  }
}

/// Why bytes could not be read as OPML.
package enum OPMLParsingError: Error, Hashable, Sendable {
  /// The content is not OPML. `reason` is a sentence for a log.
  case notOPML(reason: String)
}
