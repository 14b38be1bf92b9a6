import Testing

@testable import FeedParsing

/// The plain text of titles.
@Suite struct TitleTextTests {
  /// The ideographic space, the em space, and a directional mark.
  @Test(arguments: ["\u{3000}", "\u{2003}", "\u{200E}", "\u{3000} \u{200F}"])
  func `a title without a visible character is empty`(title: String) {
    #expect(TitleText.text(Array(title.utf8)) == "")
    #expect(TitleText.text(Array("\(title)한".utf8)).hasSuffix("한"))
  }

  @Test func `the line separator and the paragraph separator become spaces`() {
    #expect(TitleText.text(Array("One\u{2028}Two\u{2029}".utf8)) == "One Two")
  }
}
