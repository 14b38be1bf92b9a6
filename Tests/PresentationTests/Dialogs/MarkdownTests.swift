import Presentation
import Testing

@Suite struct MarkdownTests {
  /// Returns a text in which each part with a style or a link is written as `‹words|styles→address›`. `styles` has a
  /// letter for each style: e for emphasis, s for strong emphasis, x for strikethrough and c for code. `→address` is
  /// the address of the link, if there is one.
  private func notation(_ text: RichText) -> String {
    var result = ""
    text.forEachPart { words, span in
      guard let span else { return result += words }
      let styleLetters: [(RichText.Style, String)] = [
        (.emphasis, "e"), (.strong, "s"), (.strikethrough, "x"), (.code, "c"),
      ]
      let letters = styleLetters.filter { span.style.contains($0.0) }.map(\.1).joined()
      result += "‹\(words)|\(letters)\(span.address.map { "→\($0)" } ?? "")›"
    }
    return result
  }

  /// Parses the Markdown of a key, and returns the notation of the text.
  private func parsed(_ key: LocalizedStringKey) -> String { notation(key.richText()) }

  @Test(arguments: [
    ("*a*", "‹a|e›"), ("_a_", "‹a|e›"), ("**a**", "‹a|s›"), ("__a__", "‹a|s›"), ("***a***", "‹a|es›"),
    ("_**a**_", "‹a|es›"),
    ("a*b*c", "a‹b|e›c"), ("a **b c** d", "a ‹b c|s› d"), ("*a **b** c*", "‹a |e›‹b|es›‹ c|e›"), ("**a*", "*‹a|e›"),
    ("*a**", "‹a|e›*"),
    ("*a *b**", "‹a b|e›"), ("__init__.py", "‹init|s›.py"), ("**a *b***", "‹a |s›‹b|es›"),
    ("***a** b*", "‹a|es›‹ b|e›"),
    ("***a* b**", "‹a|es›‹ b|s›"), ("****a****", "‹a|s›"),
    // In each of these texts, a run of asterisks can both open and close emphasis. For such runs CommonMark has a rule:
    // two runs of three asterisks match, and a run of one asterisk does not match a run of two.
    ("*a**b*", "‹a**b|e›"), ("a***b***c", "a‹b|es›c"), ("**a*b**", "‹a*b|s›"),
  ])
  func `emphasis and strong emphasis are parsed`(text: String, expected: String) {
    #expect(parsed(LocalizedStringKey(text)) == expected)
  }

  @Test(arguments: [
    "2 * 3 * 4", "* a *", "** a **", "snake_case_name", "_a", "a_", "**", "*", "a__b__c", "*a\u{A0}*", "“*”", "~a~",
    "~~~a~~~", "~~ a ~~",
    "5 ~ 6", "`a", "``a`", "[a]", "[a] (b)", "[a](b", "[a](b c)", "[a](<b)", "[a](<b\nc>)", #"[a](b "c)"#, "[a]( b",
    "]( )", "[", "]", "!",
    "# a", "- a", "1. a", "&amp;", "https://example.org/_a_b", "<b>", "a\\b", "\\", "100 %",
  ])
  func `texts without supported and complete Markdown are shown unchanged`(text: String) {
    #expect(parsed(LocalizedStringKey(text)) == text)
  }

  @Test(arguments: [
    ("`a`", "‹a|c›"), ("`a*b*`", "‹a*b*|c›"), ("``a`b``", "‹a`b|c›"), ("`` ` ``", "‹`|c›"), ("` `", "‹ |c›"),
    ("`a\nb`", "‹a b|c›"),
    ("`a\\`", "‹a\\|c›"),
    ("**`a`**", "‹a|sc›"), ("*a`*`", "*a‹*|c›"), ("~~a~~", "‹a|x›"), ("~~a **b**~~", "‹a |x›‹b|sx›"),
    ("a~~b~~c", "a‹b|x›c"),
    ("*a ~~b* c~~", "‹a ~~b|e› c~~"),
    ("\\*a\\*", "*a*"), ("\\[a](b)", "[a](b)"), ("[a\\](b)", "[a](b)"), ("\\`a`", "`a`"), ("\\\\*a*", "\\‹a|e›"),
    ("*a\\**", "‹a*|e›"),
    ("a\\\nb", "a\nb"),
  ])
  func `code, strikethrough and backslash escapes are parsed`(text: String, expected: String) {
    #expect(parsed(LocalizedStringKey(text)) == expected)
  }

