import Presentation
import Testing

@Suite struct LocalizedStringKeyTests {
  /// Returns the Korean translation of a key, or the key if it has none.
  private func korean(_ key: String) -> String {
    [
      "Remove “%@”?": "“%@”을(를) 제거할까요?",
      "%@ by %@": "%2$@의 %1$@",
      "%lld of %lld": "%2$lld개 중 %1$lld개",
      "Show": "방송",
    ][key] ?? key
  }

  @Test func `a literal without arguments is its own key`() {
    let key: LocalizedStringKey = "100%"
    #expect(key.key == "100%")
    #expect(key.resolved() == "100%")
  }

  @Test func `an interpolated value becomes an argument`() {
    // Given a key with an interpolated title
    let key: LocalizedStringKey = "Remove “\("News % 100")”?"

    // Then the key does not depend on the title, and the title is shown unchanged
    #expect(key.key == "Remove “%@”?")
    #expect(key.resolved() == "Remove “News % 100”?")
    #expect(key.resolved(using: korean) == "“News % 100”을(를) 제거할까요?")
  }

  @Test func `a translation may use the arguments in another order`() {
    let byline: LocalizedStringKey = "\("News") by \("Ada")"
    #expect(byline.resolved(using: korean) == "Ada의 News")
    let count: LocalizedStringKey = "\(2) of \(10)"
    #expect(count.resolved(using: korean) == "10개 중 2개")
  }

  @Test func `a number has the placeholder of its type, or the given specifier`() {
    let key: LocalizedStringKey = "\(3) \(UInt8(4)) \(1.5, specifier: "%.1f")× \(2, specifier: "%02d") 5%"
    #expect(key.key == "%lld %llu %.1f× %02d 5%%")
    #expect(key.resolved() == "3 4 1.5× 02 5%")
    let real: LocalizedStringKey = "\(Float(0.5))"
    #expect(real.key == "%lf")
  }

  @Test func `other values are shown by their description, and interpolated keys are translated`() {
    let key: LocalizedStringKey = "\(true) \(LocalizedStringKey("Show")) \("abc".prefix(2))"
    #expect(key.key == "%@ %@ %@")
    #expect(key.resolved(using: korean) == "true 방송 ab")
  }

  @Test(arguments: [
    "%lld", "%9$@", "%0$@", "%", "%%%", "%s", "%n", "%*d", "%.99999999f", "%99999999999$@", "%1$", "%ll", "%-",
  ])
  func `an invalid placeholder in a translation is shown unchanged`(_ placeholder: String) {
    // Given a key with one interpolated text
    let key: LocalizedStringKey = "Remove \("News")"

    // When the translation contains an invalid placeholder
    let text = key.resolved { _ in "a \(placeholder)" }

    // Then the placeholder and the rest of the text are shown unchanged. In `%%%`, only the last character is invalid:
    // `%%` is the valid placeholder of `%`.
    #expect(text == "a \(placeholder == "%%%" ? "%%" : placeholder)")
  }

  @Test func `extreme numbers are formatted`() {
    let key: LocalizedStringKey = "\(Int.min) \(UInt64.max) \(Double.infinity)"
    #expect(key.resolved() == "-9223372036854775808 18446744073709551615 inf")
    let padded: LocalizedStringKey = "\(7, specifier: "%999d")"
    #expect(padded.resolved().count == 999)
  }

  @Test
  func `keys are equal if their texts and arguments are equal, and a reflected key is its text with the arguments`() {
    #expect("Remove \("a")" as LocalizedStringKey == "Remove \("a")")
    #expect("Remove \("a")" as LocalizedStringKey != "Remove \("b")")
    #expect(String(reflecting: "Remove \("a")" as LocalizedStringKey) == #""Remove a""#)
  }
}
