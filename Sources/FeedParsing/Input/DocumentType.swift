/// A document type declaration, such as `<!DOCTYPE rss [<!ENTITY show "The Show">]>`: its name, and the entities that it declares.
///
/// It is read here, and libxml2 never sees it, so that nothing a feed declares can grow without a bound or be fetched. Entities of text
/// are known; parameter entities and all other declarations count for nothing.
struct DocumentType: Equatable {
  /// The declaration of an entity.
  enum Entity: Equatable {
    /// The text that it stands for, as written.
    case text([UInt8])
    /// It is in another file. It is read as empty.
    case external
  }

  /// The name of the root element.
  var name: String
  /// The entities, by their name. As XML has it, the first declaration of a name counts.
  var entities: [String: Entity]
  /// How many bytes the declaration has.
  var length: Int

  /// The declaration that begins with `bytes`, whose first is `<`, or `nil` if its end is not among them.
  init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = DeclarationScanner(rest: bytes.dropFirst("<!DOCTYPE".utf8.count))
    name = String(decoding: scanner.word(), as: UTF8.self)
    entities = [:]
    while let byte = scanner.rest.first {
      switch byte {
      case .greaterThan:
        length = bytes.count - scanner.rest.count + 1
        return
      case UInt8(ascii: "["):
        scanner.rest.removeFirst()
        guard Self.readSubset(&scanner, into: &entities) else { return nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard scanner.literal() != nil else { return nil }
      default: scanner.rest.removeFirst()
      }
    }
    return nil
  }

  /// Reads up to the `]`, and returns whether it was there.
  private static func readSubset(_ scanner: inout DeclarationScanner, into entities: inout [String: Entity]) -> Bool {
    while let byte = scanner.rest.first {
      if byte == UInt8(ascii: "]") {
        scanner.rest.removeFirst()
        return true
      }
      if scanner.rest.beginsWithASCII("<!--") {
        guard scanner.skip(past: "-->") else { return false }
      } else if scanner.rest.beginsWithASCII("<?") {
        guard scanner.skip(past: "?>") else { return false }
      } else if byte == .lessThan {
        guard let (name, entity) = scanner.declaration() else { return false }
        if let name, let entity, entities[name] == nil { entities[name] = entity }
      } else {
        scanner.rest.removeFirst()
      }
    }
    return false
  }
}

/// Reads the parts of a document type declaration.
private struct DeclarationScanner {
  var rest: ArraySlice<UInt8>

  /// The next word: what stands before white space, a quote, a bracket or the end.
  mutating func word() -> ArraySlice<UInt8> {
    rest = rest.drop(while: \.isXMLSpace)
    let word = rest.prefix { !$0.isXMLSpace && $0 != .greaterThan && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    rest = rest.dropFirst(word.count)
    return word
  }

  /// The text between quotes that comes next, or `nil` if it does not end. The rest begins with a quote.
  mutating func literal() -> ArraySlice<UInt8>? {
    guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[(rest.startIndex + 1)..<end]
  }

  mutating func skip(past text: StaticString) -> Bool {
    while rest.count >= text.utf8CodeUnitCount {
      if rest.beginsWithASCII(text) {
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
      }
      rest.removeFirst()
    }
    return false
  }

  /// One declaration, and the entity that it declares, if it is one; or `nil` if it does not end.
  mutating func declaration() -> (name: String?, entity: DocumentType.Entity?)? {
    let isEntity = word().isASCII("<!entity")
    let name = isEntity ? String(decoding: word(), as: UTF8.self) : nil
    var entity: DocumentType.Entity?
    while let byte = rest.first {
      if byte == .greaterThan {
        rest.removeFirst()
        return name == "%" ? (nil, nil) : (name, entity)
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let text = literal() else { return nil }
        if entity == nil { entity = .text(Array(text)) }
      } else {
        let word = word()
        if word.isASCII("system") || word.isASCII("public") { entity = .external }
        if word.isEmpty, rest.first == byte { rest.removeFirst() }
      }
    }
    return nil
  }
}
