import Foundation

/// Converts texts to the form that searches compare: composed characters in lower case.
///
/// A character such as “é” or a Hangul syllable can be stored as one composed character or as several characters. Both
/// look the same, but their bytes differ.
package enum SearchText {
  /// Returns the form of a text for a search.
  package static func normalized(_ text: String) -> String {
    (isCertainlyComposed(text) ? text : text.precomposedStringWithCanonicalMapping).lowercased()
  }

  /// Whether all characters of a text are composed.
  package static func isComposed(_ text: String) -> Bool {
    isCertainlyComposed(text)
      || text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  /// Whether composition never changes a character, whatever characters are next to it. This is true for Latin,
  /// Cyrillic, punctuation, Kana, Han, Hangul syllables and pictograms. It is false for marks that combine with the
  /// character before them, and for single letters of Hangul.
  package static func isStableUnderComposition(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x2FF, 0x400...0x482, 0x2010...0x2027, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// Whether a text has only characters that composition does not change. This check is fast. Most texts pass
  /// it, and need no slow composition.
  private static func isCertainlyComposed(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isStableUnderComposition)
  }
}
