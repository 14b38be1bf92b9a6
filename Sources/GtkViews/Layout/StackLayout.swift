internal import CGtk
internal import GtkBridge

/// The layout of a row of views: GTK's own, with a height that holds for any width.
///
/// GTK 4.8's `GtkBoxLayout` forgets the baselines of what is in a row when it is asked for a height without a width: a symbol beside a text
/// then needs a pixel more than was said, about which GTK complains, and which nobody has left for it.
@MainActor
enum StackLayout {
  /// Gives a `GtkBox` that lies across the layout.
  static func install(on box: UnsafeMutablePointer<GtkWidget>) {
    guard let layout = g_object_new_with_properties(type, 0, nil, nil) else { return }
    gtk_orientable_set_orientation(OpaquePointer(layout), GTK_ORIENTATION_HORIZONTAL)
    gtk_box_layout_set_spacing(OpaquePointer(layout), UInt32(gtk_box_get_spacing(UnsafeMutablePointer(box.opaque))))
    gtk_widget_set_layout_manager(box, UnsafeMutablePointer(OpaquePointer(layout)))
  }

  /// A box whose views stand side by side.
  static func makeRow(spacing: Int32) -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, spacing)!
    install(on: box)
    return box
  }

  private static let type: GType = {
    var query = GTypeQuery()
    g_type_query(gtk_box_layout_get_type(), &query)
    return g_type_register_static_simple(
      gtk_box_layout_get_type(), "GtkViewsRowLayout", query.class_size, overrideMeasure, query.instance_size, nil, GTypeFlags(rawValue: 0))
  }()
}

private typealias Number = UnsafeMutablePointer<Int32>

private let overrideMeasure: GClassInitFunc = { classPointer, _ in
  classPointer?.assumingMemoryBound(to: GtkLayoutManagerClass.self).pointee.measure = measure
}

/// Wider than any row: GTK asks for the height of such a width to find out whether a height can be had at all.
private let anyWidth: Int32 = 1 << 20

private let measure:
  @convention(c) (
    UnsafeMutablePointer<GtkLayoutManager>?, UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Number?, Number?, Number?, Number?
  ) -> Void = { layout, widget, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
    let box = g_type_class_peek(gtk_box_layout_get_type())?.assumingMemoryBound(to: GtkLayoutManagerClass.self)
    guard let measureBox = box?.pointee.measure, let minimum, let natural else { return }
    measureBox(layout, widget, orientation, across, minimum, natural, minimumBaseline, naturalBaseline)
    guard orientation == GTK_ORIENTATION_VERTICAL, across < 0 else { return }
    var (minimumOfAny, naturalOfAny): (Int32, Int32) = (0, 0)
    measureBox(layout, widget, orientation, anyWidth, &minimumOfAny, &naturalOfAny, minimumBaseline, naturalBaseline)
    minimum.pointee = max(minimum.pointee, minimumOfAny)
    natural.pointee = max(natural.pointee, naturalOfAny, minimum.pointee)
  }
