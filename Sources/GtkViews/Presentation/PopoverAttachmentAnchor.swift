internal import GtkBridge

/// The part of a view that a popover points at.
public nonisolated enum PopoverAttachmentAnchor: Hashable, Sendable {
  /// A rectangle of the view.
  case rect(Source)
  /// A point, in fractions of the view's size.
  case point(UnitPoint)

  /// A rectangle that a popover can point at.
  public enum Source: Hashable, Sendable {
    /// The bounds of the view.
    case bounds
  }

  /// The point in GtkBridge's type, or `nil` if the popover points at the whole view.
  var point: PopoverPlacement.Point? {
    switch self {
    case .rect: nil
    case .point(let point): PopoverPlacement.Point(x: point.x, y: point.y)
    }
  }
}

extension PopoverPlacement {
  /// Creates the placement of a popover at an edge of its anchor. Without an edge, the popover is below the anchor.
  nonisolated init(_ anchor: PopoverAttachmentAnchor, _ edge: Edge?) {
    let side: Side =
      switch edge {
      case .top: .top
      case .leading: .leading
      case .trailing: .trailing
      case .bottom, nil: .bottom
      }
    self.init(side, of: anchor.point)
  }
}
