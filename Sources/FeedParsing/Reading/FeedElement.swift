/// An element that feeds have and that means something here. All others are `other`.
enum FeedElement {
  case rss, rdf, channel, item
  case title, link, description, language, image, url, guid, enclosure, publicationDate
  case itunesTitle, itunesAuthor, itunesSummary, itunesSubtitle, itunesImage, itunesDuration
  case contentEncoded, creator, date, mediaContent
  case atomFeed, page, opml
  case other

  init(_ name: ElementName) {
    switch Vocabulary(name) {
    case .rss: self = Self.rss(name.local)
    case .itunes: self = Self.itunes(name.local)
    case .content: self = name.local.isASCII("encoded") ? .contentEncoded : .other
    case .media: self = name.local.isASCII("content") ? .mediaContent : .other
    case .dublinCore: self = name.local.isASCII("creator") ? .creator : name.local.isASCII("date") ? .date : .other
    case .atom: self = name.local.isASCII("feed") ? .atomFeed : .other
    case .xhtml: self = name.local.isASCII("html") ? .page : .other
    case .unknown: self = .other
    }
  }

  private static func rss(_ name: UnsafeBufferPointer<UInt8>) -> FeedElement {
    switch name.count {
    case 3 where name.isASCII("rss"): .rss
    case 3 where name.isASCII("rdf"): .rdf
    case 3 where name.isASCII("url"): .url
    case 4 where name.isASCII("item"): .item
    case 4 where name.isASCII("link"): .link
    case 4 where name.isASCII("guid"): .guid
    case 4 where name.isASCII("feed"): .atomFeed
    case 4 where name.isASCII("html"): .page
    case 4 where name.isASCII("opml"): .opml
    case 5 where name.isASCII("title"): .title
    case 5 where name.isASCII("image"): .image
    case 7 where name.isASCII("channel"): .channel
    case 7 where name.isASCII("pubdate"): .publicationDate
    case 8 where name.isASCII("language"): .language
    case 9 where name.isASCII("enclosure"): .enclosure
    case 11 where name.isASCII("description"): .description
    default: .other
    }
  }

  private static func itunes(_ name: UnsafeBufferPointer<UInt8>) -> FeedElement {
    switch name.count {
    case 5 where name.isASCII("title"): .itunesTitle
    case 5 where name.isASCII("image"): .itunesImage
    case 6 where name.isASCII("author"): .itunesAuthor
    case 7 where name.isASCII("summary"): .itunesSummary
    case 8 where name.isASCII("subtitle"): .itunesSubtitle
    case 8 where name.isASCII("duration"): .itunesDuration
    default: .other
    }
  }
}

/// Whose word an element is.
///
/// Feeds write the addresses of namespaces in any case, with `https`, or not at all, so the address counts without its case, and the usual
/// prefix counts where the address is missing or is not known.
private enum Vocabulary {
  case rss, itunes, content, media, dublinCore, atom, xhtml, unknown

  init(_ name: ElementName) {
    if let uri = name.uri, let known = Self.known(uri) {
      self = known
    } else if let prefix = name.prefix {
      self = Self.usual(prefix)
    } else {
      self = .rss
    }
  }

  private static func known(_ uri: UnsafeBufferPointer<UInt8>) -> Vocabulary? {
    let address = uri.drop { $0 != UInt8(ascii: ":") }
    for (known, vocabulary) in addresses where address.isASCII(known) { return vocabulary }
    return nil
  }

  /// The addresses of namespaces in lower case, without the scheme, which is `http` in some feeds and `https` in others.
  private static let addresses: [(StaticString, Vocabulary)] = [
    ("://www.itunes.com/dtds/podcast-1.0.dtd", .itunes),
    ("://purl.org/rss/1.0/modules/content/", .content),
    ("://search.yahoo.com/mrss/", .media),
    ("://search.yahoo.com/mrss", .media),
    ("://purl.org/dc/elements/1.1/", .dublinCore),
    ("://www.w3.org/2005/atom", .atom),
    ("://purl.org/atom/ns#", .atom),
    ("://www.w3.org/1999/xhtml", .xhtml),
    ("://www.w3.org/1999/02/22-rdf-syntax-ns#", .rss),
  ]

  private static func usual(_ prefix: UnsafeBufferPointer<UInt8>) -> Vocabulary {
    switch prefix.count {
    case 6 where prefix.isASCII("itunes"): .itunes
    case 7 where prefix.isASCII("content"): .content
    case 5 where prefix.isASCII("media"): .media
    case 2 where prefix.isASCII("dc"): .dublinCore
    case 4 where prefix.isASCII("atom"): .atom
    case 3 where prefix.isASCII("rdf"), 3 where prefix.isASCII("rss"): .rss
    default: .unknown
    }
  }
}
