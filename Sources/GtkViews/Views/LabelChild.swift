internal import CGtk
internal import GtkBridge

/// The child of a GTK button or of another control with a label. Such a control can have only one child. If the label
/// has a single widget, this widget is the child. If it has several, the child is a box with the widgets next to each
/// other.
@MainActor
struct LabelChild {
  /// The widgets of the label after the last update.
  private var labelWidgets: [UnsafeMutablePointer<GtkWidget>] = []
  /// The box around several widgets. Borrowed from the control. `nil` if there is at most one widget.
  private var box: UnsafeMutablePointer<GtkWidget>?
  /// The widgets in the box.
  private var boxChildren = WidgetChildren()
  /// Whether the label is only an icon.
  private(set) var isIconOnly = false
  /// Whether the label is only a text.
  private var isTextOnly = false

  /// GTK's CSS class for a button with only an icon or only a text. `nil` for other buttons.
  var className: String? { isIconOnly ? "image-button" : isTextOnly ? "text-button" : nil }

  /// Puts the widgets of the label into a control.
  ///
  /// - Parameters:
  ///   - widgets: The widgets of the label, in order.
  ///   - setChild: Sets the control's child, or removes it if the argument is `nil`. The closure must call the
  ///     control's function, such as `gtk_button_set_child`. If a child is removed in another way, the control keeps a
  ///     pointer to the child, and later removes the child from its new parent.
  mutating func show(_ widgets: [UnsafeMutablePointer<GtkWidget>], setChild: (UnsafeMutablePointer<GtkWidget>?) -> Void)
  {
    isIconOnly = widgets.count == 1 && widgets[0].isA(gtk_image_get_type())
    isTextOnly = widgets.count == 1 && widgets[0].isA(gtk_label_get_type())
    guard widgets != labelWidgets else { return }
    labelWidgets = widgets
    if widgets.count > 1 {
      fillBox(with: widgets, setChild: setChild)
    } else {
      if let box { boxChildren.update(to: [], .box(OpaquePointer(box))) }
      box = nil
      setChild(widgets.first)
    }
  }

  private mutating func fillBox(
    with widgets: [UnsafeMutablePointer<GtkWidget>], setChild: (UnsafeMutablePointer<GtkWidget>?) -> Void
  ) {
    if let box { return boxChildren.update(to: widgets, .box(OpaquePointer(box))) }
    setChild(nil)
    let newBox = StackLayout.makeRow(spacing: 6)
    boxChildren.update(to: widgets, .box(OpaquePointer(newBox)))
    setChild(newBox)
    box = newBox
  }
}
