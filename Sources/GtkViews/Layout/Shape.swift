internal import CGtk
internal import CGtkBridge

/// A shape to which ``View/clipShape(_:)`` clips a view: a ``Rectangle``, a ``RoundedRectangle``, a ``Capsule``, a
/// ``Circle`` or an ``Ellipse``.
///
/// A shape is laid out within the bounds of the view. It draws nothing by itself. Other types cannot conform, because
/// the library clips only to these shapes.
public protocol Shape: Hashable, Sendable {
  /// The way in which the library clips a view to this shape.
  var _clip: _Clip { get }
}

/// The way in which the library clips a view to a ``Shape``.
public struct _Clip: Hashable, Sendable {
  enum Kind: Hashable {
    case rectangle, ellipse, circle
    /// A rectangle with round corners. The radius in pixels is limited to half of the shorter side.
    case rounded(radius: Double)
  }

  let kind: Kind

  /// Clips a box and its content to the shape. The box must be a painted box, which is the library's `GtkBox` that
  /// draws its own background.
  @MainActor func apply(to box: UnsafeMutablePointer<GtkWidget>) {
    switch kind {
    case .rectangle: cgtk_painted_box_set_clip(box, CGTK_CLIP_RECTANGLE, 0)
    case .ellipse: cgtk_painted_box_set_clip(box, CGTK_CLIP_ELLIPSE, 0)
    case .circle: cgtk_painted_box_set_clip(box, CGTK_CLIP_CIRCLE, 0)
    case .rounded(let radius): cgtk_painted_box_set_clip(box, CGTK_CLIP_ROUNDED, Float(radius))
    }
  }
}

/// A rectangle that fills the view.
public struct Rectangle: Shape {
  /// Creates a rectangle with the size of the view.
  public init() {}

  /// The way in which the library clips a view to this shape.
  public var _clip: _Clip { _Clip(kind: .rectangle) }
}

/// A rectangle with round corners that fills the view.
public struct RoundedRectangle: Shape {
  /// The radius of the corners in pixels.
  public let cornerRadius: Double

  /// Creates a rectangle with round corners and the size of the view.
  ///
  /// - Parameter cornerRadius: The radius of the corners in pixels. It is limited to half of the shorter side. Negative
  ///   values count as 0.
  public init(cornerRadius: Double) {
    self.cornerRadius = cornerRadius
  }

  /// The way in which the library clips a view to this shape.
  public var _clip: _Clip { _Clip(kind: .rounded(radius: cornerRadius)) }
}

/// A capsule that fills the view: a rectangle with a semicircle at each end.
public struct Capsule: Shape {
  /// Creates a capsule with the size of the view.
  public init() {}

  /// The way in which the library clips a view to this shape.
  public var _clip: _Clip { _Clip(kind: .rounded(radius: .infinity)) }
}

/// The largest circle that fits into the view, centred.
public struct Circle: Shape {
  /// Creates a circle with the diameter of the view's shorter side.
  public init() {}

  /// The way in which the library clips a view to this shape.
  public var _clip: _Clip { _Clip(kind: .circle) }
}

/// An ellipse with the width and the height of the view.
public struct Ellipse: Shape {
  /// Creates an ellipse with the size of the view.
  public init() {}

  /// The way in which the library clips a view to this shape.
  public var _clip: _Clip { _Clip(kind: .ellipse) }
}

extension Shape where Self == Rectangle {
  /// A rectangle that fills the view.
  public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
  /// Returns a rectangle with round corners that fills the view. The radius is in pixels.
  public static func rect(cornerRadius: Double) -> RoundedRectangle { RoundedRectangle(cornerRadius: cornerRadius) }
}

extension Shape where Self == Capsule {
  /// A capsule that fills the view.
  public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Circle {
  /// The largest circle that fits into the view.
  public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
  /// An ellipse that fills the view.
  public static var ellipse: Ellipse { Ellipse() }
}

extension View {
  /// Clips the view to a shape within the view's bounds.
  ///
  /// The view keeps its size. Only the drawing has the shape: pointer events reach the whole rectangle of the view,
  /// including the clipped corners. The area outside of the rectangle receives no pointer events. A change of the
  /// shape, such as another corner radius, is not animated.
  ///
  /// - Parameter shape: The shape of the visible part.
  public nonisolated func clipShape<S: Shape>(_ shape: S) -> some View {
    WrappedView(content: self, wrapping: Wrapping(clips: true, shape: shape._clip))
  }
}
