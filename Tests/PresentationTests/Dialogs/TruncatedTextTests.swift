import Testing

@testable import Presentation

/// Truncation of rich text. A span is a range of the text with a style. Limits, offsets and spans count bytes.
/// `add(_:from:)` gives a style to the text from an offset to the current end of the text.
@Suite struct TruncatedTextTests {
  @Test func `a text within the limit is not changed`() {
    var text = RichText("short")
    text.add(.strong, from: 2)
    #expect(text.truncated(to: 5) == text)
  }

  @Test func `a longer text is cut at the limit and gets an ellipsis`() {
    #expect(RichText("abcdef").truncated(to: 4).text == "abcd…")
  }

  @Test func `a truncated text contains only whole characters`() {
    // Each syllable has three bytes. The family is one character of 18 bytes.
    #expect(RichText("방송국").truncated(to: 7).text == "방송…")
    #expect(RichText("a👨‍👩‍👧b").truncated(to: 10).text == "a…")
  }

  @Test func `spans are cut at the limit, and spans after the limit are removed`() {
    var text = RichText("ab")
    text.append("cd")
    text.add(.strong, from: 1)
    text.append("ef")
    text.add(.emphasis, from: 4)
    // “bcd” is strong and “ef” is emphasized.
    #expect(text.spans.map(\.bytes) == [1..<4, 4..<6])
    let truncated = text.truncated(to: 3)
    #expect(truncated.spans.map(\.bytes) == [1..<3])
  }
}
