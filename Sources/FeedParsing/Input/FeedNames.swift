/// Hashes of the names of elements and attributes, computed with the function FNV-1a. The case of letters is ignored.
/// With hashes, a name is looked up without creating a string.
enum NameHash {
  /// The initial value of FNV-1a.
  static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Returns the hash of a name.
  static func hash(_ name: some Collection<UInt8>, seed: UInt64 = seed) -> UInt64 {
    name.reduce(seed) { ($0 ^ UInt64($1.lowercasedASCII)) &* 0x100_0000_01B3 }
  }

  /// Returns the hash of a name in a vocabulary, which is the set of names of a namespace. The hash of a name is
  /// different in each vocabulary.
  static func hash(_ name: some Collection<UInt8>, in vocabulary: Vocabulary) -> UInt64 {
    hash(name, seed: seed ^ UInt64(vocabulary.rawValue) &* 0x9E37_79B9_7F4A_7C15)
  }
}

extension FeedElement {
  /// Creates the element of a vocabulary with a local name (the name without a prefix). An unknown name is `.other`.
  init(_ name: some Collection<UInt8>, in vocabulary: Vocabulary) {
    self = vocabulary == .unknown ? .other : FeedNames.elements[NameHash.hash(name, in: vocabulary)] ?? .other
  }
}

extension FeedAttribute {
  /// Creates the attribute with a local name. Returns `nil` for an unknown name.
  init?(_ name: some Collection<UInt8>) {
    guard let attribute = FeedNames.attributes[NameHash.hash(name)] else { return nil }
    self = attribute
  }
}

/// The known names of elements and attributes.
private enum FeedNames {
  /// The known attributes by the hashes of their names.
  static let attributes: [UInt64: FeedAttribute] = {
    var names: [UInt64: FeedAttribute] = [:]
    // Each case of `FeedAttribute` has the name of its attribute. Only `.language` has a second name, `lang`.
    for attribute in FeedAttribute.allCases { names[NameHash.hash(String(describing: attribute).utf8)] = attribute }
    names[NameHash.hash("lang".utf8)] = .language
    return names
  }()

  /// The known elements by the hashes of their names in their vocabularies.
  static let elements: [UInt64: FeedElement] = {
    var elements: [UInt64: FeedElement] = [:]
    for (vocabulary, names) in namesByVocabulary {
      for (name, element) in names { elements[NameHash.hash(name.utf8, in: vocabulary)] = element }
    }
    return elements
  }()

  /// The names of each vocabulary, with their elements.
  private static let namesByVocabulary: [(Vocabulary, [(String, FeedElement)])] = [
    (
      .rss,
      [
        ("rss", .rss), ("rdf", .rdf), ("feed", .atomFeed), ("html", .page), ("opml", .opml), ("channel", .channel),
        ("item", .item),
        ("title", .title), ("link", .link), ("description", .description), ("language", .language), ("image", .image),
        ("url", .url),
        ("guid", .guid), ("enclosure", .enclosure), ("pubdate", .publicationDate), ("author", .author),
        ("managingeditor", .managingEditor),
        ("copyright", .copyright), ("outline", .outline),
      ]
    ),
    (
      .itunes,
      [
        ("title", .itunesTitle), ("author", .itunesAuthor), ("summary", .itunesSummary), ("subtitle", .itunesSubtitle),
        ("image", .itunesImage), ("duration", .itunesDuration), ("type", .itunesType),
        ("episodetype", .itunesEpisodeType),
        ("season", .season), ("episode", .episode), ("explicit", .explicit), ("block", .block),
        ("new-feed-url", .newFeedURL),
        ("category", .category), ("owner", .owner), ("name", .ownerName),
      ]
    ),
    (.content, [("encoded", .contentEncoded)]),
    (
      .media,
      [("content", .mediaContent), ("title", .mediaTitle), ("thumbnail", .mediaThumbnail), ("group", .mediaGroup)]
    ),
    (.dublinCore, dublinCore),
    (.dublinCoreTerms, dublinCore + [("issued", .publicationDate), ("created", .date)]),
    (
      .atom,
      [
        ("feed", .atomFeed), ("entry", .item), ("title", .title), ("link", .link), ("id", .atomID),
        ("published", .publicationDate),
        ("issued", .publicationDate), ("updated", .updated), ("modified", .updated), ("summary", .atomSummary),
        ("content", .atomContent),
        ("subtitle", .subtitle), ("tagline", .subtitle), ("logo", .logo), ("icon", .icon), ("author", .author),
        ("name", .name),
        ("rights", .copyright),
      ]
    ),
    (
      .podcast,
      [
        ("guid", .podcastGUID), ("chapters", .podcastChapters), ("transcript", .transcript), ("person", .person),
        ("funding", .funding),
        ("soundbite", .soundbite), ("alternateenclosure", .alternateEnclosure), ("source", .source),
        ("medium", .medium),
        ("locked", .locked), ("location", .location), ("season", .season), ("episode", .episode),
        ("liveitem", .liveItem),
      ]
    ),
    (.psc, [("chapters", .pscChapters), ("chapter", .pscChapter)]),
    (.enclosure, [("enclosure", .enclosure)]),
    (.xhtml, [("html", .page)]),
  ]

  /// The names that both vocabularies of Dublin Core contain.
  private static let dublinCore: [(String, FeedElement)] = [
    ("creator", .creator), ("author", .creator), ("title", .dublinCoreTitle), ("date", .date), ("language", .language),
    ("rights", .copyright),
  ]
}
