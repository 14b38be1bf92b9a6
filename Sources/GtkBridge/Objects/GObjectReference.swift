public import CGtk

/// Owns one reference to a GObject, and gives it back when it goes away.
///
/// A widget that GTK has just made is *floating*: nobody owns it yet. Taking it here sinks it, so the object lives at least as long as
/// this reference, inside a parent or out of one.
///
/// Do not own a window for longer than a call: while somebody owns it, `gtk_window_destroy` takes it off the screen but its `destroy`
/// signal, and with it the end of its dialogs, waits. A window is owned by GTK; hold it by a ``WeakGObjectReference``.
@MainActor
public final class GObjectReference {
  /// Owned: released in `deinit`.
  public let pointer: UnsafeMutablePointer<GObject>

  /// Adds a reference of its own, or takes the floating one.
  public init(_ object: some GObjectPointer) {
    g_object_ref_sink(object.rawPointer)
    pointer = object.gobject
  }

  /// Takes over a reference that a function has given to its caller ("transfer full").
  public init(takingOver object: some GObjectPointer) {
    pointer = object.gobject
  }

  isolated deinit {
    g_object_unref(pointer)
  }

  /// The object as a widget, borrowed. It must be one.
  public var widget: UnsafeMutablePointer<GtkWidget> { pointer.widget }

  /// The object as C types that Swift does not see into take it, borrowed.
  public var opaque: OpaquePointer { pointer.opaque }
}
