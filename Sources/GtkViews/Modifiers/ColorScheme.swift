internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Whether the desktop is light or dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}

private struct ColorSchemeKey: EnvironmentKey {
  static var defaultValue: ColorScheme { .light }
}

extension EnvironmentValues {
  /// Whether the desktop is light or dark. A view that reads it follows it.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
}

/// Follows how the desktop looks, as GTK's settings say.
@MainActor
final class DesktopAppearance {
  static let shared = DesktopAppearance()

  /// Whether the desktop is light or dark now.
  private(set) var colorScheme = ColorScheme.light
  private var observers: [ObjectIdentifier: @MainActor (ColorScheme) -> Void] = [:]
  /// Borrowed: GTK's own, for the life of the process. `nil` without a display.
  private let settings = gtk_settings_get_default()

  private init() {
    guard let settings else { return }
    colorScheme = current
    for name: StaticString in ["notify::gtk-application-prefer-dark-theme", "notify::gtk-theme-name"] {
      connect(settings, .notify(name)) { [unowned self] in look() }
    }
  }

  /// Tells an object of each change until ``removeObserver(_:)``. The closure must not hold the object.
  func observe(_ object: AnyObject, _ tell: @escaping @MainActor (ColorScheme) -> Void) {
    observers[ObjectIdentifier(object)] = tell
  }

  func removeObserver(_ object: AnyObject) {
    observers[ObjectIdentifier(object)] = nil
  }

  private func look() {
    guard colorScheme != current else { return }
    colorScheme = current
    for tell in observers.values { tell(colorScheme) }
  }

  private var current: ColorScheme {
    let isDark = read("gtk-application-prefer-dark-theme", cgtk_type_boolean()) { g_value_get_boolean($0) != 0 }
    let theme = read("gtk-theme-name", cgtk_type_string()) { g_value_get_string($0).map { String(cString: $0) } ?? "" }
    return isDark == true || theme?.hasSuffix("-dark") == true ? .dark : .light
  }

  private func read<Result>(_ name: String, _ type: GType, _ get: (UnsafePointer<GValue>) -> Result) -> Result? {
    guard let settings else { return nil }
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    g_object_get_property(settings.gobject, name, &value)
    return get(&value)
  }
}
