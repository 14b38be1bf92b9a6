internal import CGtk
internal import CGtkBridge

/// The shape to which ``View/clipShape(_:)`` cuts a view: a ``Rectangle``, a ``RoundedRectangle``, a ``Capsule``, a ``Circle`` or an ``Ellipse``.
///
/// A shape has the size of the view. It draws nothing by itself, and no others can be written: these are what GTK cuts to by itself.
public protocol Shape: Hashable, Sendable {
  /// What GTK is told of the shape.
  var _clip: _Clip { get }
}

/// What GTK is told of a ``Shape``.
public struct _Clip: Hashable, Sendable {
  enum Kind: Hashable { case rectangle, ellipse, circle, rounded(Double) }

  let kind: Kind

  /// Has a box of ours draw in this shape alone.
  @MainActor func apply(to box: UnsafeMutablePointer<GtkWidget>) {
    switch kind {
    case .rectangle: cgtk_painted_box_set_clip(box, CGTK_CLIP_RECTANGLE, 0)
    case .ellipse: cgtk_painted_box_set_clip(box, CGTK_CLIP_ELLIPSE, 0)
    case .circle: cgtk_painted_box_set_clip(box, CGTK_CLIP_CIRCLE, 0)
    case .rounded(let radius): cgtk_painted_box_set_clip(box, CGTK_CLIP_ROUNDED, Float(radius))
    }
  }
}

/// All of a view's room.
public struct Rectangle: Shape {
  /// A rectangle as large as the view.
  public init() {}

  /// What GTK is told of the shape.
  public var _clip: _Clip { _Clip(kind: .rectangle) }
}

/// A view's room without its corners.
public struct RoundedRectangle: Shape {
  /// The radius of the corners in pixels.
  public let cornerRadius: Double

  /// A rectangle as large as the view, with round corners.
  ///
  /// - Parameter cornerRadius: How round they are, in pixels. More than half of the shorter side is that half; less than nothing is nothing.
  public init(cornerRadius: Double) {
    self.cornerRadius = cornerRadius
  }

  /// What GTK is told of the shape.
  public var _clip: _Clip { _Clip(kind: .rounded(cornerRadius)) }
}

/// A view's room with half a circle at each end.
public struct Capsule: Shape {
  /// A capsule as large as the view.
  public init() {}

  /// What GTK is told of the shape.
  public var _clip: _Clip { _Clip(kind: .rounded(.infinity)) }
}

/// The largest circle in a view's room, in its middle.
public struct Circle: Shape {
  /// A circle as wide as the view's shorter side.
  public init() {}

  /// What GTK is told of the shape.
  public var _clip: _Clip { _Clip(kind: .circle) }
}

/// What is round in a view's room: as wide and as high as it.
public struct Ellipse: Shape {
  /// An ellipse as large as the view.
  public init() {}

  /// What GTK is told of the shape.
  public var _clip: _Clip { _Clip(kind: .ellipse) }
}

extension Shape where Self == Rectangle {
  /// All of a view's room.
  public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
  /// A view's room without its corners, whose radius is in pixels.
  public static func rect(cornerRadius: Double) -> RoundedRectangle { RoundedRectangle(cornerRadius: cornerRadius) }
}

extension Shape where Self == Capsule {
  /// A view's room with half a circle at each end.
  public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Circle {
  /// The largest circle in a view's room.
  public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
  /// What is round in a view's room.
  public static var ellipse: Ellipse { Ellipse() }
}

extension View {
  /// Draws nothing of the view outside of a shape as large as it.
  ///
  /// The room that the view has stays as it is. The pointer finds the view at the corners that are cut off, and nowhere outside of its room.
  /// Another shape of the same type is drawn at once: it does not move.
  ///
  /// - Parameter shape: What of the view is drawn.
  public nonisolated func clipShape<S: Shape>(_ shape: S) -> some View {
    WrappedView(content: self, wrapping: Wrapping(clips: true, shape: shape._clip))
  }
}
