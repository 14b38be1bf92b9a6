import Podcasts

/// Resolves references such as `&eacute;` or `&#146;`. A document can declare entities of its own. The total size of
/// the texts that replace references to declared entities is limited.
struct EntityExpander {
  /// The replacement of a reference.
  enum Replacement: Equatable {
    /// XML that replaces the reference.
    case markup([UInt8])
    /// The reference is kept, because the XML parser resolves it.
    case unchanged
    /// The name is unknown, so the `&` is text.
    case unknown
  }

  /// The entities that the document type declares.
  private var entities: [String: DocumentType.Entity] = [:]
  /// The texts of declared entities, after the references in them were resolved.
  private var expansions: [String: [UInt8]] = [:]
  /// How many bytes the texts that replace references to declared entities may still have, before they are escaped.
  private var budget: Int

  /// Creates an expander. The texts that replace references to declared entities have at most `budget` bytes in total,
  /// before they are escaped.
  init(budget: Int) { self.budget = budget }

  /// Sets the declared entities.
  mutating func declare(_ entities: [String: DocumentType.Entity]) { self.entities = entities }

  /// Returns the replacement of `&name;`. Throws `.hostile` if the declared entities exceed the budget, or are nested
  /// too deeply.
  mutating func replacement(forName name: some Collection<UInt8>) throws(FeedParsingError) -> Replacement {
    // These are XML's own references. A name with capitals, such as `&AMP;`, is written in lower case.
    for known: StaticString in ["amp", "lt", "gt", "quot", "apos"] where name.equalsIgnoringCase(known) {
      return name.allSatisfy { $0 >= UInt8(ascii: "a") }
        ? .unchanged : .markup(Array("&".utf8) + name.map(\.lowercasedASCII) + Array(";".utf8))
    }
    if !entities.isEmpty, let text = try expansion(of: String(decoding: name, as: UTF8.self), depth: 0) {
      budget -= text.count
      guard budget >= 0 else { throw .hostile(reason: "Its entities grow without an end.") }
      return .markup(Self.escaped(text))
    }
    guard let scalar = HTMLEntities.scalar(named: String(decoding: name, as: UTF8.self)) else { return .unknown }
    return .markup(Array(String(scalar).utf8))
  }

  /// Returns the replacement of `&#code;`. It is empty for a character that XML does not allow. As in browsers, the
  /// codes from 0x80 to 0x9F are read as Windows-1252.
  func replacement(forCode code: UInt32) -> Replacement {
    switch code {
    case 0x80...0x9F: return .markup(Array(String(Windows1252.scalar(UInt8(code))).utf8))
    case 0x20..<0x7F, 0x09, 0x0A, 0x0D: return .markup(Array("&#\(code);".utf8))
    case 0..<0x20, 0xFFFE, 0xFFFF: return .markup([])
    default: return .markup(Unicode.Scalar(code).map { Array(String($0).utf8) } ?? [])
    }
  }

  /// Returns the text of a declared entity, in which references are resolved. Returns `nil` for an undeclared name.
  private mutating func expansion(of name: String, depth: Int) throws(FeedParsingError) -> [UInt8]? {
    if let known = expansions[name] { return known }
    switch entities[name] {
    case nil: return nil
    case .external: return []
    case .text(let text):
      // The limit of 8 nested entities ends the expansion of an entity that contains itself.
      guard depth < 8 else { throw .hostile(reason: "Its entities are made of entities without an end.") }
      let expansion = try resolve(text[...], depth: depth + 1)
      expansions[name] = expansion
      return expansion
    }
  }

  /// Resolves the references in the text of an entity.
  private mutating func resolve(_ text: ArraySlice<UInt8>, depth: Int) throws(FeedParsingError) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let start = rest.firstIndex(of: .ampersand) {
      result += rest[..<start]
      rest = rest[start...]
      // A reference has at most 64 bytes. An `&` without such a reference stays unchanged.
      guard let end = rest.prefix(64).dropFirst().firstIndex(where: { $0 == .semicolon || $0 == .ampersand }),
        rest[end] == .semicolon
      else {
        result.append(.ampersand)
        rest = rest.dropFirst()
        continue
      }
      let name = rest[(start + 1)..<end]
      if let code = NumericReference.code(name) {
        result += Unicode.Scalar(code).map { Array(String($0).utf8) } ?? []
      } else if let nested = try expansion(of: String(decoding: name, as: UTF8.self), depth: depth) {
        result += nested
      } else {
        result +=
          HTMLEntities.scalar(named: String(decoding: name, as: UTF8.self)).map { Array(String($0).utf8) }
          ?? Array(rest[start...end])
      }
      guard result.count <= budget else { throw .hostile(reason: "Its entities grow without an end.") }
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  /// Escapes text for an element or an attribute. Control characters that XML does not allow are left out.
  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text where !byte.isForbiddenControl {
      switch byte {
      case .ampersand, .lessThan, .greaterThan, UInt8(ascii: "\""), UInt8(ascii: "'"):
        result += Array("&#\(byte);".utf8)
      default: result.append(byte)
      }
    }
    return result
  }
}

/// A reference to a character by its number, such as `&#8217;`.
enum NumericReference {
  /// Returns the number in `#8217` or `#x2019`, or `nil` for any other text and for a number above 0x10FFFF.
  static func code(_ name: some Collection<UInt8>) -> UInt32? {
    name.first == UInt8(ascii: "#") ? HTMLEntities.codePoint(String(decoding: name, as: UTF8.self)) : nil
  }
}
