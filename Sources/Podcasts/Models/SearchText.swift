import Foundation

/// Converts texts to the form that searches compare: composed characters in lower case.
///
/// A character such as “é” or a Hangul syllable can be stored as one composed character or as several characters. The
/// two forms look the same, but their bytes differ.
package enum SearchText {
  /// Returns the form of a text that searches compare.
  package static func normalized(_ text: String) -> String {
    (isCertainlyComposed(text) ? text : text.precomposedStringWithCanonicalMapping).lowercased()
  }

  /// Whether all characters of a text are composed.
  package static func isComposed(_ text: String) -> Bool {
    isCertainlyComposed(text)
      || text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  /// Whether composition never replaces a scalar alone, and never joins the scalar to a scalar before it. A text is
  /// composed if all of its scalars are stable. `true` for Latin, Cyrillic, punctuation, Kana, Han, Hangul syllables
  /// and pictograms. `false` for all other scalars, such as marks that combine with the letter before them, and single
  /// letters of Hangul.
  package static func isStableUnderComposition(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x2FF, 0x400...0x482, 0x2010...0x2027, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// Whether all scalars of a text are stable, so that the text is composed. This check is fast. Most texts pass the
  /// check, and need no slow composition.
  private static func isCertainlyComposed(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isStableUnderComposition)
  }
}
