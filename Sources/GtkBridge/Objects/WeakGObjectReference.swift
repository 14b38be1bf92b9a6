public import CGtk

/// Refers to an object without keeping it alive. When the object is finalized, ``pointer`` becomes `nil`.
///
/// A widget is finalized when its last owner releases it. A destroyed widget that still has an owner exists, but is not
/// on screen. An example is a window that is being destroyed within one of its own signals. A pointer that is not `nil`
/// therefore does not mean that the widget is on screen. `gtk_widget_get_mapped` returns whether a widget is on screen.
@MainActor
public final class WeakGObjectReference {
  /// Owned. GObject writes to this memory when the object is finalized. The memory must not move, so it has its own
  /// allocation.
  private let reference: UnsafeMutablePointer<GWeakRef>

  /// Creates a weak reference to an object. With `nil`, ``pointer`` is always `nil`.
  public init(_ object: (some GObjectPointer)?) {
    reference = .allocate(capacity: 1)
    g_weak_ref_init(reference, object?.rawPointer)
  }

  isolated deinit {
    g_weak_ref_clear(reference)
    reference.deallocate()
  }

  /// The object, borrowed, or `nil` after the object was finalized. The pointer is valid until the caller calls a GTK
  /// function that may release the object.
  public var pointer: UnsafeMutablePointer<GObject>? {
    guard let object = g_weak_ref_get(reference) else { return nil }
    // Releases the strong reference that `g_weak_ref_get` added. The object still exists when this property returns,
    // because it has another owner, and other threads do not release objects.
    g_object_unref(object)
    return object.gobject
  }

  /// The object as a widget, borrowed, or `nil` after the object was finalized. The object must be a widget.
  public var widget: UnsafeMutablePointer<GtkWidget>? { pointer?.widget }

  /// Whether the object has not been finalized.
  public var isAlive: Bool { pointer != nil }
}
