internal import CGtk
internal import GtkBridge

/// What is written on a button, which has one child: a view as it is, several side by side in a box.
@MainActor
struct ButtonChild {
  private var shown: [UnsafeMutablePointer<GtkWidget>] = []
  /// Borrowed of the button, while there are several views.
  private var box: UnsafeMutablePointer<GtkWidget>?
  private var boxed = WidgetChildren()
  /// Whether it is an icon and nothing else.
  private(set) var isIconOnly = false
  /// Whether it is a text and nothing else.
  private var isTextOnly = false

  /// The class by which GTK's theme knows such a button.
  var className: String? { isIconOnly ? "image-button" : isTextOnly ? "text-button" : nil }

  /// Puts widgets into a button.
  ///
  /// - Parameters:
  ///   - widgets: The widgets, in order.
  ///   - setChild: Gives the button another child, or none. A widget is never taken out behind the button's back: it would be lost.
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
