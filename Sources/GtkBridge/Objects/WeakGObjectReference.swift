public import CGtk

/// Refers to an object without keeping it alive. When the object goes away, ``pointer`` is `nil`.
///
/// A widget is gone when its last owner releases it. A destroyed widget that still has an owner lives on, off the screen. An example is a window that
/// is being destroyed within one of its own signals. Use GTK to find out whether a widget is on screen, not this object.
@MainActor
public final class WeakGObjectReference {
  /// Owned. The memory that GObject changes when the object goes away. It must not move, so it has its own allocation.
  private let reference: UnsafeMutablePointer<GWeakRef>

  /// Creates a weak reference to an object, or to none.
  public init(_ object: (some GObjectPointer)?) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, object?.rawPointer)
  }

  isolated deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  /// The object, borrowed, or `nil` once it is gone. The object lives at least until a GTK function is called that may end it.
  public var pointer: UnsafeMutablePointer<GObject>? {
    guard let object = g_weak_ref_get(reference) else { return nil }
    // Released immediately. On GTK's own thread, the object does not end between here and the caller.
    g_object_unref(object)
    return object.gobject
  }

  /// The object as a widget, borrowed, or `nil` once it is gone. It must be one.
  public var widget: UnsafeMutablePointer<GtkWidget>? { pointer?.widget }

  /// Whether the object still lives.
  public var isAlive: Bool { pointer != nil }
}
