internal import CGtk

/// Sets the closure that is called each time before a menu button shows its popover. The closure may create the
/// popover.
///
/// The button owns the closure. A new closure replaces an earlier one.
///
/// - Parameters:
///   - button: A `GtkMenuButton`. Borrowed.
///   - prepare: Called before the popover is shown.
@MainActor
package func setMenuPreparation(of button: OpaquePointer, _ prepare: @escaping @MainActor () -> Void) {
  // Safe because the button calls `releasePreparation` once, which releases the reference.
  let data = Unmanaged.passRetained(Preparation(prepare)).toOpaque()
  gtk_menu_button_set_create_popup_func(button, callPreparation, data, releasePreparation)
}

/// The closure of a menu button, which is passed to C as a retained pointer.
@MainActor
private final class Preparation {
  let prepare: @MainActor () -> Void

  init(_ prepare: @escaping @MainActor () -> Void) {
    self.prepare = prepare
  }
}

private let callPreparation: GtkMenuButtonCreatePopupFunc = { _, data in
  // Safe because GTK calls this function on the process's first thread, which `data` does not leave.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated {
    // Safe because the button holds the reference as long as the button exists.
    if let data { Unmanaged<Preparation>.fromOpaque(data).takeUnretainedValue().prepare() }
  }
}

private let releasePreparation: GDestroyNotify = { data in
  // Safe because this function is called once and releases the reference that `setMenuPreparation` took.
  if let data { Unmanaged<Preparation>.fromOpaque(data).release() }
}
