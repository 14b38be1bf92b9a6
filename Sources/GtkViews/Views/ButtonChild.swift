internal import CGtk
internal import GtkBridge

/// The child of a GTK button. A button can have only one child. If the label has a single widget, this widget is the
/// child. If it has several, the child is a box with the widgets next to each other.
@MainActor
struct ButtonChild {
  /// The widgets of the label after the last update.
  private var shown: [UnsafeMutablePointer<GtkWidget>] = []
  /// The box around several widgets. Borrowed from the button. `nil` while there is only one.
  private var box: UnsafeMutablePointer<GtkWidget>?
  /// The widgets in the box.
  private var boxed = WidgetChildren()
  /// Whether the content is only an icon.
  private(set) var isIconOnly = false
  /// Whether the content is only a text.
  private var isTextOnly = false

  /// GTK's CSS class for a button with only an icon or only a text. `nil` for other buttons.
  var className: String? { isIconOnly ? "image-button" : isTextOnly ? "text-button" : nil }

  /// Puts widgets into a button.
  ///
  /// - Parameters:
  ///   - widgets: The widgets, in order.
  ///   - setChild: Sets the button's child, or removes it if the argument is `nil`. The button must remove its child
  ///     itself. Otherwise the button would later remove the widget from the widget's new parent.
  mutating func show(_ widgets: [UnsafeMutablePointer<GtkWidget>], setChild: (UnsafeMutablePointer<GtkWidget>?) -> Void)
  {
    isIconOnly = widgets.count == 1 && widgets[0].isA(gtk_image_get_type())
    isTextOnly = widgets.count == 1 && widgets[0].isA(gtk_label_get_type())
    guard widgets != shown else { return }
    shown = widgets
    if widgets.count > 1 {
      fillBox(with: widgets, setChild: setChild)
    } else {
      if let box { boxed.update(to: [], .box(OpaquePointer(box))) }
      box = nil
      setChild(widgets.first)
    }
  }

  private mutating func fillBox(
    with widgets: [UnsafeMutablePointer<GtkWidget>], setChild: (UnsafeMutablePointer<GtkWidget>?) -> Void
  ) {
    if let box { return boxed.update(to: widgets, .box(OpaquePointer(box))) }
    setChild(nil)
    let new = StackLayout.makeRow(spacing: 6)
    boxed.update(to: widgets, .box(OpaquePointer(new)))
    setChild(new)
    box = new
  }
}
