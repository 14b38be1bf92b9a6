internal import Presentation

/// A read-only text.
///
/// A literal is looked up in the program's catalogue of translations. A `String` that is not a literal is shown
/// verbatim, and so is `Text(verbatim:)`.
///
/// A literal, or its translation, is parsed as inline Markdown. Interpolated values are not parsed:
///
/// ```swift
/// Text("**\(count)** new, see [the news](https://example.org/news)")
/// ```
///
/// `*emphasis*` and `_emphasis_` are italic, and `**strong**` is bold. Code between backticks is monospaced, and
/// `~~struck~~` has a line through it. A backslash before a marker shows the marker. ``EnvironmentValues/openURL``
/// opens links. In a button and other views that the user clicks as one control, links are plain text.
///
/// A `Text` shows at most 16 KiB of UTF-8, or 2 KiB if its line limit is 1. The rest of a longer text is replaced by an
/// ellipsis. Divide a longer text into several `Text` views.
public nonisolated struct Text: PrimitiveView, Equatable {
  let content: TextState
  /// The storage of ``look``: an object, because a text is copied several times in an update. `nil` for the default
  /// look.
  private var sharedLook: SharedTextLook?

  /// The properties that override the environment.
  var look: TextLook {
    get { sharedLook?.look ?? TextLook() }
    set { sharedLook = newValue == TextLook() ? nil : SharedTextLook(newValue) }
  }

  /// The maximum number of UTF-8 bytes that are shown. There is a limit, because the time in which Pango wraps a line
  /// grows with the square of the length.
  static let maxByteCount = 16_384
  /// The maximum number of UTF-8 bytes that a text with a line limit of 1 shows. Pango shapes a whole line, also if
  /// only its beginning is visible before an ellipsis.
  static let maxLineByteCount = 2048

  /// Creates a text that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - key: The text in the program's own language.
  ///   - comment: A note for translators, which is not shown.
  public init(_ key: LocalizedStringKey, comment: StaticString? = nil) {
    content = TextState(key, comment: comment)
  }

  /// Creates a text that is shown verbatim.
  public init(verbatim text: String) {
    content = TextState(verbatim: text)
  }

  /// Creates a text that is shown verbatim, because it is not a literal.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) {
    content = TextState(verbatim: String(text))
  }

  /// Creates a text from a `TextState`.
  public init(_ state: TextState) {
    content = state
    guard !state.styles.isEmpty else { return }
    look.weight = state.styles.contains(.bold) ? .bold : nil
    look.isItalic = state.styles.contains(.italic)
  }

  /// Returns the text in another font. `nil` means the font of the environment.
  public func font(_ font: Font?) -> Text {
    var text = self
    text.look.font = font
    return text
  }

  /// Returns the text in another colour.
  public func foregroundStyle(_ color: Color) -> Text {
    var text = self
    text.look.color = color
    return text
  }

  /// Returns the text in another colour. `nil` means the colour of the environment.
  public func foregroundColor(_ color: Color?) -> Text {
    var text = self
    text.look.color = color
    return text
  }

  /// Returns the text with another weight, regardless of its font. `nil` means the weight of the environment.
  public func fontWeight(_ weight: Font.Weight?) -> Text {
    var text = self
    text.look.weight = weight
    return text
  }

  /// Returns the text in bold.
  public func bold() -> Text { fontWeight(.bold) }

  /// Returns the text in italics.
  public func italic() -> Text {
    var text = self
    text.look.isItalic = true
    return text
  }

  /// Returns the text with a line below it. `false` removes only a line that was set on this text itself.
  public func underline(_ isActive: Bool = true) -> Text {
    var text = self
    text.look.isUnderlined = isActive
    return text
  }

  /// Returns the text with a line through it. `false` removes only a line that was set on this text itself.
  public func strikethrough(_ isActive: Bool = true) -> Text {
    var text = self
    text.look.isStruckThrough = isActive
    return text
  }

  /// Returns the text in another font design. `nil` means the design of the environment.
  public func fontDesign(_ design: Font.Design?) -> Text {
    var text = self
    text.look.design = design
    return text
  }

  /// Returns the text in a monospaced font.
  public func monospaced() -> Text { fontDesign(.monospaced) }

  /// Joins two texts without anything between them. Each part keeps its own look, and inherits other properties from
  /// the joined text. In a part, a colour of the theme is the colour of GTK's default theme, even if another
  /// theme is active.
  public static func + (first: Text, second: Text) -> Text {
    var text = Text(first.content + second.content)
    text.look.parts = [first, second]
    return text
  }

  /// Returns the text with digits of equal width, so that a number keeps its width when its digits change.
  public func monospacedDigit() -> Text {
    var text = self
    text.look.hasTabularDigits = true
    return text
  }

  /// Whether this text has the same look as another one, regardless of their words. Always `false` for joined texts,
  /// because their look contains the parts with their words.
  func hasSameLook(as other: Text) -> Bool {
    if sharedLook === other.sharedLook { return sharedLook?.look.parts.isEmpty ?? true }
    return look.parts.isEmpty && look == other.look
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Text, in context: _NodeContext) -> _ViewNode<Text> {
    TextNode(view, in: context)
  }
}

/// The properties of a text that override the environment. A property that is `nil` or `false` does not override it.
nonisolated struct TextLook: Equatable {
  /// The texts from which a joined text was made, each with its own look. Empty for other texts.
  var parts: [Text] = []
  var font: Font?
  var weight: Font.Weight?
  var isItalic = false
  var hasTabularDigits = false
  var design: Font.Design?
  var isUnderlined = false
  var isStruckThrough = false
  var color: Color?
}

/// A look that all copies of a text share.
private nonisolated final class SharedTextLook: Equatable {
  let look: TextLook

  init(_ look: TextLook) {
    self.look = look
  }

  static func == (first: SharedTextLook, second: SharedTextLook) -> Bool {
    first === second || first.look == second.look
  }
}