  @Test(arguments: [
    ("[a](b)", "‹a|→b›"), ("x [a b](https://example.org/?c=d&e=f#g) y", "x ‹a b|→https://example.org/?c=d&e=f#g› y"),
    ("[a **b** c](d)", "‹a |→d›‹b|s→d›‹ c|→d›"), ("**[a](b)**", "‹a|s→b›"), ("*a [b*](c)", "*a ‹b*|→c›"),
    ("[a](b_c_d)", "‹a|→b_c_d›"),
    ("[a](b(c)d)", "‹a|→b(c)d›"), ("[a](b\\)c)", "‹a|→b)c›"), ("[a](<b c>)", "‹a|→b c›"), ("[a]( b )", "‹a|→b›"),
    (#"[a](b "c")"#, "‹a|→b›"),
    ("[a](b 'c')", "‹a|→b›"), ("[a](b (c))", "‹a|→b›"), ("[a]()", "a"), ("[a](<>)", "a"), ("[](a)", ""),
    ("[[a]](b)", "‹[a]|→b›"),
    ("[a](b)[c](d)", "‹a|→b›‹c|→d›"),
    ("[a [b](c) d](e)", "[a ‹b|→c› d](e)"), ("[`a](b)`", "[‹a](b)|c›"), ("[a](b) [c]", "‹a|→b› [c]"),
    ("![a](b)", "!‹a|→b›"),
  ])
  func `links are parsed`(text: String, expected: String) {
    #expect(parsed(LocalizedStringKey(text)) == expected)
  }

  // Between a quotation mark and a letter, a marker can end a span in Korean and Chinese, and cannot in Latin script.
  @Test(arguments: [
    ("**“제목”**을 지웁니다", "‹“제목”|s›을 지웁니다"), ("방송 **제목**을", "방송 ‹제목|s›을"), ("“*a*”", "“‹a|e›”"), ("“_a_”", "“‹a|e›”"),
    ("é*b*", "é‹b|e›"),
    ("*é*", "‹é|e›"),
    ("這是**「重點」**的", "這是‹「重點」|s›的"), ("a*“b”*c", "a*“b”*c"), ("a\u{3000}*b*", "a\u{3000}‹b|e›"), ("*👍🏽*", "‹👍🏽|e›"),
  ])
  func `markers next to characters of any script are recognized`(text: String, expected: String) {
    #expect(parsed(LocalizedStringKey(text)) == expected)
  }

  @Test func `an interpolated value is not parsed, and has the style of the surrounding text`() {
    let name = "*Ada* [x](y) `z`"
    #expect(parsed("Hello \(name)") == "Hello *Ada* [x](y) `z`")
    #expect(parsed("**Hello \(name)**, \(2) _of_ \(3)") == "‹Hello *Ada* [x](y) `z`|s›, 2 ‹of|e› 3")
    // When the Markdown is parsed, a placeholder stands for the value. Next to a marker, a placeholder counts as a
    // letter, not as punctuation.
    #expect(parsed("**\(name)**은") == "‹\(name)|s›은")
    #expect(parsed("a*\(1)*b") == "a‹1|e›b")
    // A percent sign of the text is not part of a placeholder.
    #expect(parsed("*100%* of \(1)") == "‹100%|e› of 1")
  }

  @Test func `a value interpolated into an address becomes part of the link's address`() {
    #expect(parsed("[\("words")](https://example.org/\(7)?q=\("a_b_"))!") == "‹words|→https://example.org/7?q=a_b_›!")
    #expect(parsed("[words](\(""))") == "words")
    // The translation exchanges the value for the words and the value for the address.
    let swapped = ("[\("words")](\("address"))" as LocalizedStringKey).richText { _ in "%2$@ is [here](%1$@)" }
    #expect(notation(swapped) == "address is ‹here|→words›")
  }

  @Test func `Markdown in a translation is parsed`() {
    let key: LocalizedStringKey = "**\("N")** shows"
    #expect(notation(key.richText { _ in "방송 *%@*개" }) == "방송 ‹N|e›개")
    #expect(notation(LocalizedStringKey("a").richText { _ in "*b*" }) == "‹b|e›")
    #expect(key.resolved { _ in "방송 *%@*개" } == "방송 N개")
    #expect("\(key)" == "N shows")
  }

  @Test func `an interpolated key is parsed, and a link inside a link is ignored`() {
    let inner: LocalizedStringKey = "*a* [b](c)"
    #expect(parsed("x \(inner)") == "x ‹a|e› ‹b|→c›")
    #expect(parsed("**x \(inner)**") == "‹x |s›‹a|es›‹ |s›‹b|s→c›")
    #expect(parsed("[\(inner)](d)") == "‹a|e→d›‹ |→d›‹b|→d›")
  }

  @Test func `texts that are not keys are not parsed, and joined texts keep their styles`() {
    // A literal is a key, and a variable is not.
    let text = "*a*"
    #expect(notation(TextState(text).richText()) == "*a*")
    #expect(notation(TextState(verbatim: text).richText()) == "*a*")
    #expect(notation((TextState("é *b*") + TextState(text) + TextState("[c](d)")).richText()) == "é ‹b|e›*a*‹c|→d›")
    #expect(notation((TextState("a *b*").bold() + TextState("c")).richText()) == "‹a |s›‹b|es›c")
    #expect(TextState("**Remove** `a`?").resolved() == "Remove a?")
  }

  @Test func `long unbalanced Markdown is parsed without losing text`() {
    let repeatedParts = [
      "*a", "a*", "*a*", "_a ", "**a* ", "[", "[a](", "[a](b", "](", "`", "`a``", "~~a ", "*[a](b) ", "[a](b \"", "\\",
      "(", "[a]((",
    ]
    // Only markers may disappear. Each “a” of these parts is text and no marker.
    for part in repeatedParts {
      let text = String(repeating: part, count: 2_000)
      let shown = LocalizedStringKey(text).resolved()
      #expect(shown.utf8.count <= text.utf8.count)
      #expect(shown.utf8.count { $0 == UInt8(ascii: "a") } == text.utf8.count { $0 == UInt8(ascii: "a") }, "“\(part)”")
    }
  }
}
