/// A text as a value, that a dialog or a screen can be described with before anyone knows how to draw it.
///
/// A literal is localisable, and what is interpolated into it becomes an argument: see ``LocalizedStringKey``. Text that comes from the
/// outside is shown as it is: `TextState(verbatim: feed.title)`, or `TextState(title)` with a `String`. The Markdown in a literal, or in its
/// translation, is how a text on a screen looks; what shows plain text, as GTK's dialogs do, shows it without the markers.
public struct TextState: Hashable, Sendable {
  private let content: Content

  private enum Content: Hashable, Sendable {
    case verbatim(String)
    case localized(LocalizedStringKey)
    indirect case joined(TextState, TextState)
    indirect case styled(TextState, Style)
  }

  /// How a text is to look.
  package enum Style: Hashable, Sendable {
    case bold
    case italic
    case code
    case link(String)
  }

  /// A text that is looked up in the catalogue of translations.
  ///
  /// - Parameters:
  ///   - key: The text in the program's own language.
  ///   - comment: A note for translators, which is not shown.
  public init(_ key: LocalizedStringKey, comment: StaticString? = nil) {
    self.content = .localized(key)
  }

  /// A text that is shown as it is.
  public init(verbatim text: String) {
    self.content = .verbatim(text)
  }

  /// A text that is shown as it is, because it is no literal.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) {
    self.content = .verbatim(String(text))
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// The text to show, without the markers of Markdown, for what shows plain text, as GTK's dialogs do.
  ///
  /// - Parameter translate: Gives the translation of a key, or the key itself where there is none.
  public func resolved(using translate: (_ key: String) -> String = { $0 }) -> String { rich(using: translate).text }

  /// The text, if it is one that is shown as it is; `nil` if something of it is looked up, joined or styled.
  package var verbatimText: String? {
    if case .verbatim(let text) = content { text } else { nil }
  }

  /// The text to show, with the Markdown of what is looked up in the catalogue read.
  package func rich(using translate: (_ key: String) -> String = { $0 }) -> RichText {
    switch content {
    case .verbatim(let text): return RichText(text)
    case .localized(let key): return key.rich(using: translate)
    case .joined(let first, let second):
      var text = first.rich(using: translate)
      text.append(second.rich(using: translate))
      return text
    case .styled(let text, let style):
      var text = text.rich(using: translate)
      switch style {
      case .bold: text.add(.strong, from: 0)
      case .italic: text.add(.emphasis, from: 0)
      case .code: text.add(.code, from: 0)
      case .link(let address): text.link(to: address, from: 0)
      }
      return text
    }
  }

  /// The text, bold. GTK's dialogs show plain text alone: there it has no effect.
  public func bold() -> TextState { TextState(Content.styled(self, .bold)) }

  /// The text, slanted, where ``bold()`` has an effect too.
  public func italic() -> TextState { TextState(Content.styled(self, .italic)) }

  /// The text in letters of one width, as code has them, where ``bold()`` has an effect too.
  public func monospaced() -> TextState { TextState(Content.styled(self, .code)) }

  /// The text as a link, where ``bold()`` has an effect too: a `Text` opens it by the environment's action.
  ///
  /// - Parameter address: The address that the action is given. A text with an empty address is no link.
  public func link(to address: String) -> TextState { TextState(Content.styled(self, .link(address))) }

  /// How the text as a whole is to look.
  package var styles: Set<Style> {
    guard case .styled(let text, let style) = content else { return [] }
    return text.styles.union([style])
  }

  /// Two texts as one, with nothing between them.
  public static func + (first: TextState, second: TextState) -> TextState {
    TextState(Content.joined(first, second))
  }
}

extension TextState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text without a translation.
  public var description: String { resolved() }
  /// The text without a translation, in quotation marks.
  public var debugDescription: String { String(reflecting: resolved()) }
  /// A dump shows the text alone.
  public var customMirror: Mirror { Mirror(reflecting: resolved()) }
}
