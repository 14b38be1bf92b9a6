internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The displayed colour of a widget. A change is applied immediately or animated.
///
/// Without an animation, the colour is a class of the style sheet, so it follows the theme. During an animation, the
/// colour is painted, so that GTK need not compute a style for each frame.
@MainActor
final class MovingColor {
  private let widget: UnsafeMutablePointer<GtkWidget>
  /// The name of the CSS property.
  private let property: String
  /// The colour at the start or end of an animation from or to `nil`.
  private let none: Color
  /// Paints a colour instead of the class of the style sheet. `nil` ends the painting.
  private let paint: @MainActor (GdkRGBA?) -> Void
  private var styleClass = StyleClass()
  /// Whether a colour, or none, was already displayed. The first one is not animated.
  private var isShown: Bool
  private var color: Color?
  /// The displayed colour as a style sheet value.
  private var css: String?
  /// The CSS class for the colour while it is not animated.
  private var restingClass: String?
  /// The animated components. `nil` until the first animation.
  private var moving: MovingNumbers?

  /// Creates the colour of a widget's text or background.
  ///
  /// - Parameters:
  ///   - widget: The widget, which lives as long as the node that owns this object. Borrowed.
  ///   - property: The name of the CSS property.
  ///   - none: The colour at the start or end of an animation from or to `nil`.
  ///   - isShown: Whether the widget is already on screen without a colour, so that its first colour may be animated.
  ///   - paint: Paints a colour instead of the style sheet's colour. `nil` ends the painting.
  init(
    of widget: UnsafeMutablePointer<GtkWidget>, property: String, none: Color, isShown: Bool = false,
    paint: @escaping @MainActor (GdkRGBA?) -> Void
  ) {
    (self.widget, self.property, self.none, self.isShown, self.paint) = (widget, property, none, isShown, paint)
  }

  /// Returns the background colour of a painted box.
  static func background(of box: UnsafeMutablePointer<GtkWidget>) -> MovingColor {
    MovingColor(of: box, property: "background-color", none: .clear) { color in
      guard var color else { return cgtk_painted_box_set_color(box, nil) }
      cgtk_painted_box_set_color(box, &color)
    }
  }

  /// Displays another colour, or none. The change is animated if the current transaction has an animation.
  func show(_ new: Color?, of node: ViewNode) {
    let new = new?.legible(in: node.environment, isText: property == "color")
    let css = new?.css
    guard css != self.css || !isShown else { return }
    let old = color
    color = new
    self.css = css
    restingClass = css.map { StyleSheet.shared.className(for: "\(property): \($0);") }
    let mayMove = isShown && ViewGraph.shared.transactions.current.animation != nil
    isShown = true
    guard mayMove else { return applyRestingClass() }
    let moving = self.moving ?? makeNumbers()
    if !moving.isMoving { moving.begin(at: numbers(of: old), isSilent: true) }
    node.move(moving, to: numbers(of: new), in: widget)
    guard moving.isMoving else { return applyRestingClass() }
    styleClass.set(nil, on: widget)
    show(moving.shown)
  }

  /// Whether a change of the colour is being animated.
  var isMoving: Bool { moving?.isMoving == true }

  /// Stops the animation.
  func stop() { moving?.stop() }

  private func makeNumbers() -> MovingNumbers {
    let numbers = MovingNumbers(.init()) { [weak self] in self?.show($0) }
    moving = numbers
    return numbers
  }

  private func show(_ numbers: MovingNumbers.Numbers) {
    guard let moving, moving.isMoving else { return applyRestingClass() }
    let alpha = numbers[3]
    // The numbers are multiplied by the opacity: see `numbers(of:)`.
    let factor = alpha > 0 ? 1 / alpha : 0
    paint(
      GdkRGBA(
        red: Float(numbers[0] * factor), green: Float(numbers[1] * factor), blue: Float(numbers[2] * factor),
        alpha: Float(min(max(alpha, 0), 1))))
  }

  /// Ends the animation and displays the colour as a CSS class.
  private func applyRestingClass() {
    moving?.stop()
    styleClass.set(restingClass, on: widget)
    paint(nil)
  }

  /// Returns the components of a colour, multiplied by its opacity, so that the colour does not darken while it fades.
  private func numbers(of color: Color?) -> MovingNumbers.Numbers {
    let parts = (color ?? none).resolved(on: widget)
    let alpha = Double(parts.alpha)
    return .init(Double(parts.red) * alpha, Double(parts.green) * alpha, Double(parts.blue) * alpha, alpha, 0, 0, 0, 0)
  }
}

extension Color {
  /// Returns the components of the colour on a widget, with the widget's current theme.
  @MainActor fileprivate func resolved(on widget: UnsafeMutablePointer<GtkWidget>) -> GdkRGBA {
    var parts = GdkRGBA()
    switch content {
    case .rgb(let red, let green, let blue), .palette(let red, let green, let blue):
      parts = GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: 1)
    case .theme(let name): lookUp(name, on: widget, &parts)
    case .readableTheme(let name, let share):
      var text = GdkRGBA()
      lookUp("theme_fg_color", on: widget, &text)
      lookUp(name, on: widget, &parts)
      let mix = { (part: Float, other: Float) in part * Float(1 - share) + other * Float(share) }
      parts = GdkRGBA(
        red: mix(parts.red, text.red), green: mix(parts.green, text.green), blue: mix(parts.blue, text.blue),
        alpha: parts.alpha)
    case .tint: lookUp("theme_selected_bg_color", on: widget, &parts)
    case .faint(let share):
      cgtk_widget_get_color(gtk_widget_get_parent(widget) ?? widget, &parts)
      parts.alpha *= Float(share)
    case .clear: break
    }
    parts.alpha *= Float(opacity)
    return parts
  }

  @MainActor private func lookUp(_ name: String, on widget: UnsafeMutablePointer<GtkWidget>, _ parts: inout GdkRGBA) {
    if cgtk_widget_lookup_color(widget, name, &parts) == 0 { cgtk_widget_get_color(widget, &parts) }
  }
}
