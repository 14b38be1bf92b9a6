internal import CGtkBridge
package import CGtk

/// Owns one reference to a widget and releases it in `deinit`, like ``GObjectReference``, but without a Swift object
/// of its own.
///
/// Each view with a widget of its own has a node that stores an `OwnedWidget` (`WidgetNode` in `GtkViews`). An
/// `OwnedWidget` may be destroyed on any thread. On the first thread, `deinit` releases the widget at once. On another
/// thread, it schedules the release in the main loop.
package struct OwnedWidget: ~Copyable {
  /// Owned.
  package let pointer: UnsafeMutablePointer<GtkWidget>

  /// Takes over the reference of a floating widget, or adds a reference to any other widget.
  @MainActor package init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    g_object_ref_sink(widget)
    pointer = widget
  }

  deinit {
    cgtk_release(pointer)
  }
}
