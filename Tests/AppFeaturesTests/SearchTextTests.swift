import Foundation
import Podcasts
import Testing

/// Tests of the form of text that the search compares: Unicode composition and lower case.
@Suite struct SearchTextTests {
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
    // All characters of Unicode that combine are in this range.
    for value in 0...0x1FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), SearchText.isStableUnderComposition(scalar) else { continue }
      // A stable character also does not combine with a character before it.
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
