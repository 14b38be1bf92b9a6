public import CGtk

/// Owns one reference to a GObject and releases it in `deinit`.
///
/// A widget that GTK has just created is *floating*: its first reference has no owner yet. This type takes over the
/// floating reference (`g_object_ref_sink`), so the object lives at least as long as this value, with or without a
/// parent.
///
/// Do not own a window for longer than a function call. While a window has an owner other than GTK,
/// `gtk_window_destroy` removes it from the screen, but the window emits `destroy` only after that owner has
/// released it. The dialogs of the window would stay open until then. GTK owns windows. Refer to a window with a
/// ``WeakGObjectReference``.
@MainActor
public final class GObjectReference {
  /// Owned. Released in `deinit`.
  public let pointer: UnsafeMutablePointer<GObject>

  /// Takes over the reference of a floating object, or adds a reference to any other object.
  public init(_ object: some GObjectPointer) {
    g_object_ref_sink(object.rawPointer)
    pointer = object.gobject
  }

  /// Takes over a reference that a function returned to its caller ("transfer full").
  public init(takingOver object: some GObjectPointer) {
    pointer = object.gobject
  }

  isolated deinit {
    g_object_unref(pointer)
  }

  /// The object as a widget, borrowed. The object must be a widget.
  public var widget: UnsafeMutablePointer<GtkWidget> { pointer.widget }

  /// The object as a pointer for C types that Swift imports as opaque, borrowed.
  public var opaque: OpaquePointer { pointer.opaque }
}
