public import CGtk

/// Knows an object without keeping it alive: when the object goes away, ``pointer`` is `nil`.
///
/// A widget is gone when the last who owns it lets go. One that was destroyed while somebody still owns it lives on until then, off the
/// screen: a window that is being destroyed within one of its own signals, for example. Ask GTK whether it is on screen, not this object.
@MainActor
public final class WeakGObjectReference {
  /// Owned: what GObject writes to when the object goes. It must not move, hence its own allocation.
  private let reference: UnsafeMutablePointer<GWeakRef>

  /// Begins to know an object, or none.
  public init(_ object: (some GObjectPointer)?) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, object?.rawPointer)
  }

  isolated deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  /// The object, borrowed, or `nil` once it is gone. It lives at least until something of GTK is called that may end it.
  public var pointer: UnsafeMutablePointer<GObject>? {
    guard let object = g_weak_ref_get(reference) else { return nil }
    // Given back at once: on GTK's own thread nobody ends the object between here and the caller.
    g_object_unref(object)
    return object.gobject
  }

  /// The object as a widget, borrowed, or `nil` once it is gone. It must be one.
  public var widget: UnsafeMutablePointer<GtkWidget>? { pointer?.widget }

  /// Whether the object still lives.
  public var isAlive: Bool { pointer != nil }
}
