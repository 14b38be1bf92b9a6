/// How large and how strong text is, by what it is for.
public struct Font: Hashable, Sendable {
  /// What a text is for.
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    /// The name of a screen.
    case largeTitle
    /// The name of a part of a screen.
    case title
    /// A smaller title.
    case title2
    /// A still smaller title.
    case title3
    /// The name of what follows.
    case headline
    /// What stands below a headline.
    case subheadline
    /// Running text.
    case body
    /// Text that is pointed out from running text.
    case callout
    /// A remark below.
    case footnote
    /// What explains a picture or a control.
    case caption
    /// A smaller explanation.
    case caption2
  }

  /// How strong.
  public enum Weight: Int, Hashable, Sendable {
    /// As thin as can be.
    case ultraLight = 100
    /// Thin.
    case thin = 200
    /// Thinner than usual.
    case light = 300
    /// As usual.
    case regular = 400
    /// A little stronger.
    case medium = 500
    /// Half bold.
    case semibold = 600
    /// Bold.
    case bold = 700
    /// Bolder.
    case heavy = 800
    /// As bold as can be.
    case black = 900
  }

  /// Of which kind the letters are.
  public enum Design: Hashable, Sendable, CaseIterable {
    /// The desktop's own.
    case `default`
    /// With feet, as in a book.
    case serif
    /// The desktop's own: it has no round ones.
    case rounded
    /// Of one width.
    case monospaced

    /// A family that every desktop has, by the name that fontconfig gives it.
    var family: String? {
      switch self {
      case .default, .rounded: nil
      case .serif: "Serif"
      case .monospaced: "Monospace"
      }
    }
  }

  var style: TextStyle = .body
  var weightOverride: Weight?
  var hasTabularDigits = false
  var isItalic = false
  var design = Design.default
  /// The size in points, if it is not the style's.
  var size: Double?

  /// The font of a text style.
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(style: style, weightOverride: weight, design: design ?? .default)
  }

  /// A font of a size in points, of which Pango draws 1 to 10,000.
  public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(weightOverride: weight, design: design ?? .default, size: size.isNaN ? nil : min(max(size, 1), 10_000))
  }

  /// The font of a ``TextStyle``.
  public static let largeTitle = Font(style: .largeTitle)
  /// The font of a ``TextStyle``.
  public static let title = Font(style: .title)
  /// The font of a ``TextStyle``.
  public static let title2 = Font(style: .title2)
  /// The font of a ``TextStyle``.
  public static let title3 = Font(style: .title3)
  /// The font of a ``TextStyle``.
  public static let headline = Font(style: .headline)
  /// The font of a ``TextStyle``.
  public static let subheadline = Font(style: .subheadline)
  /// The font of a ``TextStyle``.
  public static let body = Font(style: .body)
  /// The font of a ``TextStyle``.
  public static let callout = Font(style: .callout)
  /// The font of a ``TextStyle``.
  public static let footnote = Font(style: .footnote)
  /// The font of a ``TextStyle``.
  public static let caption = Font(style: .caption)
  /// The font of a ``TextStyle``.
  public static let caption2 = Font(style: .caption2)

  /// The same font, of another strength.
  public func weight(_ weight: Weight) -> Font {
    var font = self
    font.weightOverride = weight
    return font
  }

  /// The same font, bold.
  public func bold() -> Font { weight(.bold) }

  /// The same font, slanted.
  public func italic() -> Font {
    var font = self
    font.isItalic = true
    return font
  }

  /// The same font, in letters that all have one width.
  public func monospaced() -> Font {
    var font = self
    font.design = .monospaced
    return font
  }

  /// The same font, with digits of one width, for numbers that change in place.
  public func monospacedDigit() -> Font {
    var font = self
    font.hasTabularDigits = true
    return font
  }

  /// How much larger than running text.
  var scale: Double {
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

  /// How strong.
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

/// To which side the lines of a text of several lines are set.
public enum TextAlignment: Hashable, Sendable {
  /// To the side where a line begins.
  case leading
  /// To the middle.
  case center
  /// To the side where a line ends.
  case trailing
}

/// Whether a text can be selected and copied.
public enum TextSelectability: Hashable, Sendable {
  /// With the pointer and the keyboard.
  case enabled
  /// Not.
  case disabled
}

extension EnvironmentValues {
  /// The font of texts, or `nil` for running text.
  public var font: Font? {
    get { self[FontKey.self] }
    set { self[FontKey.self] = newValue }
  }

  /// The strength of texts, or `nil` for their font's own.
  public var fontWeight: Font.Weight? {
    get { self[FontWeightKey.self] }
    set { self[FontWeightKey.self] = newValue }
  }

  /// The design of texts' letters, or `nil` for their font's own.
  var fontDesign: Font.Design? {
    get { self[FontDesignKey.self] }
    set { self[FontDesignKey.self] = newValue }
  }

  /// The colour of texts and symbols, or `nil` for the theme's.
  public var foregroundStyle: Color? {
    get { self[ForegroundStyleKey.self] }
    set { self[ForegroundStyleKey.self] = newValue }
  }

  /// How many lines a text may have, or `nil` for as many as it needs.
  public var lineLimit: Int? {
    get { self[LineLimitKey.self] }
    set { self[LineLimitKey.self] = newValue }
  }

  /// How the lines of a text are set.
  public var multilineTextAlignment: TextAlignment {
    get { self[TextAlignmentKey.self] }
    set { self[TextAlignmentKey.self] = newValue }
  }

  /// Whether texts can be selected.
  public var textSelection: TextSelectability {
    get { self[TextSelectionKey.self] }
    set { self[TextSelectionKey.self] = newValue }
  }
}
