internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The layouts of stacks. A column has a layout manager in C. A row has the layout in this file. The layout of a row
/// calls GTK's box layout and corrects three faults of GTK:
///
/// - A `GtkBox` with texts reports a larger minimum width for a larger height, because it measures a text for at most
///   the text's natural height. An enclosing box then receives contradictory widths, logs a warning, and lets its
///   children overlap. This layout ignores the height when it measures the width of views whose height depends on their
///   width.
/// - A `GtkBox` distributes the width of a row by the widths of its texts at the height of the row. A text that needs
///   one line gets the width for two lines if a view next to it is two lines high. When this layout allocates the
///   views, it distributes the width in the same way as when it measures the height.
/// - The row layout of GTK 4.8 ignores the baselines of its children if it is measured without a width. A symbol next
///   to a text then needs one pixel more than the row has reported, and GTK logs a warning. This layout reports a
///   sufficient height.
enum StackLayout {
  /// The key under which the box of a row owns GTK's box layout.
  private static let dataKey = "gtkviews-stack"

  /// Installs the layout of a stack on a box. The functions of `GtkBox` for spacing and alignment then have no effect.
  static func install(_ orientation: GtkOrientation, spacing: Int, on box: UnsafeMutablePointer<GtkWidget>) {
    guard orientation == GTK_ORIENTATION_HORIZONTAL else {
      return cgtk_column_install(box, Int32(spacing), distributeHeight)
    }
    let layout = gtk_box_layout_new(orientation)!
    gtk_box_layout_set_spacing(layout.opaque, guint(spacing))
    // The box owns GTK's box layout. The layout functions below call it.
    g_object_set_data_full(box.gobject, dataKey, layout, g_object_unref)
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(requestMode, measure, allocate))
  }

  /// Returns a new box with the layout of a row. The reference is floating. `spacing` is in pixels.
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

  /// Returns GTK's box layout of a row, or `nil` for a column.
  fileprivate static func layout(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkLayoutManager>? {
    g_object_get_data(box.gobject, dataKey)?.assumingMemoryBound(to: GtkLayoutManager.self)
  }

  /// Returns the minimum size of a row in one direction, without the row's margins. `across` is the size in the other
  /// direction, or -1. The size that GTK caches includes margins, so the cached size is used only for a row without
  /// margins.
  fileprivate static func minimum(
    of box: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, across: Int32
  ) -> Int32 {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    if hasMargins(box) {
      measure(box, orientation, across, &minimum, &natural, nil, nil)
    } else {
      gtk_widget_measure(box, orientation, across, &minimum, nil, nil, nil)
    }
    return minimum
  }

  private static func hasMargins(_ box: UnsafeMutablePointer<GtkWidget>) -> Bool {
    gtk_widget_get_margin_start(box) | gtk_widget_get_margin_end(box) | gtk_widget_get_margin_top(box)
      | gtk_widget_get_margin_bottom(box) != 0
  }

  /// Returns the size request mode of a box: the mode of most of the views whose width and height depend on each other,
  /// or height-for-width if both modes are equally frequent. The box has a constant size if there are no such views.
  /// `gtk_widget_get_request_mode` caches the result for each widget.
  static func mode(of box: UnsafeMutablePointer<GtkWidget>) -> GtkSizeRequestMode {
    var (heightForWidthCount, widthForHeightCount) = (0, 0)
    var next = gtk_widget_get_first_child(box)
    while let child = next {
      if gtk_widget_should_layout(child) != 0 {
        switch gtk_widget_get_request_mode(child) {
        case GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH: heightForWidthCount += 1
        case GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT: widthForHeightCount += 1
        default: break
        }
      }
      next = gtk_widget_get_next_sibling(child)
    }
    guard heightForWidthCount + widthForHeightCount > 0 else { return GTK_SIZE_REQUEST_CONSTANT_SIZE }
    return widthForHeightCount > heightForWidthCount
      ? GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
  }
}

extension GtkSizeRequestMode {
  /// Returns the `for_size` with which a widget is measured in the direction `orientation`. `across` is the available
  /// size in the other direction. The result is -1 for the width of a height-for-width widget, because this width does
  /// not depend on the height.
  func measuringSize(available across: Int32, in orientation: GtkOrientation) -> Int32 {
    self == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH && orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : across
  }
}

