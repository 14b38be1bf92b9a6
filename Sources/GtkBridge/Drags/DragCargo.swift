package import CGtk
internal import CGtkBridge

/// Wraps a Swift value in a GObject, the cargo, so that GTK can carry the value in a drag within the program. Other
/// programs do not receive the value.
@MainActor
package enum DragCargo {
  /// The GType of the cargo. A drop target that accepts this type receives values of this program.
  package static var type: GType { cgtk_cargo_type() }

  /// Returns a content provider with a value, for a `GtkDragSource`. The caller owns the reference to the provider.
  package static func provider(for value: Any) -> UnsafeMutablePointer<GdkContentProvider> {
    // Safe because the cargo calls `releaseBox` when it is freed, which releases this reference to the box.
    let data = Unmanaged.passRetained(CargoBox(value)).toOpaque()
    let cargo = GObjectReference(takingOver: cgtk_cargo_new(data, releaseBox))
    var content = GValue()
    g_value_init(&content, type)
    defer { g_value_unset(&content) }
    g_value_set_object(&content, cargo.pointer)
    return gdk_content_provider_new_for_value(&content)
  }

  /// Returns the Swift value in the content of a drop, or `nil` if the content comes from another program.
  package static func value(in content: UnsafePointer<GValue>) -> Any? {
    guard g_type_check_value_holds(content, type) != 0, let data = cgtk_cargo_data(g_value_get_object(content)) else {
      return nil
    }
    // Safe because the cargo holds a reference to the box as long as the cargo lives.
    return Unmanaged<CargoBox>.fromOpaque(data).takeUnretainedValue().value
  }

  /// Returns the Swift value of a drag that is still in progress, or `nil` if the drag comes from another program.
  package static func value(of provider: UnsafeMutablePointer<GdkContentProvider>) -> Any? {
    var content = GValue()
    g_value_init(&content, type)
    defer { g_value_unset(&content) }
    guard gdk_content_provider_get_value(provider, &content, nil) != 0 else { return nil }
    return value(in: &content)
  }
}

/// Holds the dragged value. The cargo owns this box.
private final class CargoBox {
  let value: Any

  init(_ value: Any) {
    self.value = value
  }
}

private let releaseBox: GDestroyNotify = { data in
  // Safe because a cargo calls this function once, and `provider(for:)` took the reference that is released here.
  if let data { Unmanaged<CargoBox>.fromOpaque(data).release() }
}
