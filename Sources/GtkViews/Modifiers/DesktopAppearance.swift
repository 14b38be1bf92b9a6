internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// What the desktop says of how programs look.
struct DesktopLook: Equatable {
  var colorScheme = ColorScheme.light
  var contrast = ColorSchemeContrast.standard
  var reducesMotion = false
  /// In which direction the desktop's language is read.
  var layoutDirection = LayoutDirection(GTK_TEXT_DIR_NONE)
}

private struct DesktopLookKey: EnvironmentKey {
  static var defaultValue: DesktopLook { DesktopLook() }
}

extension EnvironmentValues {
  /// What the desktop says, unless a view above says something else.
  var desktopLook: DesktopLook {
    get { self[DesktopLookKey.self] }
    set { self[DesktopLookKey.self] = newValue }
  }
}

/// Follows how the desktop wants programs to look, as GTK's settings and the desktop's portal say: docs/appearance.md.
@MainActor
final class DesktopAppearance {
  static let shared = DesktopAppearance()

  /// What the desktop says now.
  private(set) var look = DesktopLook()
  private var observers: [ObjectIdentifier: @MainActor (DesktopLook) -> Void] = [:]

  private init() {
    guard let settings = gtk_settings_get_default() else { return }
    look = current
    for name: StaticString in [
      "notify::gtk-application-prefer-dark-theme", "notify::gtk-theme-name", "notify::gtk-enable-animations",
      "notify::gtk-interface-color-scheme", "notify::gtk-interface-contrast",
    ] {
      connect(settings, .notify(name)) { [unowned self] in follow() }
    }
    cgtk_look_follow(portalSaysOtherwise)
  }

  /// Tells an object of each change until ``removeObserver(_:)``. The closure must not hold the object.
  func observe(_ object: AnyObject, _ tell: @escaping @MainActor (DesktopLook) -> Void) {
    observers[ObjectIdentifier(object)] = tell
  }

  func removeObserver(_ object: AnyObject) {
    observers[ObjectIdentifier(object)] = nil
  }

  /// Looks whether the desktop says something else than before.
  func follow() {
    let current = current
    guard look != current else { return }
    look = current
    for tell in observers.values { tell(look) }
  }

  private var current: DesktopLook {
    DesktopLook(
      colorScheme: cgtk_look_is_dark() ? .dark : .light, contrast: cgtk_look_has_high_contrast() ? .increased : .standard,
      reducesMotion: !cgtk_look_has_animations())
  }
}

private let portalSaysOtherwise: @convention(c) () -> Void = {
  // Safe because it is called from the loop, on the first thread.
  MainActor.assumeIsolated { DesktopAppearance.shared.follow() }
}
