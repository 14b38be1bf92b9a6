package import Foundation

/// A list of feeds in OPML.
package struct ParsedOPML: Hashable, Sendable {
  /// The feeds, in the document's order. No address occurs twice.
  package var outlines: [Outline]
  /// The titles of the outlines that were left out, because they have no HTTP or HTTPS address. An outline without
  /// a title is listed by its address. Sections are not listed.
  package var skipped: [String]
  /// Whether the document was cut off, or some of its outlines were nested too deeply. The other feeds are in the list.
  package var isPartial: Bool

  package init(outlines: [Outline] = [], skipped: [String] = [], isPartial: Bool = false) {
    self.outlines = outlines
    self.skipped = skipped
    self.isPartial = isPartial
  }

  /// A feed in the list. An *outline* is OPML's element for a feed or for a section of the list.
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
