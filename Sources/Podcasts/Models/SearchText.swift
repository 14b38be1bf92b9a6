import Foundation

/// The form in which searches compare texts: with composed characters, in lower case.
///
/// A feed may have the letters of Hangul one by one, as macOS writes names of files. They look the same as composed
/// ones, but their bytes differ.
package enum SearchText {
  /// The form of a text for a search.
  package static func normalized(_ text: String) -> String {
    (hasPlainCharacters(text) ? text : text.precomposedStringWithCanonicalMapping).lowercased()
  }

  /// Whether all characters of a text are composed.
  package static func isComposed(_ text: String) -> Bool {
    hasPlainCharacters(text)
      || text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  /// Whether composition never changes a character, whatever is next to it: Latin, Cyrillic, punctuation, Kana, Han,
  /// Hangul and pictograms. Marks that combine with the character before them, and single letters of Hangul, are not
  /// among them.
  package static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x2FF, 0x400...0x482, 0x2010...0x2027, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// Most texts need no composition, which is slow.
  private static func hasPlainCharacters(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }
}
