internal import CGtkBridge
package import CGtk

/// Owns one reference to a widget and releases it at its end, as ``GObjectReference`` does, without an object of its own.
///
/// There is one for each view on screen. The end may come on any thread: the widget is then released by the main loop.
package struct OwnedWidget: ~Copyable {
  /// Owned.
  package let pointer: UnsafeMutablePointer<GtkWidget>

  /// Adds a reference to a widget, or takes the floating one.
  @MainActor package init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_ref_sink(widget)
    pointer = widget
  }

  deinit {
    cgtk_release(pointer)
  }
}
