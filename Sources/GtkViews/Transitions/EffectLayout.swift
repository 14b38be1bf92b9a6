internal import CGtk
internal import GtkBridge

/// The layout of a box with a single view in it. GTK draws the view with an effect. The box measures like the view. In
/// the direction of the ``BoxData/axis``, the size of the box is multiplied by the effect's `spaceFraction`.
///
/// GTK stores the effect as the transform of the view's allocation, so clicks reach the view where it is drawn. After
/// a change of the effect, GTK measures the view and lays out its content again only if the `spaceFraction` differs.
enum EffectLayout {
  /// The key under which a box stores its ``BoxData``.
  private static let key = "gtkviews-effect"

  /// The data of a box, in memory that the box owns. GTK calls the layout functions below, which read this data.
  struct BoxData {
    var effect = Effect()
    /// The direction in which the box is smaller than the view while the view appears or disappears. `nil` if the box
    /// keeps its full size.
    var axis: Axis?
  }

  /// Creates a box whose view is drawn without an effect at first. The reference is floating.
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
    let changesSpace = data.pointee.effect.spaceFraction != effect.spaceFraction
    data.pointee.effect = effect
    if changesSpace { gtk_widget_queue_resize(box) } else { gtk_widget_queue_allocate(box) }
  }

  /// Sets the direction in which a box shrinks, or `nil` for none. The next change of the effect uses the direction.
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
  /// The stack for several widgets. `nil` until there are several widgets for the first time. The stack is kept even if
  /// there is only one widget again.
  private var stack: (box: OpaquePointer, children: WidgetChildren)?

  /// Replaces the widgets in the box.
  mutating func update(to widgets: [UnsafeMutablePointer<GtkWidget>], in box: OpaquePointer) {
    let outerBox = UnsafeMutablePointer<GtkBox>(box)
    AccessibleName.handOver(from: box.widget, toOnlyViewIn: widgets)
    // The widget in the box moves into the new stack. Without `KeptFocus`, the widget would lose the focus.
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
        // `allocate` gives the view at least its minimum size across, so the view is measured for that size.
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
      // A shrunk box has no baseline. The value -1 stands for no baseline.
      for baseline in [minimumBaseline, naturalBaseline] { baseline?.pointee = -1 }
    }

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  box, width, height, baseline in
  guard let box, let child = child(of: box), let data = EffectLayout.data(of: box)?.pointee else { return }
  var (width, height) = (width, height)
  if data.effect.spaceFraction != 1, let axis = data.axis {
    // The view gets its natural size along `axis`, and at least its minimum size across, even if the box is smaller.
    // The view is then drawn beyond the box.
    var minimumAcross: Int32 = 0
    if axis == .horizontal {
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimumAcross, nil, nil, nil)
      height = max(height, minimumAcross)
    } else {
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimumAcross, nil, nil, nil)
      width = max(width, minimumAcross)
      gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    }
  }
  let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
  let transform = data.effect.transform(width: Double(width), height: Double(height), isRightToLeft: isRightToLeft)
  gtk_widget_allocate(child, width, height, data.effect.spaceFraction == 1 ? baseline : -1, transform)
}
