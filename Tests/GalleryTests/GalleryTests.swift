import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import Observation
import Testing

/// All tests of the gallery. They share one display, so no two of them run at the same time.
@MainActor @Suite(.serialized, .gtk) struct GalleryTests {}

/// A page of the gallery in a window of its own. Its animations advance only when the test advances ``frames``.
@MainActor
final class PageFixture {
  let frames = SteppedFrames()
  let window: UnsafeMutablePointer<GtkWindow>
  private let selection: Selection

  @Observable @MainActor fileprivate final class Selection {
    var page: GalleryPage?
    init(page: GalleryPage) { self.page = page }
  }

  /// Opens a page.
  init(_ page: GalleryPage, width: Int32 = 800, height: Int32 = 800) async {
    let selection = Selection(page: page)
    self.selection = selection
    var environment = EnvironmentValues()
    environment.animationClock = frames.clock
    window = gtk_window_new()!.window
    gtk_window_set_title(window, "Gallery")
    gtk_window_set_default_size(window, width, height)
    ViewWindow(window, environment: environment) { SelectedPage(selection: selection) }.present()
    await waitUntil("the window is on screen") { [window] in
      gtk_widget_get_mapped(window.widget) != 0 && gtk_widget_get_width(window.widget) > 0
    }
    // A focused text field would show a blinking cursor.
    gtk_window_set_focus(window, nil)
    await settle()
  }

  /// Opens the page with an id.
  convenience init(page id: String) async throws {
    await self.init(try #require(GalleryPage.all.first { $0.id == id }))
  }

  private struct SelectedPage: View {
    let selection: Selection

    var body: some View {
      if let page = selection.page { GalleryPageView(page: page).id(page.id) }
    }
  }

  /// Waits until all changes are laid out and drawn.
  func settle() async {
    // The layout pass of the first frame may cause more changes, which the second frame draws.
    await drawFrame(of: window)
    await drawFrame(of: window)
  }

  /// Advances the animations, and draws the result.
  func advance(by seconds: Double) async {
    frames.advance(by: seconds)
    await settle()
  }

  /// Removes the page, as the selection of another page does.
  func removePage() async {
    selection.page = nil
    await settle()
  }

  func close() async { await destroyWindow(window) }

  /// The texts of the labels in the window.
  var texts: [String] { GtkTestSupport.texts(in: window) }

  /// Returns the labels with this text.
  func labels(_ text: String) -> [UnsafeMutablePointer<GtkWidget>] {
    widgets(ofType: gtk_label_get_type(), in: window).filter { String(cString: gtk_label_get_text($0.opaque)) == text }
  }

  /// Returns the buttons with this text or this accessible name.
  func buttons(_ name: String) -> [UnsafeMutablePointer<GtkWidget>] {
    widgets(ofType: gtk_button_get_type(), in: window).filter {
      hasAccessibleName(name, $0) || GtkTestSupport.texts(in: $0).contains(name)
    }
  }

  /// Returns the names of the symbols in a widget, or in the whole page if no widget is given. The symbols that GTK
  /// draws in a switch are not included.
  func symbols(in root: UnsafeMutablePointer<GtkWidget>? = nil) -> [String] {
    widgets(ofType: gtk_image_get_type(), in: root ?? gtk_window_get_child(window))
      .filter { gtk_widget_get_parent($0)?.isA(gtk_switch_get_type()) != true }
      .compactMap { gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } }
  }

  /// Clicks the first button with this text or this accessible name.
  func press(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let button = buttons(name).first else {
      Issue.record("There is no button “\(name)” in \(texts)", sourceLocation: sourceLocation)
      return
    }
    let wasClicked = await click(button)
    #expect(wasClicked, "“\(name)” is disabled", sourceLocation: sourceLocation)
    await settle()
  }

  /// Returns the position and the size of a widget in the window.
  func bounds(of widget: UnsafeMutablePointer<GtkWidget>) -> (x: Double, y: Double, width: Double, height: Double) {
    GtkTestSupport.bounds(of: widget, in: window)
  }
}

/// Whether two lengths in pixels differ by at most a tolerance. The default allows for rounding.
func isClose(_ first: Double, _ second: Double, within tolerance: Double = 0.5) -> Bool {
  abs(first - second) <= tolerance
}
