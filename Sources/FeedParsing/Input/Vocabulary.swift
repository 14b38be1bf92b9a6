/// The names of one known namespace, or of several with the same names, such as Atom 0.3 and 1.0. All other namespaces
/// are `unknown`.
enum Vocabulary: UInt8 {
  /// The names of RSS: those without a namespace, and those in the namespaces of RSS 1.0 and RDF.
  case rss
  case itunes
  /// The content module of RSS 1.0.
  case content
  /// Media RSS.
  case media
  case dublinCore
  /// The newer names of Dublin Core, `dcterms`.
  case dublinCoreTerms
  case atom
  /// The namespace of Podcasting 2.0.
  case podcast
  /// Podlove Simple Chapters.
  case psc
  /// The enclosures of RSS 1.0.
  case enclosure
  case xhtml, unknown

  /// Creates the vocabulary of a namespace's address. Returns `nil` for an unknown address.
  ///
  /// The case of letters, the scheme and a slash at the end are ignored, because feeds write the addresses in many
  /// forms.
  init?(address: some BidirectionalCollection<UInt8>) {
    var address = address.drop { $0 != UInt8(ascii: ":") }
    if address.last == .slash { address = address.dropLast() }
    for (known, vocabulary) in Self.addresses where address.equalsIgnoringCase(known) {
      self = vocabulary
      return
    }
    return nil
  }

  /// Creates the vocabulary that a prefix, such as `itunes`, usually stands for in feeds. Returns `nil` for an unknown
  /// prefix.
  init?(prefix: some Collection<UInt8>) {
    for (known, vocabulary) in Self.prefixes where prefix.equalsIgnoringCase(known) {
      self = vocabulary
      return
    }
    return nil
  }

  /// The addresses of namespaces in lower case, without the scheme and the slash at the end.
  private static let addresses: [(StaticString, Vocabulary)] = [
    ("://www.itunes.com/dtds/podcast-1.0.dtd", .itunes),
    ("://purl.org/rss/1.0/modules/content", .content),
    ("://search.yahoo.com/mrss", .media),
    ("://purl.org/dc/elements/1.1", .dublinCore),
    ("://purl.org/dc/terms", .dublinCoreTerms),
    ("://www.w3.org/2005/atom", .atom),
    ("://purl.org/atom/ns#", .atom),
    ("://podcastindex.org/namespace/1.0", .podcast),
    ("://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md", .podcast),
    ("://podlove.org/simple-chapters", .psc),
    ("://purl.oclc.org/net/rss_2.0/enc#", .enclosure),
    ("://www.w3.org/1999/xhtml", .xhtml),
    ("://purl.org/rss/1.0", .rss),
    ("://www.w3.org/1999/02/22-rdf-syntax-ns#", .rss),
  ]

  /// The usual prefixes.
  private static let prefixes: [(StaticString, Vocabulary)] = [
    ("itunes", .itunes), ("content", .content), ("media", .media), ("dc", .dublinCore), ("dcterms", .dublinCoreTerms),
    ("atom", .atom), ("a10", .atom),
    ("podcast", .podcast), ("psc", .psc), ("enc", .enclosure), ("rdf", .rss), ("rss", .rss),
  ]
}

/// The namespace declarations of the current element and of the elements around it.
struct Namespaces {
  /// The declaration of one namespace.
  private struct Declaration {
    var prefixHash: UInt64
    /// The vocabulary of the namespace's address. `nil` if the address is unknown.
    var vocabulary: Vocabulary?
    /// The depth of the element that declares the namespace.
    var depth: Int
  }

  private var declarations: [Declaration] = []
  /// The maximum number of declarations.
  private let limit: Int
  /// Whether a known prefix was used without a declaration.
  private(set) var hasUndeclaredPrefix = false

  /// Creates a value without declarations. At most `limit` declarations are stored at a time. Further ones are ignored.
  init(limit: Int) { self.limit = limit }

  /// Declares a namespace for an element at a depth and the elements inside of it. The prefix of the default namespace
  /// is empty.
  mutating func declare(prefixHash: UInt64, address: [UInt8], depth: Int) {
    guard declarations.count < limit else { return }
    let vocabulary = Vocabulary(address: address.trimmingXMLSpace)
    declarations.append(Declaration(prefixHash: prefixHash, vocabulary: vocabulary, depth: depth))
  }

  /// Removes the declarations of elements that are deeper than `depth`.
  mutating func removeDeclarations(deeperThan depth: Int) {
    while let last = declarations.last, last.depth > depth { declarations.removeLast() }
  }

  /// Returns the vocabulary of names with a prefix. The prefix is empty for names without one. If the namespace is not
  /// declared, or its address is unknown, returns the usual vocabulary of the prefix: RSS for the empty prefix, and
  /// `unknown` for an unknown prefix.
  mutating func vocabulary(prefix: some Collection<UInt8>) -> Vocabulary {
    let prefixHash = NameHash.hash(prefix)
    let declaration = declarations.last { $0.prefixHash == prefixHash }
    if let known = declaration?.vocabulary { return known }
    if prefix.isEmpty { return .rss }
    guard let usual = Vocabulary(prefix: prefix) else { return .unknown }
    if declaration == nil { hasUndeclaredPrefix = true }
    return usual
  }
}
