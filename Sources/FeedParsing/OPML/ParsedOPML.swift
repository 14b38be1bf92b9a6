package import Foundation

/// A list of feeds in OPML.
package struct ParsedOPML: Hashable, Sendable {
  /// The outlines with a feed, in the document's order, each feed once.
  package var outlines: [Outline]
  /// The names of outlines that are neither sections nor have an HTTP or HTTPS address.
  package var skipped: [String]
  /// Whether the document was cut off. Then the outlines before that point are present.
  package var isPartial: Bool

  package init(outlines: [Outline] = [], skipped: [String] = [], isPartial: Bool = false) {
    self.outlines = outlines
    self.skipped = skipped
    self.isPartial = isPartial
  }

  /// One feed in the list.
  package struct Outline: Hashable, Sendable {
    /// The show's name as plain text. Empty if the document has none.
    package var title: String
    package var feedURL: URL
    package var websiteURL: URL?
    /// The names of the sections around the outline, the outermost first.
    package var section: [String]

    package init(title: String = "", feedURL: URL, websiteURL: URL? = nil, section: [String] = []) {
      self.title = title
      self.feedURL = feedURL
      self.websiteURL = websiteURL
      self.section = section
    }
  }
}

/// Why bytes could not be read as OPML.
package enum OPMLParsingError: Error, Hashable, Sendable {
  /// The content is not OPML. `reason` is a sentence for a log.
  case notOPML(reason: String)
}
