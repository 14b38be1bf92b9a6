internal import CGtk
internal import GtkBridge

/// The lengths of a frame in pixels, and the alignment of its content. A length of -1 is not set. The frame's widget
/// owns the memory of this value, because GTK calls the layout functions as C functions, which capture nothing.
struct FrameBounds {
  var minWidth: Int32 = -1
  var maxWidth: Int32 = -1
  var minHeight: Int32 = -1
  var maxHeight: Int32 = -1
  var idealWidth: Int32 = -1
  var idealHeight: Int32 = -1
  /// Whether the content has its natural width, regardless of the available space.
  var fixesWidth = false
  /// Whether the content has its natural height, regardless of the available space.
  var fixesHeight = false
  /// Whether the frame has a minimum, ideal or maximum width, or gives the content its natural width. If `true`, the
  /// content has its natural width and is aligned in the frame, except that expanding content fills the frame unless
  /// `fixesWidth` is `true`. If `false`, the content has the width of the frame.
  var alignsHorizontally = false
  /// The same as `alignsHorizontally` for the height.
  var alignsVertically = false
  var horizontalAlignment = HorizontalAlignment.center
  var verticalAlignment = VerticalAlignment.center

  init() {}

  init(_ wrapping: Wrapping) {
    minWidth = Self.pixels(wrapping.minWidth)
    maxWidth = Self.pixels(wrapping.maxWidth)
    minHeight = Self.pixels(wrapping.minHeight)
    maxHeight = Self.pixels(wrapping.maxHeight)
    idealWidth = Self.pixels(wrapping.idealWidth)
    idealHeight = Self.pixels(wrapping.idealHeight)
    fixesWidth = wrapping.fixesWidth
    fixesHeight = wrapping.fixesHeight
    alignsHorizontally =
      wrapping.minWidth != nil || wrapping.idealWidth != nil || wrapping.maxWidth != nil || wrapping.fixesWidth
    alignsVertically =
      wrapping.minHeight != nil || wrapping.idealHeight != nil || wrapping.maxHeight != nil || wrapping.fixesHeight
    horizontalAlignment = wrapping.alignment.horizontal
    verticalAlignment = wrapping.alignment.vertical
  }

  /// The six lengths as numbers, for an animation between two frames. A length of -1 is not set. The type has eight
  /// numbers, of which the last two are not used.
  var numbers: MovingNumbers.Numbers {
    .init(
      Double(minWidth), Double(maxWidth), Double(minHeight), Double(maxHeight), Double(idealWidth), Double(idealHeight),
      0, 0)
  }

  /// Returns the bounds with the lengths of a step of an animation. A length that is not set stays -1.
  func replacingLengths(with numbers: MovingNumbers.Numbers) -> FrameBounds {
    var bounds = self
    // `index` is the position of the length in ``numbers``.
    let lengthOfStep = { (index: Int, length: Int32) in
      length < 0 ? length : Int32(pixels: max(numbers[index].rounded(), 0))
    }
    (bounds.minWidth, bounds.maxWidth) = (lengthOfStep(0, minWidth), lengthOfStep(1, maxWidth))
    (bounds.minHeight, bounds.maxHeight) = (lengthOfStep(2, minHeight), lengthOfStep(3, maxHeight))
    (bounds.idealWidth, bounds.idealHeight) = (lengthOfStep(4, idealWidth), lengthOfStep(5, idealHeight))
    return bounds
  }

  /// Returns a length in whole pixels, at least 0. Returns -1 if the length is `nil` or not finite: an infinite maximum
  /// sets no bound.
  private static func pixels(_ length: Double?) -> Int32 {
    guard let length, length.isFinite else { return -1 }
    return Int32(pixels: max(length.rounded(), 0))
  }

  /// Returns the minimum and the maximum length in a direction. -1 means no bound.
  func limits(_ orientation: GtkOrientation) -> (min: Int32, max: Int32) {
    orientation == GTK_ORIENTATION_HORIZONTAL ? (minWidth, maxWidth) : (minHeight, maxHeight)
  }

  /// Returns the ideal length in a direction. -1 means none.
  func ideal(_ orientation: GtkOrientation) -> Int32 {
    orientation == GTK_ORIENTATION_HORIZONTAL ? idealWidth : idealHeight
  }

