internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The look of programs: the desktop's settings for their appearance.
struct DesktopLook: Equatable {
  var colorScheme = ColorScheme.light
  var contrast = ColorSchemeContrast.standard
  var reducesMotion = false
  /// The accent colour that the user has selected in the desktop's settings, 8 bits each for red, green and blue. `nil`
  /// if the desktop reports none.
  var accent: Int32?
  /// The size of text, as a multiple of the default size.
  var textScale = 1.0
  /// The reading direction of the desktop's language. In GTK, `GTK_TEXT_DIR_NONE` stands for this direction.
  var layoutDirection = LayoutDirection(GTK_TEXT_DIR_NONE)
}

private struct DesktopLookKey: EnvironmentKey {
  static var defaultValue: DesktopLook { DesktopLook() }
}

extension EnvironmentValues {
  /// The desktop's settings, unless an ancestor view overrides them.
  var desktopLook: DesktopLook {
    get { self[DesktopLookKey.self] }
    set { self[DesktopLookKey.self] = newValue }
  }
}

/// Observes the appearance settings of the desktop. Some of them are in GTK's settings, the others in the desktop's
/// portal, a service on the session bus. See docs/library/appearance.md.
@MainActor
final class DesktopAppearance {
  static let shared = DesktopAppearance()

  /// The desktop's current settings.
  private(set) var look = DesktopLook()
  /// The closures to call after a change, by the identities of the observing objects.
  private var observers: [ObjectIdentifier: @MainActor (DesktopLook) -> Void] = [:]

  private init() {
    guard let settings = gtk_settings_get_default() else { return }
    look = currentLook
    for name: StaticString in [
      "notify::gtk-application-prefer-dark-theme", "notify::gtk-theme-name", "notify::gtk-enable-animations",
      "notify::gtk-interface-color-scheme", "notify::gtk-interface-contrast", "notify::gtk-xft-dpi",
    ] {
      // Safe because the shared object is never deallocated.
      connect(settings, .notify(name)) { [unowned self] in update() }
    }
    cgtk_look_follow(portalSettingsDidChange)
  }

  /// Calls a closure after each change, until ``removeObserver(_:)`` is called with the same object. The closure must
  /// not retain the object.
  func observe(_ object: AnyObject, _ notify: @escaping @MainActor (DesktopLook) -> Void) {
    observers[ObjectIdentifier(object)] = notify
  }

  /// Removes the closure that was registered with an object.
  func removeObserver(_ object: AnyObject) {
    observers[ObjectIdentifier(object)] = nil
  }

  /// Reads the desktop's settings, and notifies the observers if they have changed.
  func update() {
    let newLook = currentLook
    guard look != newLook else { return }
    look = newLook
    for notify in observers.values { notify(look) }
  }

  /// The settings as GTK and the portal report them now.
  private var currentLook: DesktopLook {
    DesktopLook(
      colorScheme: cgtk_look_is_dark() ? .dark : .light,
      contrast: cgtk_look_has_high_contrast() ? .increased : .standard,
      reducesMotion: !cgtk_look_has_animations(),
      accent: cgtk_look_accent() == CGTK_NO_ACCENT ? nil : cgtk_look_accent(),
      textScale: cgtk_look_text_scale())
  }
}

private let portalSettingsDidChange: @convention(c) () -> Void = {
  // Safe because the main loop calls this function on the process's first thread.
  MainActor.assumeIsolated { DesktopAppearance.shared.update() }
}

extension EnvironmentValues {
  /// The reading direction: the direction of the desktop's language, unless an ancestor view sets another one. A
  /// direction that a view sets applies to all views below it, but not to the window's title bar.
  public var layoutDirection: LayoutDirection {
    get { explicitLayoutDirection ?? desktopLook.layoutDirection }
    set { explicitLayoutDirection = newValue }
  }
}
