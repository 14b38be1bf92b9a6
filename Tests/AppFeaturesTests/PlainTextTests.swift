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
    // Feeds contain the numbers of Windows-1252 characters.
    ("It&#146;s &#x93;new&#148; &#128;5", "It’s “new” €5"),
    // A control character becomes a space. A reference without a valid number is kept.
    ("a&#7;b&#0;c&#x1b;[1m &AMP; &#x110000; &#; &#+65; &#x-0;", "a b c [1m & &#x110000; &#; &#+65; &#x-0;"),
  ])
  func `converting show notes removes tags and comments, decodes references and keeps the words`(
    markup: String, text: String
  ) {
    #expect(PlainText(markup: markup).text == text)
  }

  @Test(arguments: [
    "<a", "<", "&", "&#", "<!--", "<!-", "</", "<p>", "<li>", " <br> ", "&nbsp;", "a\u{301}", "\u{301}", "<a -->", "\n",
  ])
  func `hostile repetitions of markup are read within the time limit`(part: String) {
    // Given a part that is repeated many times. Most parts begin a tag, a comment or a reference such as `&amp;`. If
    // each beginning caused a search for its end, reading would take longer than the time limit.
    let markup = "<b>" + String(repeating: part, count: 30_000)

    // Then the text is read in time, even without a limit on its length. The factor 2 is a generous bound.
    #expect(PlainText(markup: markup, limit: .max).text.unicodeScalars.count <= 2 * markup.unicodeScalars.count)
  }

  @Test func `the text of a feed is cut to the default limit`() {
    // “<a” without “>” is text. The markup has 300,000 characters, ten times the limit.
    let markup = String(repeating: "<a", count: 150_000)
    // One character is the ellipsis.
    #expect(PlainText(markup: markup).text.unicodeScalars.count == PlainText.defaultLimit + 1)
  }

  @Test func `a text that is too long is cut and ends with an ellipsis`() {
    #expect(PlainText(markup: "abcdef", limit: 6).text == "abcdef")
    #expect(PlainText(markup: "abcdefg", limit: 6).text == "abcdef…")
    #expect(PlainText(markup: "<b>abc</b> defg", limit: 6).text == "abc de…")
    // The markup is read only up to 20 times the limit of the text, so the letter is not read.
    #expect(PlainText(markup: String(repeating: "<i>", count: 100) + "a", limit: 6).text == "…")
  }
}
