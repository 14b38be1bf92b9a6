internal import CGtk
internal import GtkBridge

/// The content of a button, which has one child. A single view is the child itself. Several views are placed side by side in a box.
@MainActor
struct ButtonChild {
  private var shown: [UnsafeMutablePointer<GtkWidget>] = []
  /// Borrowed from the button. Exists only while there are several views.
  private var box: UnsafeMutablePointer<GtkWidget>?
  private var boxed = WidgetChildren()
  /// Whether the content is only an icon.
  private(set) var isIconOnly = false
  /// Whether the content is only a text.
  private var isTextOnly = false

  /// The CSS class of GTK's theme for such a button.
  var className: String? { isIconOnly ? "image-button" : isTextOnly ? "text-button" : nil }

  /// Puts widgets into a button.
  ///
  /// - Parameters:
  ///   - widgets: The widgets, in order.
  ///   - setChild: Sets or removes the button's child. A widget must not be removed in another way than by the button itself, or it would be lost.
  mutating func show(_ widgets: [UnsafeMutablePointer<GtkWidget>], setChild: (UnsafeMutablePointer<GtkWidget>?) -> Void) {
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

  private mutating func fillBox(with widgets: [UnsafeMutablePointer<GtkWidget>], setChild: (UnsafeMutablePointer<GtkWidget>?) -> Void) {
    if let box { return boxed.update(to: widgets, .box(OpaquePointer(box))) }
    setChild(nil)
    let new = StackLayout.makeRow(spacing: 6)
    boxed.update(to: widgets, .box(OpaquePointer(new)))
    setChild(new)
    box = new
  }
}
