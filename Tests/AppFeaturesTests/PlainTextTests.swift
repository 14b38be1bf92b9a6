import Foundation
import Podcasts
import Testing

/// Tests of the conversion of HTML in feeds to text.
@Suite(.timeLimit(.minutes(1)))
struct PlainTextTests {
  @Test(arguments: [
    ("  plain\n\ntext \n", "plain\n\ntext"),
    ("", ""),
    ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
    ("a<br>b<br/>c", "a\nb\nc"),
    ("<ul><li>one</li>\n<li>two</li></ul>after", "• one\n• two\n\nafter"),
    ("Q &amp; A &lt;3 &#39;x&#x27; caf&eacute; &unknown; &", "Q & A <3 'x' café &unknown; &"),
    ("1 < 2 <b>bold</b> <", "1 < 2 bold <"),
    ("<a href=\"https://example.org\">a   link</a>\n here", "a link here"),
    ("<!-- hidden -->shown", "shown"),
    ("<!-- <b>hidden</b> --> shown <!-- open", "shown <!-- open"),
    ("a <b c <i>d</i>", "a <b c d"),
    ("<br><br><br>a<br><br><p>b", "a\n\nb"),
    ("<p>열매 &middot; 씨앗</p>", "열매 · 씨앗"),
    ("M&uacute;sica brasileira, can&ccedil;&atilde;o &euro;5 &thetasym; &Aacute;", "Música brasileira, canção €5 ϑ Á"),
    ("It&#146;s &#x93;new&#148; &#128;5", "It’s “new” €5"),
    ("a&#7;b&#0;c&#x1b;[1m &AMP; &#x110000; &#;", "a b c [1m & &#x110000; &#;"),
  ])
  func `converting show notes removes the tags and keeps the words`(markup: String, text: String) {
    #expect(PlainText(markup: markup).text == text)
  }

  @Test(arguments: [
    "<a", "<", "&", "&#", "<!--", "<!-", "</", "<p>", "<li>", " <br> ", "&nbsp;", "a\u{301}", "\u{301}", "<a -->", "\n",
  ])
  func `hostile repetitions of markup are read within the time limit`(part: String) {
    // Given the start of a tag, a comment or an entity, repeated many times. If each start caused a search for its end,
    // reading would take longer than the time limit.
    let markup = "<b>" + String(repeating: part, count: 30_000)

    // Then the text is read in time, even without a limit on its length. The factor 2 is a generous bound.
    #expect(PlainText(markup: markup, limit: .max).text.unicodeScalars.count <= 2 * markup.unicodeScalars.count)
  }

  @Test func `the text of a feed is cut to the default limit`() {
    let markup = String(repeating: "<a", count: 150_000)
    // One character is the ellipsis.
    #expect(PlainText(markup: markup).text.unicodeScalars.count == PlainText.defaultLimit + 1)
  }

  @Test func `a text that is too long is cut and ends with an ellipsis`() {
    #expect(PlainText(markup: "abcdef", limit: 6).text == "abcdef")
    #expect(PlainText(markup: "abcdefg", limit: 6).text == "abcdef…")
    #expect(PlainText(markup: "<b>abc</b> defg", limit: 6).text == "abc de…")
    // The length of the markup is limited, too, so the letter is not read.
    #expect(PlainText(markup: String(repeating: "<i>", count: 100) + "a", limit: 6).text == "…")
  }
}