private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { box in
  box.map { StackLayout.mode(of: $0) } ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
}

/// A width in pixels that is larger than the width of any row. To test whether a height is possible, GTK measures the
/// height for such a width. So the height that a row reports without a given width must be at least its height for this
/// width.
private let hugeWidth: Int32 = 1 << 20

/// A pointer to which a layout function writes a length or a baseline.
private typealias Output = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Output?, Output?, Output?, Output?) -> Void =
    {
      box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
      guard let box, let layout = StackLayout.layout(of: box) else { return }
      let mode = gtk_widget_get_request_mode(box)
      let across = mode.measuringSize(available: across, in: orientation)
      if orientation == GTK_ORIENTATION_VERTICAL, across >= 0,
        let height = prioritizedHeight(of: box, layout, width: across)
      {
        minimum?.pointee = height.minimum
        natural?.pointee = height.natural
        minimumBaseline?.pointee = height.minimumBaseline
        naturalBaseline?.pointee = height.naturalBaseline
        return
      }
      gtk_layout_manager_measure(layout, box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline)
      guard orientation == GTK_ORIENTATION_VERTICAL, let minimum, let natural else { return }
      if across >= 0 {
        // GTK 4.18 measures the minimum height of a view for more width than the view receives. Without the correction
        // below, the height would not suffice for a text with several lines.
        guard minimum.pointee < natural.pointee, mode != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT else { return }
        let height = RowLayout(box, spacing: layout.spacing, width: across).height()
        minimum.pointee = max(minimum.pointee, min(height.minimum, natural.pointee))
        return
      }
      var (hugeWidthMinimum, hugeWidthNatural): (Int32, Int32) = (0, 0)
      gtk_layout_manager_measure(
        layout, box, orientation, hugeWidth, &hugeWidthMinimum, &hugeWidthNatural, minimumBaseline, naturalBaseline)
      minimum.pointee = max(minimum.pointee, hugeWidthMinimum)
      natural.pointee = max(natural.pointee, hugeWidthNatural, minimum.pointee)
    }

/// Returns the height of a row for a width that is distributed by the priorities of its views. Returns `nil` if all
/// views have the same priority, or if the row's width depends on its height.
private func prioritizedHeight(
  of box: UnsafeMutablePointer<GtkWidget>, _ layout: UnsafeMutablePointer<GtkLayoutManager>, width: Int32
) -> (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32)? {
  guard cgtk_priorities_are_used(), gtk_widget_get_request_mode(box) != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT else {
    return nil
  }
  let row = RowLayout(box, spacing: layout.spacing, width: width)
  return row.hasPriorities ? row.height() : nil
}

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  box, width, height, baseline in
  guard let box, let layout = StackLayout.layout(of: box) else { return }
  // A window that became too small is laid out once before the window manager enlarges it. GTK 4.18 warns about each
  // view that is measured for less than its minimum size. So the views receive their minimum size and extend beyond the
  // edge.
  let width = max(width, StackLayout.minimum(of: box, GTK_ORIENTATION_HORIZONTAL, across: -1))
  let height = max(height, StackLayout.minimum(of: box, GTK_ORIENTATION_VERTICAL, across: width))
  if gtk_widget_get_request_mode(box) != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT {
    RowLayout(box, spacing: layout.spacing, width: width).allocate(height: height, baseline: baseline)
  } else {
    gtk_layout_manager_allocate(layout, box, width, height, baseline)
  }
}

/// Distributes the remaining height of a column by the priorities of its views. Called by the layout manager in C.
/// Returns 0 if all views have the same priority.
private let distributeHeight: @convention(c) (UnsafeMutablePointer<GtkRequestedSize>?, guint, Int32) -> gboolean = {
  requests, count, remaining in
  let requests = UnsafeMutableBufferPointer(start: requests, count: Int(count))
  return requests.distributeByPriority(remaining) ? 1 : 0
}

extension UnsafeMutablePointer<GtkLayoutManager> {
  /// The distance between the views of a box layout, in pixels.
  fileprivate var spacing: Int32 { Int32(gtk_box_layout_get_spacing(OpaquePointer(self))) }
}
