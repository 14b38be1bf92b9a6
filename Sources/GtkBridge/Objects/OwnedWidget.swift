internal import CGtkBridge
package import CGtk

/// Owns one reference to a widget and releases it at the end of its life, like ``GObjectReference``, but without allocating an object.
///
/// There is one for each view on screen. Its life may end on any thread. The main loop then releases the widget.
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
