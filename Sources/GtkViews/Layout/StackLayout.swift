internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Lays out a stack as GTK's boxes do, but for two answers: how wide it must be at least for a height, and how high it is for any width.
///
/// A box of GTK's that holds texts says that it must be wider if it is high: it gives a text no more height than the text would like to
/// have, and asks how wide the text is then. A box around it takes that for a contradiction, complains, and lets its children overlap. The
/// width of what is as high as its width makes it does not depend on a height, so here it does not.
///
/// It also shares out a row's width by asking how wide each text is at the row's height, though it has said how high the row is by asking
/// without one: a text that would like a line gets the width of two, as soon as something beside it is two lines high. Here a row's width is
/// shared out as it was for its height.
///
/// GTK 4.8's layout of a row forgets the baselines of what is in it when it is asked for a height without a width: a symbol beside a text then
/// needs a pixel more than was said, about which GTK complains, and which nobody has left for it.
enum StackLayout {
  private static let key = "gtkviews-stack"

  /// Gives a box the layout of a stack. `GtkBox`'s own functions for spacing and alignment no longer work on it.
  static func install(_ orientation: GtkOrientation, spacing: Int, on box: UnsafeMutablePointer<GtkWidget>) {
    let layout = gtk_box_layout_new(orientation)!
    gtk_box_layout_set_spacing(layout.opaque, guint(spacing))
    // The box owns it. It is not the box's layout manager itself: it is asked by the one that is.
    g_object_set_data_full(box.gobject, key, layout, g_object_unref)
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(requestMode, measure, allocate))
  }

  /// A box whose views stand side by side. Owned by who puts it into a widget.
  static func makeRow(spacing: Int) -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    install(GTK_ORIENTATION_HORIZONTAL, spacing: spacing, on: box)
    return box
  }

  /// Sets how far the views of a stack stand apart.
  static func setSpacing(_ spacing: Int, of box: UnsafeMutablePointer<GtkWidget>) {
    if let layout = layout(of: box) { gtk_box_layout_set_spacing(OpaquePointer(layout), guint(spacing)) }
    gtk_widget_queue_resize(box)
  }

  fileprivate static func layout(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkLayoutManager>? {
    g_object_get_data(box.gobject, key)?.assumingMemoryBound(to: GtkLayoutManager.self)
  }

  /// What the views in a box need at least. GTK's answer, which it remembers, counts the box's margins too, and they are not for its views.
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

  /// Which of its sizes the views in a box derive from the other. `gtk_widget_get_request_mode` asks once for it, and remembers.
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
  /// The room across on which a length depends: none, if it is the other length that depends on this one.
  func across(_ across: Int32, for orientation: GtkOrientation) -> Int32 {
    self == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH && orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : across
  }
}

private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { box in
  box.map { StackLayout.mode(of: $0) } ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
}

/// Wider than any row: GTK asks for the height of such a width to find out whether a height can be had at all.
private let anyWidth: Int32 = 1 << 20

private typealias Number = UnsafeMutablePointer<Int32>

private let measure: @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Number?, Number?, Number?, Number?) -> Void = {
  box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
  guard let box, let layout = StackLayout.layout(of: box) else { return }
  let mode = gtk_widget_get_request_mode(box)
  if let minimum, let natural, layout.isColumn, mode != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT {
    return cgtk_column_measure(box, layout.spacing, orientation, across, minimum, natural)
  }
  let across = mode.across(across, for: orientation)
  if orientation == GTK_ORIENTATION_VERTICAL, across >= 0, let height = prioritizedHeight(of: box, layout, width: across) {
    minimum?.pointee = height.minimum
    natural?.pointee = height.natural
    minimumBaseline?.pointee = height.minimumBaseline
    naturalBaseline?.pointee = height.naturalBaseline
    return
  }
  gtk_layout_manager_measure(layout, box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline)
  guard orientation == GTK_ORIENTATION_VERTICAL, across < 0, let minimum, let natural,
    !layout.isColumn
  else { return }
  var (minimumOfAny, naturalOfAny): (Int32, Int32) = (0, 0)
  gtk_layout_manager_measure(layout, box, orientation, anyWidth, &minimumOfAny, &naturalOfAny, minimumBaseline, naturalBaseline)
  minimum.pointee = max(minimum.pointee, minimumOfAny)
  natural.pointee = max(natural.pointee, naturalOfAny, minimum.pointee)
}

/// How high a row is in a width that its views share by their priorities; `nil` if GTK shares it out, too, as it is done here.
private func prioritizedHeight(
  of box: UnsafeMutablePointer<GtkWidget>, _ layout: UnsafeMutablePointer<GtkLayoutManager>, width: Int32
) -> (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32)? {
  guard cgtk_priorities_are_used(), gtk_orientable_get_orientation(OpaquePointer(layout)) == GTK_ORIENTATION_HORIZONTAL,
    gtk_widget_get_request_mode(box) != GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT
  else { return nil }
  let row = RowLayout(box, spacing: Int32(gtk_box_layout_get_spacing(layout.opaque)), width: width)
  return row.hasPriorities ? row.height() : nil
}

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = { box, width, height, baseline in
  guard let box, let layout = StackLayout.layout(of: box) else { return }
  // A window that has become too small is laid out once more before the desktop makes it larger. GTK 4.18 complains about each view that is
  // measured for less room than it needs, so they have what they need meanwhile, and reach over the edge.
  let width = max(width, StackLayout.minimum(of: box, GTK_ORIENTATION_HORIZONTAL, across: -1))
  let height = max(height, StackLayout.minimum(of: box, GTK_ORIENTATION_VERTICAL, across: width))
  let isByHeight = gtk_widget_get_request_mode(box) == GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT
  if layout.isColumn {
    if let column = ColumnLayout(box, spacing: layout.spacing) {
      column.allocate(width: width, height: height)
    } else if !isByHeight {
      cgtk_column_allocate(box, layout.spacing, width, height)
    } else {
      gtk_layout_manager_allocate(layout, box, width, height, baseline)
    }
  } else if !isByHeight {
    RowLayout(box, spacing: layout.spacing, width: width).allocate(height: height, baseline: baseline)
  } else {
    gtk_layout_manager_allocate(layout, box, width, height, baseline)
  }
}

extension UnsafeMutablePointer<GtkLayoutManager> {
  /// Whether a box layout lays out views one below another.
  fileprivate var isColumn: Bool { gtk_orientable_get_orientation(OpaquePointer(self)) == GTK_ORIENTATION_VERTICAL }

  /// How far the views of a box layout stand apart, in pixels.
  fileprivate var spacing: Int32 { Int32(gtk_box_layout_get_spacing(OpaquePointer(self))) }
}