  /// Returns whether the content has its natural length in a direction.
  func isFixed(_ orientation: GtkOrientation) -> Bool {
    orientation == GTK_ORIENTATION_HORIZONTAL ? fixesWidth : fixesHeight
  }
}

/// The layout of a frame. Unlike GTK's own boxes, a frame may be smaller than the minimum size of its content.
enum FrameLayout {
  private static let dataKey = "gtkviews-frame"

  /// Installs the layout of a frame on a widget.
  static func install(on widget: UnsafeMutablePointer<GtkWidget>) {
    let bounds = g_malloc(gsize(MemoryLayout<FrameBounds>.size))!.bindMemory(to: FrameBounds.self, capacity: 1)
    bounds.initialize(to: FrameBounds())
    // The bounds are plain bytes, so `g_free` is sufficient.
    g_object_set_data_full(widget.gobject, dataKey, bounds, g_free)
    gtk_widget_set_layout_manager(widget, gtk_custom_layout_new(requestMode, measure, allocate))
  }

  /// Sets the bounds of a frame.
  static func setBounds(_ newBounds: FrameBounds, of widget: UnsafeMutablePointer<GtkWidget>) {
    bounds(of: widget)?.pointee = newBounds
    gtk_widget_queue_resize(widget)
  }

  fileprivate static func bounds(of widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<FrameBounds>? {
    g_object_get_data(widget.gobject, dataKey)?.assumingMemoryBound(to: FrameBounds.self)
  }

  /// Returns the visible children of a frame.
  fileprivate static func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    var children: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      if gtk_widget_should_layout(child) != 0 { children.append(child) }
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }
}

/// The lengths that `gtk_widget_measure` returns for one direction. A baseline is -1 if there is none.
private struct MeasuredLengths {
  var minimum: Int32 = 0
  var natural: Int32 = 0
  var minimumBaseline: Int32 = -1
  var naturalBaseline: Int32 = -1

  init() {}

  /// Measures a widget. `across` is the available length in the other direction, or -1 if this length is unlimited. If
  /// `across` is less than the widget's minimum, the minimum is used, because GTK accepts no smaller length.
  init(of widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, across: Int32) {
    var across = gtk_widget_get_request_mode(widget).measuringSize(available: across, in: orientation)
    if across >= 0 {
      var minimumAcross: Int32 = 0
      gtk_widget_measure(widget, opposite(orientation), -1, &minimumAcross, nil, nil, nil)
      across = max(across, minimumAcross)
    }
    gtk_widget_measure(widget, orientation, across, &minimum, &natural, &minimumBaseline, &naturalBaseline)
  }
}

private func opposite(_ orientation: GtkOrientation) -> GtkOrientation {
  orientation == GTK_ORIENTATION_HORIZONTAL ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
}

/// Returns the request mode of a frame, which is the request mode of its first visible view.
private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { widget in
  guard let widget, let child = FrameLayout.children(of: widget).first else { return GTK_SIZE_REQUEST_CONSTANT_SIZE }
  return gtk_widget_get_request_mode(child)
}

/// A pointer to which a layout function writes a length or a baseline.
private typealias Output = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Output?, Output?, Output?, Output?) -> Void =
    {
      widget, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
      guard let widget, let bounds = FrameLayout.bounds(of: widget)?.pointee else { return }
      let across = requestMode(widget).measuringSize(available: across, in: orientation)
      let lengths = frameLengths(widget, bounds, orientation, across: across)
      minimum?.pointee = lengths.minimum
      natural?.pointee = lengths.natural
      minimumBaseline?.pointee = lengths.minimumBaseline
      naturalBaseline?.pointee = lengths.naturalBaseline
    }

