internal import CGtk

/// The icons that this module adds, because the icon themes of desktops lack them. The icons are in a GTK resource
/// inside the program. `Scripts/dev/compile-icons` generates the resource from `Icons/Originals`.
@MainActor
enum Icons {
  private static var isRegistered = false

  /// Adds the icons to the icon theme, once.
  static func register() {
    guard !isRegistered, let display = gdk_display_get_default() else { return }
    isRegistered = true
    let bytes = PackageResources.gtkviews_gresource
    let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(data) }
    guard let resource = g_resource_new_from_data(data, nil) else { return }
    g_resources_register(resource)
    g_resource_unref(resource)
    gtk_icon_theme_add_resource_path(gtk_icon_theme_get_for_display(display), "/io/github/podcaster/gtkviews/icons")
  }
}
