/// A document type declaration, such as `<!DOCTYPE rss [<!ENTITY show "The Show">]>`: the name of the root element,
/// and the declared entities.
///
/// The declaration is parsed here and not passed to libxml2, the XML parser. So a feed's entities can neither grow
/// without bound nor fetch files. Parameter entities, such as `<!ENTITY % name "…">`, and all other declarations are
/// ignored.
struct DocumentType: Equatable {
  /// The declaration of an entity.
  enum Entity: Equatable {
    /// The replacement text, in which references are not resolved.
    case text([UInt8])
    /// The replacement text is in another file. The file is not fetched, and the entity is read as empty.
    case external
  }

  /// The name of the root element.
  var name: String
  /// The entities by their names. As in XML, the first declaration of a name is used.
  var entities: [String: Entity]
  /// The length of the declaration, in bytes.
  var length: Int

  /// Parses the declaration at the start of `bytes`, which begin with `<!DOCTYPE`. Returns `nil` if the end of the
  /// declaration is missing.
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
        guard Self.readDeclarations(&scanner, into: &entities) else { return nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A text between quotes can contain `>` and `[`.
        guard scanner.literal() != nil else { return nil }
      default: scanner.rest.removeFirst()
      }
    }
    return nil
  }

  /// Reads the declarations between the brackets, up to and including the `]`. Returns whether the `]` was found.
  private static func readDeclarations(
    _ scanner: inout DeclarationScanner, into entities: inout [String: Entity]
  ) -> Bool {
    while let byte = scanner.rest.first {
      if byte == UInt8(ascii: "]") {
        scanner.rest.removeFirst()
        return true
      }
      if scanner.rest.beginsIgnoringCase("<!--") {
        guard scanner.skip(past: "-->") else { return false }
      } else if scanner.rest.beginsIgnoringCase("<?") {
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
  /// The bytes that are not read yet.
  var rest: ArraySlice<UInt8>

  /// Returns the next word, up to white space, a quote, `[` or `>`.
  mutating func word() -> ArraySlice<UInt8> {
    rest = rest.drop(while: \.isXMLSpace)
    let word = rest.prefix {
      !$0.isXMLSpace && $0 != .greaterThan && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\"")
        && $0 != UInt8(ascii: "'")
    }
    rest = rest.dropFirst(word.count)
    return word
  }

  /// Returns the next text between quotes, or `nil` if its end is missing. The rest must begin with a quote.
  mutating func literal() -> ArraySlice<UInt8>? {
    guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[(rest.startIndex + 1)..<end]
  }

  /// Skips everything up to and including a text. Returns whether the text was found.
  mutating func skip(past text: StaticString) -> Bool {
    while rest.count >= text.utf8CodeUnitCount {
      if rest.beginsIgnoringCase(text) {
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
      }
      rest.removeFirst()
    }
    return false
  }

  /// Reads one of the declarations between the brackets. Returns the declared entity and its name. At least one of the
  /// two is `nil` for other declarations. Returns `nil` if the end of the declaration is missing.
  mutating func declaration() -> (name: String?, entity: DocumentType.Entity?)? {
    let isEntity = word().equalsIgnoringCase("<!entity")
    let name = isEntity ? String(decoding: word(), as: UTF8.self) : nil
    var entity: DocumentType.Entity?
    while let byte = rest.first {
      if byte == .greaterThan {
        rest.removeFirst()
        // A `%` before the name marks a parameter entity.
        return name == "%" ? (nil, nil) : (name, entity)
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        guard let text = literal() else { return nil }
        if entity == nil { entity = .text(Array(text)) }
      } else {
        let word = word()
        if word.equalsIgnoringCase("system") || word.equalsIgnoringCase("public") { entity = .external }
        // A `[` belongs to no word.
        if word.isEmpty, rest.first == byte { rest.removeFirst() }
      }
    }
    return nil
  }
}
