/// A known namespace.
enum Vocabulary: UInt8 {
  case rss, itunes, content, media, dublinCore, terms, atom, podcast, psc, enclosure, xhtml, unknown

  /// Creates the vocabulary of a namespace's address. Returns `nil` for an unknown address.
  ///
  /// Feeds write the addresses of namespaces in any case, with `https`, and with or without a slash at the end.
  init?(address: some BidirectionalCollection<UInt8>) {
    var address = address.drop { $0 != UInt8(ascii: ":") }
    if address.last == .slash { address = address.dropLast() }
    for (known, vocabulary) in Self.addresses where address.isASCII(known) {
      self = vocabulary
      return
    }
    return nil
  }

  /// Creates the vocabulary for which feeds usually use a prefix. Returns `nil` for an unknown prefix.
  init?(prefix: some Collection<UInt8>) {
    for (known, vocabulary) in Self.prefixes where prefix.isASCII(known) {
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
    ("://purl.org/dc/terms", .terms),
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

  private static let prefixes: [(StaticString, Vocabulary)] = [
    ("itunes", .itunes), ("content", .content), ("media", .media), ("dc", .dublinCore), ("dcterms", .terms),
    ("atom", .atom), ("a10", .atom),
    ("podcast", .podcast), ("psc", .psc), ("enc", .enclosure), ("rdf", .rss), ("rss", .rss),
  ]
}

/// The namespaces that are declared at the current element.
struct Namespaces {
  private struct Binding {
    var prefix: UInt64
    /// `nil` if the address is not known.
    var vocabulary: Vocabulary?
    var depth: Int
  }

  private var bindings: [Binding] = []
  private let limit: Int
  /// Whether a known prefix was used without a declaration.
  private(set) var hasUndeclaredPrefix = false

  /// Creates a value without declarations. At most `limit` declarations are kept at the same time. Further ones are
  /// ignored.
  init(limit: Int) { self.limit = limit }

  /// Declares a namespace for an element at a depth and the elements inside of it. The prefix is empty for the default
  /// namespace.
  mutating func declare(prefix: UInt64, address: [UInt8], depth: Int) {
    guard bindings.count < limit else { return }
    bindings.append(Binding(prefix: prefix, vocabulary: Vocabulary(address: address.trimmingXMLSpace), depth: depth))
  }

  /// Removes the declarations of elements that are deeper than this.
  mutating func close(to depth: Int) {
    while let last = bindings.last, last.depth > depth { bindings.removeLast() }
  }

  /// Returns the vocabulary of names with a prefix, or without one if it is empty. The usual meaning of the prefix is
  /// used if the address is missing or unknown.
  mutating func vocabulary(prefix: some Collection<UInt8>) -> Vocabulary {
    let key = NameHash.hash(prefix)
    let binding = bindings.last { $0.prefix == key }
    if let known = binding?.vocabulary { return known }
    if prefix.isEmpty { return .rss }
    guard let usual = Vocabulary(prefix: prefix) else { return .unknown }
    if binding == nil { hasUndeclaredPrefix = true }
    return usual
  }
}
