public import CGtk
internal import CGtkBridge

/// A pointer to a GObject, in any of the pointer types that Swift uses for imported C pointers.
///
/// A pointer is *borrowed*: it does not keep the object alive. Code that needs the object to live holds a
/// ``GObjectReference``. Code that must detect the end of the object holds a ``WeakGObjectReference``. A handler of a
/// widget's own signal needs neither, because the widget lives while it emits the signal.
public protocol GObjectPointer {
  /// The address of the object, without a type.
  var rawPointer: UnsafeMutableRawPointer { get }
}

extension UnsafeMutableRawPointer: GObjectPointer {
  /// The pointer itself.
  public var rawPointer: UnsafeMutableRawPointer { self }
}

extension UnsafeMutablePointer: GObjectPointer {
  /// The same address without a type.
  public var rawPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: GObjectPointer {
  /// The same address without a type.
  public var rawPointer: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension GObjectPointer {
  /// The object as a `GObject`, the type from which all types of objects inherit.
  public var gobject: UnsafeMutablePointer<GObject> { rawPointer.assumingMemoryBound(to: GObject.self) }

  /// The pointer in the type that Swift uses for opaque C types, such as `GtkLabel`.
  public var opaque: OpaquePointer { OpaquePointer(rawPointer) }

  /// The object as a widget. The object must be a widget. Debug builds check this.
  public var widget: UnsafeMutablePointer<GtkWidget> { cast(to: GtkWidget.self, gtk_widget_get_type()) }

  /// The object as a window. The object must be a window. Debug builds check this.
  public var window: UnsafeMutablePointer<GtkWindow> { cast(to: GtkWindow.self, gtk_window_get_type()) }

  /// Whether the object is of the type `type` or of a type that inherits from `type`.
  public func isA(_ type: GType) -> Bool { cgtk_object_is_a(rawPointer, type) }

  /// Returns the pointer as a pointer to a C type. The object must be of that type. Debug builds check this.
  ///
  /// - Parameters:
  ///   - to: The C type.
  ///   - type: The GType of the C type.
  public func cast<Type>(to: Type.Type, _ type: GType) -> UnsafeMutablePointer<Type> {
    assert(isA(type), "A \(typeName) is not a \(String(cString: g_type_name(type))).")
    return rawPointer.assumingMemoryBound(to: Type.self)
  }

  /// The name of the object's type, such as `GtkLabel`.
  public var typeName: String { String(cString: g_type_name(cgtk_object_type(rawPointer))) }
}
