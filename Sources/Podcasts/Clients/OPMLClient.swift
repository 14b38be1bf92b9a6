package import Foundation

/// The outline of one show in an OPML file.
///
/// An *outline* is OPML's element for a feed, or for a section that contains other outlines. This type represents only
/// outlines of feeds.
package struct Outline: Hashable, Sendable {
  /// The show's name. Empty if the file has none.
  package var title: String
  /// The address of the feed, without a user name and a password.
  package var feedURL: URL
  package var websiteURL: URL?
  /// The names of the sections that contain the outline, the outermost first. Empty outside of any section.
  package var sectionPath: [String]
  /// The user name and the password from the feed's address in the file. ``OPMLClient/write`` does not write them.
  package var credentials: Credentials?

  package init(
    title: String = "", feedURL: URL, websiteURL: URL? = nil, sectionPath: [String] = [],
    credentials: Credentials? = nil
  ) {
    self.title = title
    self.feedURL = feedURL
    self.websiteURL = websiteURL
    self.sectionPath = sectionPath
    self.credentials = credentials
  }
}

/// The content of an OPML file.
package struct OPMLDocument: Hashable, Sendable {
  /// The outlines of feeds, in the file's order. Each feed occurs once.
  package var outlines: [Outline]
  /// The titles of the skipped outlines. An outline that is not a section is skipped if it has no HTTP or HTTPS
  /// address, or if ``outlines`` has reached its limit. A skipped outline without a title is listed by its address.
  package var skipped: [String]
  /// Whether feeds may be missing, because the file was cut off or outlines were nested too deeply. ``outlines``
  /// contains the feeds that could be read.
  package var isPartial: Bool

  package init(outlines: [Outline], skipped: [String] = [], isPartial: Bool = false) {
    self.outlines = outlines
    self.skipped = skipped
    self.isPartial = isPartial
  }
}

/// Why an OPML file could not be read or written.
package enum OPMLError: Error, Hashable, Sendable {
  case notFound(path: String)
  case permissionDenied(path: String)
  /// The file is not OPML, or its content cannot be decoded. `reason` is for a log.
  case notOPML(reason: String)
  /// The file has more bytes than `limit`.
  case tooLarge(limit: Int)
  /// The file could not be written. `reason` is the system's message.
  case notWritten(path: String, reason: String)
}

/// Reads and writes lists of subscriptions in OPML, versions 1 and 2.
///
/// `PodcastNetwork` makes the live client.
package struct OPMLClient: Sendable {
  /// Returns the content of a file, including the user names and passwords of its addresses. A file that was cut off
  /// is read up to the cut.
  package var read: @Sendable (_ file: URL) async throws(OPMLError) -> OPMLDocument

  /// Writes a file completely or not at all, and replaces an existing file. The file contains no user names and
  /// passwords.
  package var write: @Sendable (_ outlines: [Outline], _ file: URL) async throws(OPMLError) -> Void

  package init(
    read: @escaping @Sendable (_ file: URL) async throws(OPMLError) -> OPMLDocument,
    write: @escaping @Sendable (_ outlines: [Outline], _ file: URL) async throws(OPMLError) -> Void
  ) {
    self.read = read
    self.write = write
  }
}
