internal import CGtk

/// The part of a widget that a popover points at, and the side on which the popover is shown.
public struct PopoverPlacement: Hashable, Sendable {
  /// The side on which the popover is shown: a side of `point`, or of the widget if `point` is `nil`. If there is no
  /// room on that side, GTK uses another side.
  public var side: Side
  /// The point of the widget that the popover points at, or `nil` for the middle of the side of the whole widget.
  public var point: Point?

  /// A side of a rectangle.
  public enum Side: Hashable, Sendable, CaseIterable {
    /// Above the rectangle.
    case top
    /// Below the rectangle.
    case bottom
    /// On the side where a line of text begins.
    case leading
    /// On the side where a line of text ends.
    case trailing
  }

  /// A point of a rectangle, in fractions of its size. The point (0, 0) is the top corner on the side where a line of
  /// text begins. The point (1, 1) is the opposite corner.
  public struct Point: Hashable, Sendable {
    /// The fraction of the width.
    public var x: Double
    /// The fraction of the height.
    public var y: Double

    /// Creates a point from its fractions.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Creates a placement. The default is below the whole widget.
  public init(_ side: Side = .bottom, of point: Point? = nil) {
    self.side = side
    self.point = point
  }

  /// Positions a popover at the widget `anchor`, using the current size of the widget.
  @MainActor
  func apply(to popover: UnsafeMutablePointer<GtkPopover>, at anchor: UnsafeMutablePointer<GtkWidget>) {
    let isRightToLeft = gtk_widget_get_direction(anchor) == GTK_TEXT_DIR_RTL
    gtk_popover_set_position(popover, gtkPosition(isRightToLeft: isRightToLeft))
    guard let point else { return gtk_popover_set_pointing_to(popover, nil) }
    let (width, height) = (Double(gtk_widget_get_width(anchor)), Double(gtk_widget_get_height(anchor)))
    let x = isRightToLeft ? 1 - point.x : point.x
    var target = GdkRectangle(x: Int32(width * x), y: Int32(height * point.y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover, &target)
  }

  private func gtkPosition(isRightToLeft: Bool) -> GtkPositionType {
    switch side {
    case .top: GTK_POS_TOP
    case .bottom: GTK_POS_BOTTOM
    case .leading: isRightToLeft ? GTK_POS_RIGHT : GTK_POS_LEFT
    case .trailing: isRightToLeft ? GTK_POS_LEFT : GTK_POS_RIGHT
    }
  }
}
