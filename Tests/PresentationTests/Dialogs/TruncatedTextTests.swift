import Testing

@testable import Presentation

/// Limits, offsets and the ranges of spans count bytes.
@Suite struct TruncatedTextTests {
  @Test func `a text within the limit is not changed`() {
    var text = RichText("short")
    text.add(.strong, from: 2)
    #expect(text.truncated(to: 5) == text)
  }

  @Test func `a longer text ends with an ellipsis at the limit`() {
    #expect(RichText("abcdef").truncated(to: 4).text == "abcd…")
  }

  @Test func `a truncated text contains only whole characters`() {
    // Each syllable has three bytes. The family is one character of 18 bytes.
    #expect(RichText("방송국").truncated(to: 7).text == "방송…")
    #expect(RichText("a👨‍👩‍👧b").truncated(to: 10).text == "a…")
  }

  @Test func `spans end at the end of a truncated text`() {
    var text = RichText("ab")
    text.append("cd")
    text.add(.strong, from: 1)
    text.append("ef")
    text.add(.emphasis, from: 4)
    let truncated = text.truncated(to: 3)
    #expect(truncated.spans.map(\.bytes) == [1..<3])
  }
}
