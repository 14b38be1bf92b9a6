internal import CGtk

/// Calls a closure each time that a menu button is about to show its popover. The closure may create the popover.
///
/// The button owns the closure.
///
/// - Parameters:
///   - button: A `GtkMenuButton`. Borrowed.
///   - prepare: The closure.
@MainActor
package func prepareMenu(of button: OpaquePointer, _ prepare: @escaping @MainActor () -> Void) {
  // Safe because the button's destroy notify releases the reference.
  let data = Unmanaged.passRetained(Preparation(prepare)).toOpaque()
  gtk_menu_button_set_create_popup_func(button, callPreparation, data, releasePreparation)
}

@MainActor
private final class Preparation {
  let prepare: @MainActor () -> Void

  init(_ prepare: @escaping @MainActor () -> Void) {
    self.prepare = prepare
  }
}

private let callPreparation: GtkMenuButtonCreatePopupFunc = { _, data in
  // Safe because it does not leave the thread.
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated {
    // Safe because the button holds the reference as long as it may call.
    if let data { Unmanaged<Preparation>.fromOpaque(data).takeUnretainedValue().prepare() }
  }
}

private let releasePreparation: GDestroyNotify = { data in
  // Safe because it releases the reference of `prepareMenu`, once.
  if let data { Unmanaged<Preparation>.fromOpaque(data).release() }
}
