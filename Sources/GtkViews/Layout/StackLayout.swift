internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The layouts of stacks. Columns have a layout manager in C. Rows use GTK's box layout, except for two answers: the minimum width for a height, and the
/// height without a width.
///
/// A `GtkBox` with texts reports a larger minimum width if it is high: it gives a text no more height than its natural height, and measures the width of
/// the text for that height. A box around it takes that for a contradiction, logs a warning, and lets its children overlap. The width of a view whose
/// height depends on its width does not depend on a height, so this layout ignores the height.
///
/// A `GtkBox` also shares the width of a row by the widths of its texts at the row's height, although it reported the height of the row without a width.
/// A text that needs one line gets the width of two as soon as a view next to it is two lines high. This layout shares the width as it did for the height.
///
/// The row layout of GTK 4.8 ignores the baselines of its children if it is measured without a width. A symbol next to a text then needs one pixel more
/// than reported, GTK logs a warning, and no container has that pixel.
enum StackLayout {
  private static let key = "gtkviews-stack"

  /// Gives a box the layout of a stack. The functions of `GtkBox` for spacing and alignment have no effect on it.
  static func install(_ orientation: GtkOrientation, spacing: Int, on box: UnsafeMutablePointer<GtkWidget>) {
    if orientation == GTK_ORIENTATION_VERTICAL { return cgtk_column_install(box, Int32(spacing), shareByPriority) }
    let layout = gtk_box_layout_new(orientation)!
    gtk_box_layout_set_spacing(layout.opaque, guint(spacing))
    // The box owns it. The box's layout manager calls it.
    g_object_set_data_full(box.gobject, key, layout, g_object_unref)
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(requestMode, measure, allocate))
  }

  /// Creates a box whose views are next to each other. The caller owns it.
  static func makeRow(spacing: Int) -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    install(GTK_ORIENTATION_HORIZONTAL, spacing: spacing, on: box)
    return box
  }

  /// Sets the distance between the views of a stack, in pixels.
  static func setSpacing(_ spacing: Int, of box: UnsafeMutablePointer<GtkWidget>) {
    if cgtk_is_column(box) != 0 { return cgtk_column_set_spacing(box, Int32(spacing)) }
    if let layout = layout(of: box) { gtk_box_layout_set_spacing(OpaquePointer(layout), guint(spacing)) }
    gtk_widget_queue_resize(box)
  }

  fileprivate static func layout(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkLayoutManager>? {
    g_object_get_data(box.gobject, key)?.assumingMemoryBound(to: GtkLayoutManager.self)
  }

  /// Returns the minimum size of the views in a row. The size that GTK caches includes the margins of the box.
  fileprivate static func minimum(of box: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, across: Int32) -> Int32 {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    if hasMargins(box) {
      measure(box, orientation, across, &minimum, &natural, nil, nil)
    } else {
      gtk_widget_measure(box, orientation, across, &minimum, nil, nil, nil)
    }
    return minimum
  }

  private static func hasMargins(_ box: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_margin_start(box) | gtk_widget_get_margin_end(box) | gtk_widget_get_margin_top(box) | gtk_widget_get_margin_bottom(box) != 0
  }

  /// Returns the size request mode of most views in a row. `gtk_widget_get_request_mode` caches it.
  static func mode(of box: UnsafeMutablePointer<GtkWidget>) -> GtkSizeRequestMode {
    var (byWidth, byHeight) = (0, 0)
    var next = gtk_widget_get_first_child(box)
    while let child = next {
      if gtk_widget_should_layout(child) != 0 {
        switch gtk_widget_get_request_mode(child) {
        case GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH: byWidth += 1
        case GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT: byHeight += 1
        default: break
        }
      }
      next = gtk_widget_get_next_sibling(child)
    }
    guard byWidth + byHeight > 0 else { return GTK_SIZE_REQUEST_CONSTANT_SIZE }
    return byHeight > byWidth ? GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
  }
}

