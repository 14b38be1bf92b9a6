/// A known element of feeds. All other elements are `other`.
///
/// Elements with the same meaning in several formats are one case.
enum FeedElement: UInt8, CaseIterable {
  case other
  /// Written by ``MarkupRepair``: the point at which a document was cut off.
  case cut
  /// Written by ``MarkupRepair``: an element that is nested too deeply to be read.
  case tooDeep
  case rss, rdf, atomFeed
  /// `html`, the outermost element of a web page.
  case page
  case opml
  case channel, item
  case title, link, description, language, image, url, guid, enclosure, publicationDate, author, managingEditor,
    copyright
  case itunesTitle, itunesAuthor, itunesSummary, itunesSubtitle, itunesImage, itunesDuration, itunesType,
    itunesEpisodeType
  case season, episode, explicit, block, newFeedURL, category, owner, ownerName
  case contentEncoded, creator, dublinCoreTitle, date
  case mediaContent, mediaTitle, mediaThumbnail, mediaGroup
  case atomID, name, updated, atomSummary, atomContent, subtitle, logo, icon
  case podcastGUID, podcastChapters, transcript, person, funding, soundbite, alternateEnclosure, source, medium, locked,
    location, liveItem
  case pscChapters, pscChapter
  case outline
}

/// A known attribute. Its namespace is ignored, because no two known attributes of an element have the same local name.
enum FeedAttribute: UInt8, CaseIterable {
  case url, href, type, length, rel, medium, fileSize, text, role, img, image, start, startTime, duration, title,
    language, uri, resource,
    contentType, xmlUrl, htmlUrl
}

/// The codes that libxml2 receives as the names of elements and attributes.
///
/// libxml2 stores each name that it reads, and takes quadratic time if all names are new. Therefore ``MarkupRepair``
/// replaces the names of a feed: an element's name with a code of two letters, and an attribute's name with a code of
/// one letter. Unknown elements share the code of ``FeedElement/other``, and unknown attributes are left out.
enum NameCode {
  private static let firstLetter = UInt8(ascii: "A")

  /// Appends the code of an element: two digits in base 16, as letters from A to P.
  static func append(_ element: FeedElement, to output: inout [UInt8]) {
    output.append(firstLetter + element.rawValue / 16)
    output.append(firstLetter + element.rawValue % 16)
  }

  /// Appends the code of an attribute.
  static func append(_ attribute: FeedAttribute, to output: inout [UInt8]) {
    output.append(firstLetter + attribute.rawValue)
  }

  /// Returns the element of a code. For a name that is not a code, returns ``FeedElement/other``.
  static func element(_ name: UnsafePointer<CChar>) -> FeedElement {
    let digits = firstLetter..<firstLetter + 16
    let (high, low) = (UInt8(bitPattern: name[0]), UInt8(bitPattern: name[1]))
    guard digits.contains(high), digits.contains(low) else { return .other }
    return FeedElement(rawValue: (high - firstLetter) * 16 + (low - firstLetter)) ?? .other
  }

  /// Whether a name is the code of an attribute.
  static func isAttribute(_ attribute: FeedAttribute, _ name: UnsafePointer<CChar>) -> Bool {
    UInt8(bitPattern: name[0]) == firstLetter + attribute.rawValue && name[1] == 0
  }
}
