import CGtk
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

/// All tests of views. They share one display, so they run one after another. The trait `.gtk` starts GTK.
@MainActor @Suite(.serialized, .gtk) struct GtkViewsTests {}

/// Presents a window with a view in it, and waits until the window is on screen.
///
/// - Parameters:
///   - width: The width in pixels. By default, the window is as wide as it needs to be. A test with a wide title bar
///     passes a width, because GTK 4.18 warns if a title bar has too little room for its content.
///   - height: The height in pixels. By default, the window is as high as it needs to be.
///   - environment: The environment of the views.
@MainActor
func show<Content: View>(
  width: Int32 = -1, height: Int32 = -1, environment: EnvironmentValues = EnvironmentValues(),
  @ViewBuilder _ content: () -> Content
) async -> ViewWindow<Content> {
  let window = ViewWindow(gtk_window_new().window, environment: environment, content: content)
  if let window = window.window { gtk_window_set_default_size(window, width, height) }
  window.present()
  // A view may have closed the window already, so that `window.window` is `nil`.
  await waitUntil("the window is on screen") { window.window.map { gtk_widget_get_mapped($0.widget) != 0 } ?? true }
  return window
}

extension ViewWindow {
  /// The texts of the visible labels below the title bar, in the order of the widgets.
  var texts: [String] { window.flatMap { gtk_window_get_child($0) }.map { GtkTestSupport.texts(in: $0) } ?? [] }

  /// Clicks the first button with this title. Records an issue if there is none.
  func click(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let window, let button = GtkTestSupport.button(title, in: window) else {
      Issue.record("There is no button “\(title)”.", sourceLocation: sourceLocation)
      return
    }
    await GtkTestSupport.click(button)
  }

  /// Closes all menus of the window, and then destroys the window. GTK 4.8 never releases a menu that is open when its
  /// window is destroyed, and warns later.
  func close() {
    guard let window else { return }
    for menu in widgets(ofType: gtk_popover_menu_get_type(), in: window) where gtk_widget_get_mapped(menu) != 0 {
      gtk_popover_popdown(UnsafeMutablePointer(OpaquePointer(menu)))
    }
    gtk_window_destroy(window)
  }
}
