import Presentation
import Testing

@Suite struct TextStateTests {
  /// A translation that is easy to recognize: the key in capital letters.
  private func shout(_ key: String) -> String { key.uppercased() }

  @Test func `a literal is translated, and its arguments and its comment are not`() {
    // The key of the first text is “Remove %@?”.
    #expect(TextState("Remove \("news")?").resolved(using: shout) == "REMOVE news?")
    #expect(TextState("Remove", comment: "A button").resolved(using: shout) == "REMOVE")
  }

  @Test func `a text that is verbatim or not a literal is not translated`() {
    let title = "news %@"
    // A String and a Substring are not literals.
    #expect(TextState(title).resolved(using: shout) == "news %@")
    #expect(TextState(title.prefix(4)).resolved(using: shout) == "news")
    #expect(TextState(verbatim: "news").resolved(using: shout) == "news")
  }

  @Test func `texts can be joined`() {
    #expect((TextState("Show: ") + TextState(verbatim: "news")).resolved(using: shout) == "SHOW: news")
  }

  @Test func `a dump shows the text in quotation marks, and a description without them`() {
    #expect(String(reflecting: TextState("Remove \("a")")) == #""Remove a""#)
    #expect(String(describing: TextState("Remove")) == "Remove")
  }

  @Test func `parts of a text can be links, code and bold text`() {
    let text =
      TextState("See ") + TextState(verbatim: "this").link(to: "https://example.org")
      + TextState(verbatim: "now").monospaced().bold()
    #expect(text.resolved(using: shout) == "SEE thisnow")
    #expect(text.richText().addresses == ["https://example.org"])
    #expect(text.richText().spans.last?.style == [.code, .strong])
    // An empty address makes no link.
    #expect(TextState(verbatim: "none").link(to: "").richText().hasLinks == false)
  }

  @Test func `a bold text differs from a plain text and resolves to the same string`() {
    let text = TextState(verbatim: "plain")
    #expect(text.bold() != text)
    #expect(text.bold() == text.bold())
    #expect((text.bold() + text.italic()).resolved() == "plainplain")
  }
}
