/// An element that feeds have and that means something here. All others are `other`.
///
/// Elements that mean the same in several formats are one case.
enum FeedElement: UInt8, CaseIterable {
  case other
  /// Not from a feed: the place where a document was cut off.
  case cut
  /// Not from a feed: an element that is nested too deeply to be read.
  case tooDeep
  case rss, rdf, atomFeed, page, opml
  case channel, item
  case title, link, description, language, image, url, guid, enclosure, publicationDate, author, managingEditor, copyright
  case itunesTitle, itunesAuthor, itunesSummary, itunesSubtitle, itunesImage, itunesDuration, itunesType, itunesEpisodeType
  case season, episode, explicit, block, newFeedURL, category, owner, ownerName
  case contentEncoded, creator, dublinCoreTitle, date
  case mediaContent, mediaTitle, mediaThumbnail, mediaGroup
  case atomID, name, updated, atomSummary, atomContent, subtitle, logo, icon
  case podcastGUID, podcastChapters, transcript, person, funding, soundbite, alternateEnclosure, source, medium, locked, location, liveItem
  case pscChapters, pscChapter
  case outline
}

/// An attribute that means something here. The namespace does not count: no two attributes of one element have the same local name.
enum FeedAttribute: UInt8, CaseIterable {
  case url, href, type, length, rel, medium, fileSize, text, role, img, image, start, startTime, duration, title, language, uri, resource,
    contentType, xmlUrl, htmlUrl
}

/// The names by which libxml2 knows elements and attributes.
///
/// libxml2 keeps each name that it meets, and takes quadratic time when all names are new. It never sees a name from a feed:
/// ``MarkupRepair`` writes a code of two letters for an element, and of one for an attribute. Unknown elements share the code of
/// ``FeedElement/other``, and unknown attributes are left out.
enum XMLCode {
  private static let first = UInt8(ascii: "A")

  /// Appends the code of an element.
  static func append(_ element: FeedElement, to output: inout [UInt8]) {
    output.append(first + element.rawValue / 16)
    output.append(first + element.rawValue % 16)
  }

  /// Appends the code of an attribute.
  static func append(_ attribute: FeedAttribute, to output: inout [UInt8]) {
    output.append(first + attribute.rawValue)
  }

  /// The element that a code stands for. A name that is no code stands for ``FeedElement/other``.
  static func element(_ name: UnsafePointer<CChar>) -> FeedElement {
    let codes = first..<first + 16
    let (high, low) = (UInt8(bitPattern: name[0]), UInt8(bitPattern: name[1]))
    guard codes.contains(high), codes.contains(low) else { return .other }
    return FeedElement(rawValue: (high - first) * 16 + (low - first)) ?? .other
  }

  /// Whether a name is the code of an attribute.
  static func isAttribute(_ attribute: FeedAttribute, _ name: UnsafePointer<CChar>) -> Bool {
    UInt8(bitPattern: name[0]) == first + attribute.rawValue && name[1] == 0
  }
}
