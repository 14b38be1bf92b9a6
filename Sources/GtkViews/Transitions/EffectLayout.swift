internal import CGtk
internal import GtkBridge

/// Lays out a box like the single view in it, and makes GTK draw that view with an effect.
///
/// GTK stores the effect as the transform of the view's allocation, so clicks reach the view where it is drawn. If the
/// effect changes but not its `room`, GTK neither measures the view nor lays out its content again.
enum EffectLayout {
  /// The key under which a box stores its ``Content``.
  private static let key = "gtkviews-effect"

  /// The effect, in memory that the box owns. The layout functions that GTK calls read it there.
  struct Content {
    var effect = Effect()
    /// The direction in which the space shrinks while the view appears or disappears. `nil` if the view keeps its
    /// space.
    var axis: Axis?
  }

  /// Returns a box that draws its content without an effect. The reference is floating.
  @MainActor static func makeBox() -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let content = g_malloc(gsize(MemoryLayout<Content>.size))!.bindMemory(to: Content.self, capacity: 1)
    content.initialize(to: Content())
    // The content is plain bytes, so freeing the memory is sufficient.
    g_object_set_data_full(box.gobject, key, content, g_free)
    AccessibleName.markWrapper(box)
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(requestMode, measure, allocate))
    return box
  }

  /// Changes the effect of a box.
  static func set(_ effect: Effect, on box: UnsafeMutablePointer<GtkWidget>) {
    guard let content = content(of: box), content.pointee.effect != effect else { return }
    let isResized = content.pointee.effect.room != effect.room
    content.pointee.effect = effect
    if isResized { gtk_widget_queue_resize(box) } else { gtk_widget_queue_allocate(box) }
  }

  /// Sets the direction in which the space of a box shrinks.
  static func setAxis(_ axis: Axis?, of box: UnsafeMutablePointer<GtkWidget>) {
    content(of: box)?.pointee.axis = axis
  }

  fileprivate static func content(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<Content>? {
    g_object_get_data(box.gobject, key)?.assumingMemoryBound(to: Content.self)
  }
}

/// Puts the widgets of a view into a box that takes one child. Several widgets are put into a vertical stack.
@MainActor
struct SingleChild {
  /// The widgets after the last update.
  private var current: [UnsafeMutablePointer<GtkWidget>] = []
  /// The stack of several widgets. `nil` until there are several.
  private var stack: (box: OpaquePointer, children: WidgetChildren)?

  mutating func update(to widgets: [UnsafeMutablePointer<GtkWidget>], in box: OpaquePointer) {
    let outer = UnsafeMutablePointer<GtkBox>(box)
    AccessibleName.handOver(from: box.widget, toOnlyOf: widgets)
    let keptFocus = stack == nil && widgets.count > 1 && !current.isEmpty ? KeptFocus(in: box.widget) : nil
    defer { keptFocus?.restore() }
    if stack == nil, widgets.count > 1 {
      for widget in current { gtk_box_remove(outer, widget) }
      let inner = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: inner)
      AccessibleName.markWrapper(inner)
      gtk_box_append(outer, inner)
      stack = (inner.opaque, WidgetChildren())
    }
    if let stack {
      self.stack?.children.update(to: widgets, .box(stack.box))
    } else if widgets != current {
      for widget in current { gtk_box_remove(outer, widget) }
      for widget in widgets { gtk_box_append(outer, widget) }
    }
    current = widgets
    for widget in widgets {
      if gtk_widget_get_halign(widget) != GTK_ALIGN_FILL { gtk_widget_set_halign(widget, GTK_ALIGN_FILL) }
      if gtk_widget_get_valign(widget) != GTK_ALIGN_FILL { gtk_widget_set_valign(widget, GTK_ALIGN_FILL) }
    }
  }
}

/// Returns the child of a box. `nil` if there is none, or if it is not laid out.
private func child(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
  guard let child = gtk_widget_get_first_child(box), gtk_widget_should_layout(child) != 0 else { return nil }
  return child
}

// GTK calls the following functions to lay out a box.
private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { box in
  box.flatMap { child(of: $0) }.map { gtk_widget_get_request_mode($0) } ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
}

/// A result of a measurement. `nil` if the caller does not need it.
private typealias Number = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Number?, Number?, Number?, Number?) -> Void =
    {
      box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
      guard let box, let child = child(of: box), let content = EffectLayout.content(of: box)?.pointee else { return }
      var across = gtk_widget_get_request_mode(child).across(across, for: orientation)
      if across >= 0, content.effect.room < 1 {
        // A view with less space than its minimum is still allocated its minimum.
        var needed: Int32 = 0
        let other = orientation == GTK_ORIENTATION_VERTICAL ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        gtk_widget_measure(child, other, -1, &needed, nil, nil, nil)
        across = max(across, needed)
      }
      gtk_widget_measure(child, orientation, across, minimum, natural, minimumBaseline, naturalBaseline)
      guard content.axis?.gtk == orientation, content.effect.room != 1 else { return }
      for length in [minimum, natural] {
        guard let length else { continue }
        length.pointee = Int32(pixels: (Double(length.pointee) * max(content.effect.room, 0)).rounded())
      }
      for baseline in [minimumBaseline, naturalBaseline] { baseline?.pointee = -1 }
    }

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  box, width, height, baseline in
  guard let box, let child = child(of: box), let content = EffectLayout.content(of: box)?.pointee else { return }
  var (width, height) = (width, height)
  if content.effect.room != 1, let axis = content.axis {
    // The view gets its natural size along the stack and at least its minimum size across, even if the space is
    // smaller.
    var minimum: Int32 = 0
    if axis == .horizontal {
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, nil, nil, nil)
      height = max(height, minimum)
    } else {
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
      width = max(width, minimum)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    }
  }
  let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
  let transform = content.effect.transform(width: Double(width), height: Double(height), isRightToLeft: isRightToLeft)
  gtk_widget_allocate(child, width, height, content.effect.room == 1 ? baseline : -1, transform)
}
