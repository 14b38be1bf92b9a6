internal import GtkBridge

/// The part of a view that a popover points at.
public nonisolated enum PopoverAttachmentAnchor: Hashable, Sendable {
  /// A rectangle.
  case rect(Source)
  /// A point.
  case point(UnitPoint)

  /// The source of a rectangle.
  public enum Source: Hashable, Sendable {
    /// The whole view.
    case bounds
  }

  var point: PopoverPlacement.Point? {
    switch self {
    case .rect: nil
    case .point(let point): PopoverPlacement.Point(x: point.x, y: point.y)
    }
  }
}

extension PopoverPlacement {
  /// Creates the placement of a view's popover. By default, the popover is below the view.
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
