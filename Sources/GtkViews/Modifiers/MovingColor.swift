internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The displayed colour of a widget's text or background. A change is applied immediately or animated.
///
/// Without an animation, a CSS class sets the colour, so the colour follows the theme. During an animation, the
/// colour is painted, so that GTK need not compute a style for each frame.
@MainActor
final class MovingColor {
  private let widget: UnsafeMutablePointer<GtkWidget>
  /// The name of the CSS property.
  private let property: String
  /// The colour that stands for `nil` in an animation.
  private let nilColor: Color
  /// Paints a colour instead of the colour of the CSS class. `nil` ends the painting.
  private let paint: @MainActor (GdkRGBA?) -> Void
  private var styleClass = StyleClass()
  /// Whether the next colour may be animated. The first colour of a new widget is not animated.
  private var canAnimate: Bool
  /// The displayed colour. During an animation, the colour at the end of the animation.
  private var color: Color?
  /// ``color`` as a style sheet value.
  private var css: String?
  /// The CSS class that sets the colour while no change is animated. `nil` without a colour.
  private var restingClass: String?
  /// The animated components. `nil` until the first animation.
  private var components: MovingNumbers?

  /// Creates the colour of a widget's text or background.
  ///
  /// - Parameters:
  ///   - widget: The widget, which lives as long as the node that owns this object. Borrowed.
  ///   - property: The name of the CSS property.
  ///   - nilColor: The colour that stands for `nil` in an animation.
  ///   - isOnScreen: Whether the widget is already on screen, without a colour. The first colour may then be animated.
  ///   - paint: Paints a colour instead of the colour of the CSS class. `nil` ends the painting.
  init(
    of widget: UnsafeMutablePointer<GtkWidget>, property: String, nilColor: Color, isOnScreen: Bool = false,
    paint: @escaping @MainActor (GdkRGBA?) -> Void
  ) {
    (self.widget, self.property, self.nilColor, self.paint) = (widget, property, nilColor, paint)
    canAnimate = isOnScreen
  }

  /// Returns an object that displays the background colour of a box (`cgtk_painted_box`).
  static func background(of box: UnsafeMutablePointer<GtkWidget>) -> MovingColor {
    MovingColor(of: box, property: "background-color", nilColor: .clear) { color in
      guard var color else { return cgtk_painted_box_set_color(box, nil) }
      cgtk_painted_box_set_color(box, &color)
    }
  }

  /// Displays another colour, or none. The change is animated if the current transaction has an animation.
  /// `node` is the node of the widget.
  func show(_ new: Color?, of node: ViewNode) {
    let new = new?.legible(in: node.environment, isText: property == "color")
    let css = new?.css
    guard css != self.css || !canAnimate else { return }
    let old = color
    color = new
    self.css = css
    restingClass = css.map { StyleSheet.shared.className(for: "\(property): \($0);") }
    let isAnimated = canAnimate && ViewGraph.shared.transactions.current.animation != nil
    canAnimate = true
    guard isAnimated else { return applyRestingClass() }
    let components = self.components ?? makeMovingNumbers()
    if !components.isMoving { components.reset(to: premultipliedComponents(of: old), areOnScreen: true) }
    node.move(components, to: premultipliedComponents(of: new), in: widget)
    guard components.isMoving else { return applyRestingClass() }
    styleClass.set(nil, on: widget)
    paintFrame(components.displayed)
  }

  /// Whether a change of the colour is being animated.
  var isMoving: Bool { components?.isMoving == true }

  /// Stops the animation.
  func stop() { components?.stop() }

  private func makeMovingNumbers() -> MovingNumbers {
    let numbers = MovingNumbers(.init()) { [weak self] in self?.paintFrame($0) }
    components = numbers
    return numbers
  }

  /// Paints the colour of a frame of the animation, or ends the animation after its last frame.
  private func paintFrame(_ numbers: MovingNumbers.Numbers) {
    guard let components, components.isMoving else { return applyRestingClass() }
    let alpha = numbers[3]
    // The numbers are multiplied by the opacity: see `premultipliedComponents(of:)`.
    let factor = alpha > 0 ? 1 / alpha : 0
    paint(
      GdkRGBA(
        red: Float(numbers[0] * factor), green: Float(numbers[1] * factor), blue: Float(numbers[2] * factor),
        alpha: Float(min(max(alpha, 0), 1))))
  }

  /// Ends the animation and displays the colour as a CSS class.
  private func applyRestingClass() {
    components?.stop()
    styleClass.set(restingClass, on: widget)
    paint(nil)
  }

  /// Returns the components of a colour, multiplied by its opacity, so that the colour does not darken while it fades.
  private func premultipliedComponents(of color: Color?) -> MovingNumbers.Numbers {
    let rgba = (color ?? nilColor).resolved(on: widget)
    let alpha = Double(rgba.alpha)
    // A colour has four components. The other four numbers are not used.
    return .init(Double(rgba.red) * alpha, Double(rgba.green) * alpha, Double(rgba.blue) * alpha, alpha, 0, 0, 0, 0)
  }
}

extension Color {
  /// Returns the components of the colour on a widget, with the widget's current theme.
  @MainActor fileprivate func resolved(on widget: UnsafeMutablePointer<GtkWidget>) -> GdkRGBA {
    var rgba = GdkRGBA()
    switch content {
    case .rgb(let red, let green, let blue), .palette(let red, let green, let blue):
      rgba = GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: 1)
    case .theme(let name): lookUp(name, on: widget, &rgba)
    case .readableTheme(let name, let textFraction):
      var text = GdkRGBA()
      lookUp("theme_fg_color", on: widget, &text)
      lookUp(name, on: widget, &rgba)
      let mix = { (theme: Float, text: Float) in theme * Float(1 - textFraction) + text * Float(textFraction) }
      rgba = GdkRGBA(
        red: mix(rgba.red, text.red), green: mix(rgba.green, text.green), blue: mix(rgba.blue, text.blue),
        alpha: rgba.alpha)
    case .tint: lookUp("theme_selected_bg_color", on: widget, &rgba)
    case .text(let textOpacity):
      // In the CSS property `color`, `currentColor` is the colour of the parent's text.
      cgtk_widget_get_color(gtk_widget_get_parent(widget) ?? widget, &rgba)
      rgba.alpha *= Float(textOpacity)
    case .clear: break
    }
    rgba.alpha *= Float(opacity)
    return rgba
  }

  /// Sets `rgba` to the theme's colour with a name, or to the colour of the widget's text if the theme has no colour
  /// with this name.
  @MainActor private func lookUp(_ name: String, on widget: UnsafeMutablePointer<GtkWidget>, _ rgba: inout GdkRGBA) {
    if cgtk_widget_lookup_color(widget, name, &rgba) == 0 { cgtk_widget_get_color(widget, &rgba) }
  }
}
