import Foundation
import Podcasts
import Testing

/// Tests of the form of text that the search compares: composed characters in lower case.
@Suite struct SearchTextTests {
  /// U+030A, U+3099 and U+0306 are marks that combine with the letter before them.
  @Test(arguments: [
    ("Mountain", "mountain"), ("ÅSE", "åse"), ("A\u{30a}SE", "åse"), ("방송", "방송"),
    ("방송".decomposedStringWithCanonicalMapping, "방송"), ("か\u{3099}", "が"), ("Й", "й"), ("И\u{306}", "й"),
    ("🎧 1", "🎧 1"), ("", ""),
  ])
  func `normalizing a search text composes its characters and converts them to lower case`(
    text: String, normalized: String
  ) {
    #expect(Array(SearchText.normalized(text).unicodeScalars) == Array(normalized.unicodeScalars))
  }

  @Test func `composition does not change stable characters`() {
    // All stable characters are in this range.
    for value in 0...0x1FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), SearchText.isStableUnderComposition(scalar) else { continue }
      // A combining class other than 0 means that the character can combine with a character before it.
      #expect(scalar.properties.canonicalCombiningClass == .notReordered)
      for text in [String(scalar), "a\(scalar)", "\(scalar)a"] {
        #expect(
          text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars),
          "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test func `a text is composed if none of its characters is decomposed`() {
    #expect(SearchText.isComposed("방송 é"))
    #expect(!SearchText.isComposed("방송 é".decomposedStringWithCanonicalMapping))
  }
}
