internal import CGtk

/// The one style sheet of all views: a class for each declaration that some view has asked for.
///
/// A provider for each widget would have GTK match every widget against every provider. Here there is one for the display, and widgets with
/// the same look share a class.
@MainActor
final class StyleSheet {
  static let shared = StyleSheet()

  /// Owned by the display too, for the life of the process.
  private let provider = gtk_css_provider_new()!
  private var classes: [String: String] = [:]
  private var text = ".gtkviews-plain { padding: 0; min-height: 0; min-width: 0; }\n"
    // The bar's own spacing is enough: a narrow window needs the room for its title.
    + "headerbar.gtkviews-bar .title { padding-left: 0; padding-right: 0; }\n"
    + "button.gtkviews-borderless:checked:not(:hover):not(:active) { background: none; box-shadow: none; border-color: transparent; }\n"
  private var isStale = true

  private init() {
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    loadIfStale()
  }

  /// The class whose widgets have these declarations, such as `color: red;`. It is in force before the next frame.
  func className(for declarations: String) -> String {
    className(for: declarations) { ".\($0) { \(declarations) }" }
  }

  /// The class whose widgets have the rules that are made for it, by what tells these rules from others.
  func className(for key: String, rules: (_ name: String) -> String) -> String {
    if let known = classes[key] { return known }
    let name = "gtkviews-\(classes.count)"
    classes[key] = name
    text += rules(name) + "\n"
    if !isStale {
      isStale = true
      ViewGraph.shared.beforeLayout { [unowned self] in loadIfStale() }
    }
    return name
  }

  /// Puts all classes into force at once, for views that are about to come on screen: GTK measures a window before its first frame, and
  /// lets what is styled later change from one look to the other.
  func loadIfStale() {
    guard isStale else { return }
    isStale = false
    gtk_css_provider_load_from_data(provider, text, -1)
  }
}

/// A class on a widget that is exchanged for another.
@MainActor
struct StyleClass {
  private var name: String?

  /// Gives the widget another class in place of the one before, or none.
  mutating func set(_ newName: String?, on widget: UnsafeMutablePointer<GtkWidget>) {
    guard newName != name else { return }
    if let name { gtk_widget_remove_css_class(widget, name) }
    if let newName { gtk_widget_add_css_class(widget, newName) }
    name = newName
  }
}