/// Returns the lengths of a frame in a direction. `across` is the available length in the other direction, or -1 if
/// this length is unlimited. Several views in a frame are placed below each other.
private func frameLengths(
  _ widget: UnsafeMutablePointer<GtkWidget>, _ bounds: FrameBounds, _ orientation: GtkOrientation, across: Int32
) -> MeasuredLengths {
  let (lowerLimit, upperLimit) = bounds.limits(orientation)
  let (_, upperLimitAcross) = bounds.limits(opposite(orientation))
  var across = across
  // In the other direction, the content has at most the frame's maximum length.
  if upperLimitAcross >= 0, across > upperLimitAcross || across < 0 { across = upperLimitAcross }
  let children = FrameLayout.children(of: widget)
  var (lengths, expands) = (MeasuredLengths(), false)
  for child in children {
    let childAcross =
      bounds.isFixed(opposite(orientation))
      ? MeasuredLengths(of: child, opposite(orientation), across: -1).natural : across
    let childLengths = MeasuredLengths(of: child, orientation, across: childAcross)
    expands = expands || gtk_widget_compute_expand(child, orientation) != 0
    if children.count == 1, !bounds.alignsVertically {
      // A frame has the baselines of its content only if the content is one view that is not aligned vertically.
      lengths = childLengths
    } else if orientation == GTK_ORIENTATION_VERTICAL {
      lengths.minimum += childLengths.minimum
      lengths.natural += childLengths.natural
    } else {
      lengths.minimum = max(lengths.minimum, childLengths.minimum)
      lengths.natural = max(lengths.natural, childLengths.natural)
    }
  }
  // If the content expands, the natural length of the frame is the frame's maximum length, if this length is set.
  if expands, upperLimit >= 0 { lengths.natural = upperLimit }
  if bounds.ideal(orientation) >= 0 { lengths.natural = bounds.ideal(orientation) }
  if bounds.isFixed(orientation) { lengths.minimum = lengths.natural }
  lengths.minimum = max(lengths.minimum, lowerLimit)
  lengths.natural = max(lengths.natural, lowerLimit)
  if upperLimit >= 0 {
    lengths.minimum = min(lengths.minimum, upperLimit)
    lengths.natural = min(lengths.natural, upperLimit)
  }
  lengths.natural = max(lengths.natural, lengths.minimum)
  return lengths
}

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  widget, width, height, baseline in
  guard let widget, let bounds = FrameLayout.bounds(of: widget)?.pointee else { return }
  let children = FrameLayout.children(of: widget)
  let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
  var top: Int32 = 0
  for child in children {
    let isOnly = children.count == 1
    let size = size(of: child, bounds, in: (width, height), isOnly: isOnly)
    var allocation = GtkAllocation(x: 0, y: top, width: size.width, height: size.height)
    switch bounds.horizontalAlignment {
    case .leading: allocation.x = isRightToLeft ? width - size.width : 0
    case .center: allocation.x = (width - size.width) / 2
    case .trailing: allocation.x = isRightToLeft ? 0 : width - size.width
    }
    if isOnly {
      switch bounds.verticalAlignment {
      case .top, .firstTextBaseline, .lastTextBaseline: allocation.y = 0
      case .center: allocation.y = (height - size.height) / 2
      case .bottom: allocation.y = height - size.height
      }
    }
    gtk_widget_size_allocate(child, &allocation, isOnly && !bounds.alignsVertically ? baseline : -1)
    top += size.height
  }
}

/// Returns the size of a view in a frame. The view fills the width of the frame if the frame does not align the view
/// horizontally, or if the view expands and `fixesWidth` is `false`. Otherwise, the view has its natural width, limited
/// to the frame. The same applies to the height if the frame has no other views (`isOnly`). With other views, the view
/// always has its natural height, limited to the frame. The size is never smaller than the view's minimum.
private func size(
  of child: UnsafeMutablePointer<GtkWidget>, _ bounds: FrameBounds, in space: (width: Int32, height: Int32),
  isOnly: Bool
) -> (width: Int32, height: Int32) {
  let widths = MeasuredLengths(of: child, GTK_ORIENTATION_HORIZONTAL, across: -1)
  let expandsHorizontally = !bounds.fixesWidth && gtk_widget_compute_expand(child, GTK_ORIENTATION_HORIZONTAL) != 0
  let fillsWidth = !bounds.alignsHorizontally || expandsHorizontally
  let width = max(fillsWidth ? space.width : min(space.width, widths.natural), widths.minimum)
  let heights = MeasuredLengths(of: child, GTK_ORIENTATION_VERTICAL, across: width)
  let expandsVertically = !bounds.fixesHeight && gtk_widget_compute_expand(child, GTK_ORIENTATION_VERTICAL) != 0
  let fillsHeight = isOnly && (!bounds.alignsVertically || expandsVertically)
  let height = max(fillsHeight ? space.height : min(space.height, heights.natural), heights.minimum)
  return (width, height)
}
