internal import CGtk
internal import GtkBridge

/// Lays out a box like the single view in it, and makes GTK draw that view with an effect.
///
/// GTK stores the effect as the transform of the view's allocation, so clicks reach the view where it is drawn. After
/// a change of the effect, GTK measures the view and lays out its content again only if the `spaceFraction` differs.
enum EffectLayout {
  /// The key under which a box stores its ``BoxData``.
  private static let key = "gtkviews-effect"

  /// The effect of a box, in memory that the box owns. The layout functions that GTK calls read it there.
  struct BoxData {
    var effect = Effect()
    /// The direction in which the space shrinks while the view appears or disappears. `nil` if the view keeps its
    /// space.
    var axis: Axis?
  }

  /// Returns a box that draws its content without an effect. The reference is floating.
  @MainActor static func makeBox() -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let data = g_malloc(gsize(MemoryLayout<BoxData>.size))!.bindMemory(to: BoxData.self, capacity: 1)
    data.initialize(to: BoxData())
    // The data is plain bytes, so freeing the memory is sufficient.
    g_object_set_data_full(box.gobject, key, data, g_free)
    AccessibleName.markWrapper(box)
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(requestMode, measure, allocate))
    return box
  }

  /// Changes the effect of a box.
  static func set(_ effect: Effect, on box: UnsafeMutablePointer<GtkWidget>) {
    guard let data = data(of: box), data.pointee.effect != effect else { return }
    let isResized = data.pointee.effect.spaceFraction != effect.spaceFraction
    data.pointee.effect = effect
    if isResized { gtk_widget_queue_resize(box) } else { gtk_widget_queue_allocate(box) }
  }

  /// Sets the direction in which the space of a box shrinks.
  static func setAxis(_ axis: Axis?, of box: UnsafeMutablePointer<GtkWidget>) {
    data(of: box)?.pointee.axis = axis
  }

  fileprivate static func data(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<BoxData>? {
    g_object_get_data(box.gobject, key)?.assumingMemoryBound(to: BoxData.self)
  }
}

/// Puts the widgets of a view into a box that takes one child. If the view has several widgets, the child is a vertical
/// stack of them.
@MainActor
struct SingleChild {
  /// The widgets after the last update.
  private var currentWidgets: [UnsafeMutablePointer<GtkWidget>] = []
  /// The stack for several widgets. It stays if there is only one widget again. `nil` until there are several.
  private var stack: (box: OpaquePointer, children: WidgetChildren)?

  /// Replaces the widgets in a box.
  mutating func update(to widgets: [UnsafeMutablePointer<GtkWidget>], in box: OpaquePointer) {
    let outerBox = UnsafeMutablePointer<GtkBox>(box)
    AccessibleName.handOver(from: box.widget, toOnlyViewIn: widgets)
    // The current widget moves into the new stack, and would lose the focus.
    let keptFocus = stack == nil && widgets.count > 1 && !currentWidgets.isEmpty ? KeptFocus(in: box.widget) : nil
    defer { keptFocus?.restore() }
    if stack == nil, widgets.count > 1 {
      for widget in currentWidgets { gtk_box_remove(outerBox, widget) }
      let stackBox = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
      StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: stackBox)
      AccessibleName.markWrapper(stackBox)
      gtk_box_append(outerBox, stackBox)
      stack = (stackBox.opaque, WidgetChildren())
    }
    if let stack {
      self.stack?.children.update(to: widgets, .box(stack.box))
    } else if widgets != currentWidgets {
      for widget in currentWidgets { gtk_box_remove(outerBox, widget) }
      for widget in widgets { gtk_box_append(outerBox, widget) }
    }
    currentWidgets = widgets
    // The container around the box aligns the box, so the widgets fill the box.
    for widget in widgets {
      if gtk_widget_get_halign(widget) != GTK_ALIGN_FILL { gtk_widget_set_halign(widget, GTK_ALIGN_FILL) }
      if gtk_widget_get_valign(widget) != GTK_ALIGN_FILL { gtk_widget_set_valign(widget, GTK_ALIGN_FILL) }
    }
  }
}

/// Returns the child of a box, or `nil` if the box has no child that is laid out.
private func child(of box: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
  guard let child = gtk_widget_get_first_child(box), gtk_widget_should_layout(child) != 0 else { return nil }
  return child
}

// GTK calls the following functions to lay out a box.
private let requestMode: @convention(c) (UnsafeMutablePointer<GtkWidget>?) -> GtkSizeRequestMode = { box in
  box.flatMap { child(of: $0) }.map { gtk_widget_get_request_mode($0) } ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
}

/// The memory for a result of a measurement. `nil` if the caller does not need the result.
private typealias MeasuredLength = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (
    UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, MeasuredLength?, MeasuredLength?, MeasuredLength?,
    MeasuredLength?
  ) -> Void =
    {
      box, orientation, sizeAcross, minimum, natural, minimumBaseline, naturalBaseline in
      guard let box, let child = child(of: box), let data = EffectLayout.data(of: box)?.pointee else { return }
      var sizeAcross = gtk_widget_get_request_mode(child).measuringSize(available: sizeAcross, in: orientation)
      if sizeAcross >= 0, data.effect.spaceFraction < 1 {
        // A view with less space than its minimum is still allocated its minimum.
        var minimumAcross: Int32 = 0
        let orientationAcross =
          orientation == GTK_ORIENTATION_VERTICAL ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        gtk_widget_measure(child, orientationAcross, -1, &minimumAcross, nil, nil, nil)
        sizeAcross = max(sizeAcross, minimumAcross)
      }
      gtk_widget_measure(child, orientation, sizeAcross, minimum, natural, minimumBaseline, naturalBaseline)
      guard data.axis?.gtk == orientation, data.effect.spaceFraction != 1 else { return }
      for length in [minimum, natural] {
        guard let length else { continue }
        length.pointee = Int32(pixels: (Double(length.pointee) * max(data.effect.spaceFraction, 0)).rounded())
      }
      for baseline in [minimumBaseline, naturalBaseline] { baseline?.pointee = -1 }
    }

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  box, width, height, baseline in
  guard let box, let child = child(of: box), let data = EffectLayout.data(of: box)?.pointee else { return }
  var (width, height) = (width, height)
  if data.effect.spaceFraction != 1, let axis = data.axis {
    // The view gets its natural size along the stack, and at least its minimum size across the stack, even if the space
    // is smaller. It is then drawn beyond its space.
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
  let transform = data.effect.transform(width: Double(width), height: Double(height), isRightToLeft: isRightToLeft)
  gtk_widget_allocate(child, width, height, data.effect.spaceFraction == 1 ? baseline : -1, transform)
}
