/// A text as a value. It describes the text of a dialog or screen independently of how the text is drawn.
///
/// A literal is localisable, and its interpolated values become arguments: see ``LocalizedStringKey``. Text from
/// outside the program is shown unchanged: `TextState(verbatim: feed.title)`, or `TextState(title)` with a `String`.
/// The Markdown in a literal, or in its translation, determines the text's appearance. GTK's dialogs show only plain
/// text, without the markers of Markdown.
public struct TextState: Hashable, Sendable {
  private let content: Content

  /// The forms of a text.
  private enum Content: Hashable, Sendable {
    case verbatim(String)
    case localized(LocalizedStringKey)
    indirect case joined(TextState, TextState)
    indirect case styled(TextState, Style)
  }

  /// A text style.
  package enum Style: Hashable, Sendable {
    case bold
    case italic
    case code
    case link(String)
  }

  /// Creates a text that is looked up in the catalogue of translations.
  ///
  /// - Parameters:
  ///   - key: The text in the program's own language.
  ///   - comment: A note for translators, which is not shown.
  public init(_ key: LocalizedStringKey, comment: StaticString? = nil) {
    self.content = .localized(key)
  }

  /// Creates a text that is shown unchanged.
  public init(verbatim text: String) {
    self.content = .verbatim(text)
  }

  /// Creates a text that is shown unchanged, from a string that is not a literal.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) {
    self.content = .verbatim(String(text))
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Returns the text to show as plain text, without the markers of Markdown, as in GTK's dialogs.
  ///
  /// - Parameter translate: Returns the translation of a key, or the key itself if there is none.
  public func resolved(using translate: (_ key: String) -> String = { $0 }) -> String {
    richText(using: translate).text
  }

  /// The text, if it is shown unchanged. `nil` if the text is looked up, joined or styled.
  package var verbatimText: String? {
    if case .verbatim(let text) = content { text } else { nil }
  }

  /// Returns the text to show. The Markdown of texts from the catalogue is parsed.
  package func richText(using translate: (_ key: String) -> String = { $0 }) -> RichText {
    switch content {
    case .verbatim(let text): return RichText(text)
    case .localized(let key): return key.richText(using: translate)
    case .joined(let first, let second):
      var text = first.richText(using: translate)
      text.append(second.richText(using: translate))
      return text
    case .styled(let text, let style):
      var text = text.richText(using: translate)
      switch style {
      case .bold: text.add(.strong, from: 0)
      case .italic: text.add(.emphasis, from: 0)
      case .code: text.add(.code, from: 0)
      case .link(let address): text.link(to: address, from: 0)
      }
      return text
    }
  }

  /// Returns the text in bold. GTK's dialogs ignore the style.
  public func bold() -> TextState { TextState(Content.styled(self, .bold)) }

  /// Returns the text in italics. GTK's dialogs ignore the style.
  public func italic() -> TextState { TextState(Content.styled(self, .italic)) }

  /// Returns the text in a monospaced font, as for code. GTK's dialogs ignore the style.
  public func monospaced() -> TextState { TextState(Content.styled(self, .code)) }

  /// Returns the text as a link. GTK's dialogs ignore the link. A `Text` opens the link with the environment's action
  /// for opening addresses.
  ///
  /// - Parameter address: The address that is passed to the action. A text with an empty address is not a link.
  public func link(to address: String) -> TextState { TextState(Content.styled(self, .link(address))) }

  /// The styles that apply to the whole text.
  package var styles: Set<Style> {
    guard case .styled(let text, let style) = content else { return [] }
    return text.styles.union([style])
  }

  /// Returns two texts as one, with nothing between them.
  public static func + (first: TextState, second: TextState) -> TextState {
    TextState(Content.joined(first, second))
  }
}

extension TextState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text without a translation.
  public var description: String { resolved() }
  /// The text without a translation, in quotation marks.
  public var debugDescription: String { String(reflecting: resolved()) }
  /// The mirror for `dump`, which contains only the text.
  public var customMirror: Mirror { Mirror(reflecting: resolved()) }
}
