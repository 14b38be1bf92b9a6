internal import CGtk

/// The style sheet of all views. It has one CSS class for each distinct set of declarations that a view has requested.
///
/// The style sheet is one GTK style provider of the display, and widgets with the same declarations share a class. With
/// one provider for each widget, GTK would match every widget against every provider.
@MainActor
final class StyleSheet {
  static let shared = StyleSheet()

  /// Owned. The display owns it too.
  private let provider = gtk_css_provider_new()!
  /// The names of the classes, by their declarations or another key.
  private var classNames: [String: String] = [:]
  /// The text of the style sheet. It starts with the library's fixed rules. The rules of each new class are appended.
  private var text =
    // Links and plain buttons take no more space than their content.
    ".gtkviews-plain { padding: 0; min-height: 0; min-width: 0; }\n"
    // The theme's padding is removed, so that a longer title fits into a narrow window. The bar's own spacing is
    // sufficient.
    + "headerbar.gtkviews-bar .title { padding-left: 0; padding-right: 0; }\n"
    // GTK's theme shows a border around a flat button that is on. This rule removes the border, unless the pointer is
    // over the button or the button is pressed.
    + "button.gtkviews-borderless:checked:not(:hover):not(:active) { background: none; box-shadow: none; border-color: transparent; }\n"
    // In the window of keyboard shortcuts, GTK 4.8's theme gives the page numbers a negative margin and no padding. GTK
    // then warns about their width.
    + "stackswitcher > button.circular > label { margin: 0; }\n"
  /// Whether `text` has rules that the provider has not loaded.
  private var isStale = true

  private init() {
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    loadIfStale()
  }

  /// Returns the name of the class with these declarations, such as `color: red;`. A new class takes effect before the
  /// next frame.
  func className(for declarations: String) -> String {
    className(forKey: declarations) { ".\($0) { \(declarations) }" }
  }

  /// Returns the name of the class for a key. If the key has no class, creates a class with the rules that the closure
  /// returns for the name of the new class.
  func className(forKey key: String, rules: (_ name: String) -> String) -> String {
    if let existingName = classNames[key] { return existingName }
    let name = "gtkviews-\(classNames.count)"
    classNames[key] = name
    text += rules(name) + "\n"
    if !isStale {
      isStale = true
      ViewGraph.shared.beforeLayout { [unowned self] in loadIfStale() }
    }
    return name
  }

  /// Loads the rules of new classes immediately. Call this before views come on screen. Otherwise GTK would measure a
  /// new window without the new classes, and would animate the change when they are loaded.
  func loadIfStale() {
    guard isStale else { return }
    isStale = false
    gtk_css_provider_load_from_data(provider, text, -1)
  }
}

/// A CSS class that a node has set on a widget and may replace.
@MainActor
struct StyleClass {
  /// The name of the class that the widget has, or `nil` for none.
  private var name: String?

  /// Replaces the widget's previous class with another one, or with none.
  mutating func set(_ newName: String?, on widget: UnsafeMutablePointer<GtkWidget>) {
    guard newName != name else { return }
    if let name { gtk_widget_remove_css_class(widget, name) }
    if let newName { gtk_widget_add_css_class(widget, newName) }
    name = newName
  }
}
