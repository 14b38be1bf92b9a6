/// A colour: one of the theme's colours, which follow light and dark mode, or a custom colour.
///
/// ```swift
/// Text("The download failed.").foregroundStyle(Color.red)
/// ```
public struct Color: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// A colour of GTK's theme by its name in style sheets.
    case theme(String)
    /// A colour of the theme, mixed with the text colour so that text in the colour is readable. `textFraction` is the
    /// fraction of the text colour, from 0 to 1.
    case readableTheme(String, textFraction: Double)
    /// A custom colour by its sRGB components, each from 0 to 1.
    case rgb(red: Double, green: Double, blue: Double)
    /// One of this library's named colours. It becomes darker or lighter if the desktop requests more contrast.
    case palette(red: Double, green: Double, blue: Double)
    /// The colour of the nearest `tint(_:)`, or the accent colour if there is none.
    case tint
    /// The text colour with an opacity from 0 to 1.
    case text(opacity: Double)
    case clear
  }

  let content: Content
  /// The opacity from 0, which is invisible, to 1.
  var opacity = 1.0

  init(_ content: Content) {
    self.content = content
  }

  /// Creates a colour from its sRGB components, each from 0 to 1. NaN counts as 0.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.init(.rgb(red: red.zeroIfNaN, green: green.zeroIfNaN, blue: blue.zeroIfNaN))
    self.opacity = opacity.zeroIfNaN
  }

  /// Returns the colour with its opacity multiplied by a factor. The factor 0 makes the colour invisible.
  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.opacity *= opacity.zeroIfNaN
    return color
  }

  /// The colour of text where the view is. In a selected row, it is the colour of selected text.
  public static let primary = Color(.text(opacity: 1))
  /// The colour of less important text.
  public static let secondary = Color(.text(opacity: 0.65))
  /// The colour of the selection.
  public static let accentColor = Color(.theme("theme_selected_bg_color"))
  /// Red, for failures.
  public static let red = Color(.palette(red: 0.88, green: 0.11, blue: 0.14))
  /// Orange.
  public static let orange = Color(.palette(red: 1, green: 0.47, blue: 0))
  /// Yellow.
  public static let yellow = Color(.palette(red: 0.96, green: 0.76, blue: 0.07))
  /// Green, for success.
  public static let green = Color(.palette(red: 0.18, green: 0.76, blue: 0.49))
  /// Blue.
  public static let blue = Color(.palette(red: 0.21, green: 0.52, blue: 0.89))
  /// Purple.
  public static let purple = Color(.palette(red: 0.57, green: 0.25, blue: 0.67))
  /// Pink.
  public static let pink = Color(.palette(red: 0.94, green: 0.33, blue: 0.55))
  /// Grey.
  public static let gray = Color(.palette(red: 0.6, green: 0.6, blue: 0.59))
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// No colour.
  public static let clear = Color(.clear)

  /// The colour that the nearest `tint(_:)` has set, or ``accentColor`` if there is none.
  public static let tint = Color(.tint)

  /// The colour of a view in an environment, as a style sheet value.
  func css(in environment: EnvironmentValues) -> String { legible(in: environment).css }

  /// The colour in an environment: the nearest `tint(_:)` is resolved, and the contrast is increased if the desktop
  /// requests it. Text in the accent colour is mixed with the text colour in light mode with normal contrast, and in
  /// dark mode with increased contrast.
  ///
  /// - Parameter isText: Whether the colour is for text and not for a background.
  func legible(in environment: EnvironmentValues, isText: Bool = false) -> Color {
    // A view with `tint(.tint)` has the accent colour.
    if case .tint = content, let tint = environment.tint, tint.content != .tint {
      return tint.opacity(opacity).legible(in: environment, isText: isText)
    }
    let desktop = environment.desktopLook
    guard desktop.contrast == .increased else {
      return isText && desktop.colorScheme == .light ? readableInLight : self
    }
    var color = self
    switch content {
    case .palette(let red, let green, let blue):
      let increaseContrast = { (component: Double) in
        desktop.colorScheme == .dark ? component + (1 - component) * 0.5 : component * 0.55
      }
      color = Color(red: increaseContrast(red), green: increaseContrast(green), blue: increaseContrast(blue))
    // The opacity matches dim labels in GTK's own high-contrast theme.
    case .text(let textOpacity): color = Color(.text(opacity: max(textOpacity, 0.9)))
    case .tint where isText && desktop.colorScheme == .dark:
      color = Color(.readableTheme("theme_selected_bg_color", textFraction: 0.6))
    case .theme(let name) where isText && desktop.colorScheme == .dark && name == "theme_selected_bg_color":
      color = Color(.readableTheme(name, textFraction: 0.6))
    case .theme, .readableTheme, .rgb, .tint, .clear: return self
    }
    color.opacity = opacity
    return color
  }

  /// The colour for text on a light background. The accent colour is mixed with a quarter of the text colour, because
  /// text needs a contrast of 4.5 to 1. Other colours do not change.
  private var readableInLight: Color {
    guard content == .tint || content == .theme("theme_selected_bg_color") else { return self }
    var color = Color(.readableTheme("theme_selected_bg_color", textFraction: 0.25))
    color.opacity = opacity
    return color
  }

  /// The colour for the fill of a control. The fill has the colour for light mode, also in dark mode, because the theme
  /// shows white text on it in both modes.
  func fill(in environment: EnvironmentValues) -> Color {
    var environment = environment
    environment.desktopLook.colorScheme = .light
    return legible(in: environment)
  }

  /// The components of the colour, each from 0 to 1. `nil` means the component of the surrounding text's colour. A
  /// colour of the theme has its value in the default theme, because this property does not query the current theme.
  var components: (red: Double?, green: Double?, blue: Double?, alpha: Double) {
    switch content {
    case .rgb(let red, let green, let blue), .palette(let red, let green, let blue): (red, green, blue, opacity)
    case .theme(let name) where name == "theme_fg_color": (nil, nil, nil, opacity)
    // The other colours of the theme that are in use are the accent colour.
    case .theme, .tint: (0.21, 0.52, 0.89, opacity)
    // The fraction is 0.25 in light mode and 0.6 in dark mode.
    case .readableTheme(_, let textFraction):
      textFraction < 0.5 ? (0.19, 0.42, 0.7, opacity) : (0.51, 0.72, 0.92, opacity)
    case .text(let textOpacity): (nil, nil, nil, textOpacity * opacity)
    case .clear: (nil, nil, nil, 0)
    }
  }

  /// The colour as a style sheet value.
  var css: String {
    switch content {
    case .tint: opacity == 1 ? "@theme_selected_bg_color" : "alpha(@theme_selected_bg_color, \(opacity))"
    case .theme(let name): opacity == 1 ? "@\(name)" : "alpha(@\(name), \(opacity))"
    case .readableTheme(let name, let textFraction):
      "alpha(mix(@\(name), @theme_fg_color, \(textFraction)), \(opacity))"
    case .rgb(let red, let green, let blue), .palette(let red, let green, let blue):
      "rgba(\(byte(red)), \(byte(green)), \(byte(blue)), \(opacity))"
    case .text(let textOpacity): "alpha(currentColor, \(textOpacity * opacity))"
    case .clear: "transparent"
    }
  }

  private func byte(_ component: Double) -> Int { Int((min(max(component, 0), 1) * 255).rounded()) }
}
