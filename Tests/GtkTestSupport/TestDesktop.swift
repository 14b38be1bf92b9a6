internal import CGtk
internal import CGtkBridge
internal import CMainLoopTesting
public import Testing

/// A desktop that can offer a portal on the test's own session bus. The portal is the D-Bus service that provides the
/// appearance of programs. ``end()`` restores GTK's theme, its dark variant and its setting for animations.
@MainActor public final class TestDesktop {
  private let savedSettings = mainloop_testing_look_save()
  private var hasPortal = false

  /// Creates a desktop without a portal, and saves the settings that ``end()`` restores.
  public init() {}

  /// Offers a portal with these values. The colour scheme is 1 for dark and 2 for light. The contrast is 1 for more
  /// contrast. 0 means that the user has no preference.
  public func offerPortal(
    colorScheme: UInt32 = 0, contrast: UInt32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    hasPortal = mainloop_testing_portal_begin(colorScheme, contrast)
    if !hasPortal {
      Issue.record("There is no session bus: run the tests under dbus-run-session", sourceLocation: sourceLocation)
    }
  }

  /// The number of times that the portal's values were read.
  public var portalReadCount: UInt32 { mainloop_testing_portal_readings() }

  /// Sets a key of the portal, such as `contrast`, to another number, and notifies the observers.
  public func set(_ key: String, _ number: UInt32) { mainloop_testing_portal_set(key, number) }

  /// Notifies observers that a key has a text in place of a number. The portal's value stays the same.
  public func emitText(_ text: String, forKey key: String) { mainloop_testing_portal_emit_text(key, text) }

  /// Notifies observers of an accent colour. The portal's values stay the same. A component below 0 or above 1 means
  /// that the user has selected no accent colour.
  public func emitAccent(red: Double, green: Double, blue: Double) {
    mainloop_testing_portal_emit_color(red, green, blue)
  }

  /// Removes the portal.
  public func removePortal() {
    if hasPortal { mainloop_testing_portal_end() }
    hasPortal = false
  }

  /// Removes the portal, and restores GTK's settings. Call it once, at the end.
  public func end() {
    removePortal()
    mainloop_testing_look_restore(savedSettings)
  }

  /// The name of GTK's theme in GTK's settings.
  public var theme: String {
    get { text("gtk-theme-name") }
    set { setText("gtk-theme-name", newValue) }
  }

  /// Whether GTK's settings request a dark theme.
  public var prefersDark: Bool {
    var value = GValue()
    g_value_init(&value, cgtk_type_boolean())
    defer { g_value_unset(&value) }
    g_object_get_property(settings, "gtk-application-prefer-dark-theme", &value)
    return g_value_get_boolean(&value) != 0
  }

  private var settings: UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(gtk_settings_get_default()!).assumingMemoryBound(to: GObject.self)
  }

  private func text(_ name: String) -> String {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    defer { g_value_unset(&value) }
    g_object_get_property(settings, name, &value)
    return g_value_get_string(&value).map { String(cString: $0) } ?? ""
  }

  private func setText(_ name: String, _ text: String) {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    defer { g_value_unset(&value) }
    g_value_set_string(&value, text)
    g_object_set_property(settings, name, &value)
  }
}