extension GtkSizeRequestMode {
  /// Returns the size across on which a length depends: -1 if the length does not depend on it.
  func across(_ across: Int32, for orientation: GtkOrientation) -> Int32 {
    self == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH && orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : across
  }
}

private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { box in
  box.map { StackLayout.mode(of: $0) } ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
}

/// A width that is larger than any row. GTK measures the height for it to test whether a height is possible.
private let anyWidth: Int32 = 1 << 20

private typealias Number = UnsafeMutablePointer<Int32>

private let measure: @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Number?, Number?, Number?, Number?) -> Void = {
  box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
  guard let box, let layout = StackLayout.layout(of: box) else { return }
  let mode = gtk_widget_get_request_mode(box)
  let across = mode.across(across, for: orientation)
  if orientation == GTK_ORIENTATION_VERTICAL, across >= 0, let height = prioritizedHeight(of: box, layout, width: across) {
    minimum?.pointee = height.minimum
    natural?.pointee = height.natural
    minimumBaseline?.pointee = height.minimumBaseline
    naturalBaseline?.pointee = height.naturalBaseline
    return
  }
  gtk_layout_manager_measure(layout, box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline)
  guard orientation == GTK_ORIENTATION_VERTICAL, let minimum, let natural else { return }
  if across >= 0 {
    // GTK 4.18 measures the minimum height of a view for more width than the view gets, so a text of several lines would not have room for them.
    guard minimum.pointee < natural.pointee, mode != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT else { return }
    let height = RowLayout(box, spacing: layout.spacing, width: across).height()
    minimum.pointee = max(minimum.pointee, min(height.minimum, natural.pointee))
    return
  }
  var (minimumOfAny, naturalOfAny): (Int32, Int32) = (0, 0)
  gtk_layout_manager_measure(layout, box, orientation, anyWidth, &minimumOfAny, &naturalOfAny, minimumBaseline, naturalBaseline)
  minimum.pointee = max(minimum.pointee, minimumOfAny)
  natural.pointee = max(natural.pointee, naturalOfAny, minimum.pointee)
}

/// Returns the height of a row in a width that its views share by their priorities; `nil` if all have the same priority.
private func prioritizedHeight(
  of box: UnsafeMutablePointer<GtkWidget>, _ layout: UnsafeMutablePointer<GtkLayoutManager>, width: Int32
) -> (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32)? {
  guard cgtk_priorities_are_used(), gtk_widget_get_request_mode(box) != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT else { return nil }
  let row = RowLayout(box, spacing: Int32(gtk_box_layout_get_spacing(layout.opaque)), width: width)
  return row.hasPriorities ? row.height() : nil
}

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = { box, width, height, baseline in
  guard let box, let layout = StackLayout.layout(of: box) else { return }
  // A window that became too small is laid out once before the desktop makes it larger. GTK 4.18 warns about each view that is measured for less room
  // than it needs. So the views get what they need, and reach over the edge.
  let width = max(width, StackLayout.minimum(of: box, GTK_ORIENTATION_HORIZONTAL, across: -1))
  let height = max(height, StackLayout.minimum(of: box, GTK_ORIENTATION_VERTICAL, across: width))
  if gtk_widget_get_request_mode(box) != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT {
    RowLayout(box, spacing: layout.spacing, width: width).allocate(height: height, baseline: baseline)
  } else {
    gtk_layout_manager_allocate(layout, box, width, height, baseline)
  }
}

/// Shares the height of a column whose views have different priorities.
private let shareByPriority: @convention(c) (UnsafeMutablePointer<GtkRequestedSize>?, guint, Int32) -> gboolean = { requests, count, left in
  let requests = UnsafeMutableBufferPointer(start: requests, count: Int(count))
  return requests.shareByPriority(left) ? 1 : 0
}

extension UnsafeMutablePointer<GtkLayoutManager> {
  /// The distance between the views of a box layout, in pixels.
  fileprivate var spacing: Int32 { Int32(gtk_box_layout_get_spacing(OpaquePointer(self))) }
}
