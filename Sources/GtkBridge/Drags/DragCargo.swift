package import CGtk
internal import CGtkBridge

/// A Swift value that is dragged within the program, in the form that GTK's drags require. Other programs do not
/// receive it.
@MainActor
package enum DragCargo {
  /// The type that a drop target requests.
  package static var type: GType { cgtk_cargo_type() }

  /// Returns the content of a drag source for a value. The caller owns the reference.
  package static func provider(for value: Any) -> UnsafeMutablePointer<GdkContentProvider> {
    // Safe because the object's destroy notify releases the reference.
    let data = Unmanaged.passRetained(CargoBox(value)).toOpaque()
    let object = GObjectReference(takingOver: cgtk_cargo_new(data, releaseCargo))
    var content = GValue()
    g_value_init(&content, type)
    defer { g_value_unset(&content) }
    g_value_set_object(&content, object.pointer)
    return gdk_content_provider_new_for_value(&content)
  }

  /// Returns the value that was dropped, or `nil` if it is not a value of this program.
  package static func value(in content: UnsafePointer<GValue>) -> Any? {
    guard g_type_check_value_holds(content, type) != 0, let data = cgtk_cargo_data(g_value_get_object(content)) else {
      return nil
    }
    // Safe because the object holds the reference as long as it lives.
    return Unmanaged<CargoBox>.fromOpaque(data).takeUnretainedValue().value
  }

  /// Returns the value of a drag, or `nil` if it is not a value of this program.
  package static func value(of provider: UnsafeMutablePointer<GdkContentProvider>) -> Any? {
    var content = GValue()
    g_value_init(&content, type)
    defer { g_value_unset(&content) }
    guard gdk_content_provider_get_value(provider, &content, nil) != 0 else { return nil }
    return value(in: &content)
  }
}

/// Keeps the dragged value for as long as its object lives.
private final class CargoBox {
  let value: Any

  init(_ value: Any) {
    self.value = value
  }
}

private let releaseCargo: GDestroyNotify = { data in
  // Safe because it releases the reference of `provider(for:)`, once.
  if let data { Unmanaged<CargoBox>.fromOpaque(data).release() }
}
