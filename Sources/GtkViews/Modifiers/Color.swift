/// A colour: one of the theme's, which follow light and dark, or one of one's own.
public struct Color: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// A colour of GTK's theme by its name in style sheets.
    case theme(String)
    case rgb(red: Double, green: Double, blue: Double)
    /// The colour of the nearest `tint(_:)`.
    case tint
    /// The text's own colour, fainter.
    case faint(Double)
    case clear
  }

  let content: Content
  var opacity = 1.0

  init(_ content: Content) {
    self.content = content
  }

  /// A colour out of its parts, each from 0 to 1, in sRGB.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.init(.rgb(red: red, green: green, blue: blue))
    self.opacity = opacity
  }

  /// The same colour, less opaque: 0 is invisible.
  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.opacity *= opacity
    return color
  }

  /// The colour of text.
  public static let primary = Color(.theme("theme_fg_color"))
  /// Text that says less.
  public static let secondary = Color(.faint(0.55))
  /// The colour of what is chosen.
  public static let accentColor = Color(.theme("theme_selected_bg_color"))
  /// What failed.
  public static let red = Color(red: 0.88, green: 0.11, blue: 0.14)
  /// Orange.
  public static let orange = Color(red: 1, green: 0.47, blue: 0)
  /// Yellow.
  public static let yellow = Color(red: 0.96, green: 0.76, blue: 0.07)
  /// What succeeded.
  public static let green = Color(red: 0.18, green: 0.76, blue: 0.49)
  /// Blue.
  public static let blue = Color(red: 0.21, green: 0.52, blue: 0.89)
  /// Purple.
  public static let purple = Color(red: 0.57, green: 0.25, blue: 0.67)
  /// Pink.
  public static let pink = Color(red: 0.94, green: 0.33, blue: 0.55)
  /// Grey.
  public static let gray = Color(red: 0.6, green: 0.6, blue: 0.59)
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Nothing.
  public static let clear = Color(.clear)

  /// The colour of controls around: see `tint(_:)`. Where there is no environment to read, it is ``accentColor``.
  public static let tint = Color(.tint)

  /// The colour in a style sheet, of a view in an environment.
  func css(in environment: EnvironmentValues) -> String {
    guard case .tint = content, let tint = environment.tint, tint.content != .tint else { return css }
    return tint.opacity(opacity).css
  }

  /// The parts of the colour, each from 0 to 1; `nil` for those of the text around it. The theme is not asked.
  var components: (red: Double?, green: Double?, blue: Double?, alpha: Double) {
    switch content {
    case .rgb(let red, let green, let blue): (red, green, blue, opacity)
    case .theme(let name) where name == "theme_fg_color": (nil, nil, nil, opacity)
    case .theme, .tint: (0.21, 0.52, 0.89, opacity)
    case .faint(let share): (nil, nil, nil, share * opacity)
    case .clear: (nil, nil, nil, 0)
    }
  }

  /// The colour in a style sheet.
  var css: String {
    switch content {
    case .tint: opacity == 1 ? "@theme_selected_bg_color" : "alpha(@theme_selected_bg_color, \(opacity))"
    case .theme(let name): opacity == 1 ? "@\(name)" : "alpha(@\(name), \(opacity))"
    case .rgb(let red, let green, let blue): "rgba(\(byte(red)), \(byte(green)), \(byte(blue)), \(opacity))"
    case .faint(let share): "alpha(currentColor, \(share * opacity))"
    case .clear: "transparent"
    }
  }

  private func byte(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 255).rounded()) }
}
