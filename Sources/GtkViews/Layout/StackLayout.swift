internal import CGtk
internal import GtkBridge

/// The layout of views in a row or a column: GTK's own, with smallest sizes that are enough however long the other side is.
///
/// Widgets of GTK 4.8 say less than they need when they are asked for one side without the other: a row forgets the baselines in it, so that
/// a symbol beside a text needs a pixel more than was said; a text that wraps needs the room of its longest word. A window that is as small
/// as was said is then too small, and GTK complains that widgets will overlap.
@MainActor
enum StackLayout {
  /// Makes a box of GTK's with this layout.
  static func makeBox(_ orientation: GtkOrientation, spacing: Int32 = 0) -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(orientation, spacing)!
    guard let layout = g_object_new_with_properties(type, 0, nil, nil) else { return box }
    gtk_orientable_set_orientation(OpaquePointer(layout), orientation)
    gtk_box_layout_set_spacing(OpaquePointer(layout), UInt32(spacing))
    gtk_widget_set_layout_manager(box, UnsafeMutablePointer(OpaquePointer(layout)))
    return box
  }

  private static let type: GType = {
    var query = GTypeQuery()
    g_type_query(gtk_box_layout_get_type(), &query)
    return g_type_register_static_simple(
      gtk_box_layout_get_type(), "GtkViewsStackLayout", query.class_size, overrideMeasure, query.instance_size, nil, GTypeFlags(rawValue: 0))
  }()
}

extension GtkSizeRequestMode {
  /// The room across on which a length depends: none, if it is the other length that depends on this one.
  func across(_ across: Int32, for orientation: GtkOrientation) -> Int32 {
    self == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH && orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : across
  }
}

private typealias Number = UnsafeMutablePointer<Int32>

private let overrideMeasure: GClassInitFunc = { classPointer, _ in
  classPointer?.assumingMemoryBound(to: GtkLayoutManagerClass.self).pointee.measure = measure
}

/// As long as a side can be: GTK asks for the other side with it, to find out what can be had at all.
private let longest: Int32 = 1 << 20
/// What keeps its proportions, such as a picture, would like to be as long on the other side. That is no smallest size.
private let largestMinimum: Int32 = 1 << 14

private let measure:
  @convention(c) (
    UnsafeMutablePointer<GtkLayoutManager>?, UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Number?, Number?, Number?, Number?
  ) -> Void = { layout, widget, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
    let box = g_type_class_peek(gtk_box_layout_get_type())?.assumingMemoryBound(to: GtkLayoutManagerClass.self)
    guard let measureBox = box?.pointee.measure, let widget, let minimum, let natural else { return }
    let across = gtk_widget_get_request_mode(widget).across(across, for: orientation)
    measureBox(layout, widget, orientation, across, minimum, natural, minimumBaseline, naturalBaseline)
    guard across < 0 else { return }
    var atLongest = (minimum: Int32(0), natural: Int32(0), minimumBaseline: Int32(-1), naturalBaseline: Int32(-1))
    measureBox(
      layout, widget, orientation, longest, &atLongest.minimum, &atLongest.natural, &atLongest.minimumBaseline, &atLongest.naturalBaseline)
    if atLongest.minimum < largestMinimum { minimum.pointee = max(minimum.pointee, atLongest.minimum) }
    natural.pointee = max(natural.pointee, minimum.pointee)
  }
