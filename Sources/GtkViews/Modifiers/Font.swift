/// The size, weight and design of text.
///
/// ```swift
/// Text(episode.title).font(.title.bold())
/// ```
public struct Font: Hashable, Sendable {
  /// The purpose of a text.
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    /// The title of a screen.
    case largeTitle
    /// The title of a section of a screen.
    case title
    /// A smaller title.
    case title2
    /// A still smaller title.
    case title3
    /// A heading above running text.
    case headline
    /// Text below a headline.
    case subheadline
    /// Running text.
    case body
    /// Text that stands out from running text.
    case callout
    /// A footnote.
    case footnote
    /// Text that explains a picture or a control.
    case caption
    /// A smaller explanation.
    case caption2
  }

  /// The weight of a font.
  public enum Weight: Int, Hashable, Sendable {
    /// The thinnest weight.
    case ultraLight = 100
    /// Thin.
    case thin = 200
    /// Thinner than regular.
    case light = 300
    /// The default weight.
    case regular = 400
    /// Slightly bolder than regular.
    case medium = 500
    /// Between medium and bold.
    case semibold = 600
    /// Bold.
    case bold = 700
    /// Bolder than bold.
    case heavy = 800
    /// The boldest weight.
    case black = 900
  }

  /// The design of letters.
  public enum Design: Hashable, Sendable, CaseIterable {
    /// The desktop's default design.
    case `default`
    /// Letters with serifs, as in a book.
    case serif
    /// The desktop's default design, because the desktop has no rounded design.
    case rounded
    /// Letters of equal width.
    case monospaced

    /// The fontconfig name of the font family. `nil` for the desktop's default family.
    var family: String? {
      switch self {
      case .default, .rounded: nil
      case .serif: "Serif"
      case .monospaced: "Monospace"
      }
    }
  }

  /// The text style. Its size and weight apply unless others are set.
  var style: TextStyle = .body
  /// The weight, or `nil` for the style's weight.
  var weightOverride: Weight?
  /// Whether all digits have the same width.
  var hasTabularDigits = false
  var isItalic = false
  var design = Design.default
  /// The size in points, or `nil` for the style's size.
  var size: Double?

  /// Returns the font of a text style.
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(style: style, weightOverride: weight, design: design ?? .default)
  }

  /// Returns a font of a size in points. The size is clamped to the range from 1 to 10,000, which Pango can draw. NaN
  /// stands for the size of running text.
  public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(weightOverride: weight, design: design ?? .default, size: size.isNaN ? nil : min(max(size, 1), 10_000))
  }

  /// The font of ``TextStyle/largeTitle``.
  public static let largeTitle = Font(style: .largeTitle)
  /// The font of ``TextStyle/title``.
  public static let title = Font(style: .title)
  /// The font of ``TextStyle/title2``.
  public static let title2 = Font(style: .title2)
  /// The font of ``TextStyle/title3``.
  public static let title3 = Font(style: .title3)
  /// The font of ``TextStyle/headline``.
  public static let headline = Font(style: .headline)
  /// The font of ``TextStyle/subheadline``.
  public static let subheadline = Font(style: .subheadline)
  /// The font of ``TextStyle/body``.
  public static let body = Font(style: .body)
  /// The font of ``TextStyle/callout``.
  public static let callout = Font(style: .callout)
  /// The font of ``TextStyle/footnote``.
  public static let footnote = Font(style: .footnote)
  /// The font of ``TextStyle/caption``.
  public static let caption = Font(style: .caption)
  /// The font of ``TextStyle/caption2``.
  public static let caption2 = Font(style: .caption2)

  /// Returns the same font with another weight.
  public func weight(_ weight: Weight) -> Font {
    var font = self
    font.weightOverride = weight
    return font
  }

  /// Returns the same font in bold.
  public func bold() -> Font { weight(.bold) }

  /// Returns the same font in italics.
  public func italic() -> Font {
    var font = self
    font.isItalic = true
    return font
  }

  /// Returns the same font with letters of equal width.
  public func monospaced() -> Font {
    var font = self
    font.design = .monospaced
    return font
  }

  /// Returns the same font with digits of equal width, so that the width of a changing number stays the same.
  public func monospacedDigit() -> Font {
    var font = self
    font.hasTabularDigits = true
    return font
  }

  /// The size of the text style, as a multiple of the size of running text. Applies if `size` is `nil`.
  var styleScale: Double {
    switch style {
    case .largeTitle: 2.0
    case .title: 1.7
    case .title2: 1.4
    case .title3: 1.2
    case .headline, .body, .callout: 1.0
    case .subheadline: 0.93
    case .footnote: 0.87
    case .caption: 0.83
    case .caption2: 0.77
    }
  }

  /// The weight that was set, or the weight of the text style.
  var weight: Weight {
    if let weightOverride { return weightOverride }
    return switch style {
    case .largeTitle, .title: .heavy
    case .title2, .title3, .headline: .bold
    default: .regular
    }
  }
}

private struct FontKey: EnvironmentKey {
  static var defaultValue: Font? { nil }
}

private struct FontWeightKey: EnvironmentKey {
  static var defaultValue: Font.Weight? { nil }
}

private struct FontDesignKey: EnvironmentKey {
  static var defaultValue: Font.Design? { nil }
}

private struct ForegroundStyleKey: EnvironmentKey {
  static var defaultValue: Color? { nil }
}

private struct LineLimitKey: EnvironmentKey {
  static var defaultValue: Int? { nil }
}

private struct TextAlignmentKey: EnvironmentKey {
  static var defaultValue: TextAlignment { .leading }
}

private struct TextSelectionKey: EnvironmentKey {
  static var defaultValue: TextSelectability { .disabled }
}

/// The alignment of the lines in a multiline text.
public enum TextAlignment: Hashable, Sendable {
  /// Aligned to the side where a line begins.
  case leading
  /// Centred.
  case center
  /// Aligned to the side where a line ends.
  case trailing
}

/// Whether the user can select and copy a text.
public enum TextSelectability: Hashable, Sendable {
  /// Selectable with the pointer and the keyboard.
  case enabled
  /// Not selectable.
  case disabled
}

extension EnvironmentValues {
  /// The font of texts, or `nil` for the font of running text.
  public var font: Font? {
    get { self[FontKey.self] }
    set { self[FontKey.self] = newValue }
  }

  /// The weight of texts, or `nil` for the weight of their font.
  public var fontWeight: Font.Weight? {
    get { self[FontWeightKey.self] }
    set { self[FontWeightKey.self] = newValue }
  }

  /// The design of letters in texts, or `nil` for the design of their font.
  var fontDesign: Font.Design? {
    get { self[FontDesignKey.self] }
    set { self[FontDesignKey.self] = newValue }
  }

  /// The colour of texts and symbols, or `nil` for the theme's colour.
  public var foregroundStyle: Color? {
    get { self[ForegroundStyleKey.self] }
    set { self[ForegroundStyleKey.self] = newValue }
  }

  /// The maximum number of lines of a text, or `nil` for no limit.
  public var lineLimit: Int? {
    get { self[LineLimitKey.self] }
    set { self[LineLimitKey.self] = newValue }
  }

  /// The alignment of the lines in a multiline text.
  public var multilineTextAlignment: TextAlignment {
    get { self[TextAlignmentKey.self] }
    set { self[TextAlignmentKey.self] = newValue }
  }

  /// Whether the user can select texts.
  public var textSelection: TextSelectability {
    get { self[TextSelectionKey.self] }
    set { self[TextSelectionKey.self] = newValue }
  }
}
