import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

/// A window with the split view of names or with another view. The split view of names has a list of three names, next
/// to the detail of the selected name.
///
/// A split view in a window of less than 560 pixels is *folded*: it shows only one column at a time.
@MainActor
struct SplitViewFixture {
  @Observable @MainActor final class Model {
    /// The selected name.
    var selection: String?
    /// The visible columns of a split view that binds this property. The split view of names does not bind it.
    var visibility = NavigationSplitViewVisibility.automatic
    /// The column that a folded split view shows, if that split view binds this property. The split view of names does
    /// not bind it.
    var compactColumn = NavigationSplitViewColumn.sidebar
    /// Whether the binding of the list accepts `nil`.
    @ObservationIgnored var acceptsNoSelection = true
    /// All values that the list has written to its binding, also the values that the binding did not accept.
    @ObservationIgnored var writtenSelections: [String?] = []
  }

  static let names = ["Anna", "Bela", "Cora"]

  /// A button that shows how often it was clicked. The count is state that a hidden column has to keep.
  struct Counter: View {
    @State private var count = 0

    var body: some View { Button("Count \(count)") { count += 1 } }
  }

  struct Sidebar: View {
    @Bindable var model: Model

    var body: some View {
      VStack {
        Counter()
        List(SplitViewFixture.names, id: \.self, selection: Binding(get: { model.selection }, set: select)) { Text($0) }
      }
      .navigationTitle("People")
      .toolbar { Button("Add") {} }
    }

    private func select(_ name: String?) {
      model.writtenSelections.append(name)
      if name != nil || model.acceptsNoSelection { model.selection = name }
    }
  }

  struct Detail: View {
    let model: Model
    /// Text that a hidden detail has to keep.
    @State private var text = "typed"

    var body: some View {
      VStack {
        Text("About \(model.selection ?? "nobody")")
        TextField("Note", text: $text)
        Button("Detail") {}
      }
      .frame(minWidth: 200, maxWidth: .infinity, maxHeight: .infinity)
      .navigationTitle("Detail of \(model.selection ?? "nobody")")
      .toolbar { Button("Share") {} }
    }
  }

  /// GTK's window, borrowed from the ``ViewWindow`` that ``end()`` closes.
  let gtkWindow: UnsafeMutablePointer<GtkWindow>
  private let close: @MainActor () -> Void

  /// Shows any view in a window of the given width.
  init(width: Int32, @ViewBuilder _ content: () -> some View) async {
    let gtkWindow = gtk_window_new()!.window
    self.gtkWindow = gtkWindow
    gtk_window_set_default_size(gtkWindow, width, 400)
    let window = ViewWindow(gtkWindow, content: content)
    close = { window.close() }
    window.present()
    await waitUntil("the window is laid out") {
      gtk_widget_get_mapped(gtkWindow.widget) != 0 && gtk_widget_get_width(gtkWindow.widget) > 0
    }
    await mainLoopSettles()
  }

  /// Shows the split view of names in a window of the given width.
  init(width: Int32, _ model: Model) async {
    await self.init(width: width) {
      NavigationSplitView {
        Sidebar(model: model)
      } detail: {
        Detail(model: model)
      }
    }
  }

  /// Closes the window.
  func end() { close() }

  /// The texts of the visible labels, without those in the title bar.
  var visibleTexts: [String] {
    gtk_window_get_child(gtkWindow).map { root in
      widgets(ofType: gtk_label_get_type(), in: root).filter { gtk_widget_get_mapped($0) != 0 }.map {
        String(cString: gtk_label_get_text($0.opaque))
      }
    } ?? []
  }

  /// The texts of the visible buttons in the title bar.
  var barButtonTitles: [String] {
    guard let bar = gtk_window_get_titlebar(gtkWindow) else { return [] }
    return widgets(ofType: gtk_button_get_type(), in: bar).filter { gtk_widget_get_mapped($0) != 0 }.flatMap {
      texts(in: $0)
    }
  }

  /// The window's title.
  var title: String? { gtk_window_get_title(gtkWindow).map { String(cString: $0) } }

  /// The back button in the title bar, if it is visible.
  var backButton: UnsafeMutablePointer<GtkWidget>? {
    guard let bar = gtk_window_get_titlebar(gtkWindow) else { return nil }
    return widgets(ofType: gtk_button_get_type(), in: bar).first {
      hasAccessibleName("Back", $0) && gtk_widget_get_mapped($0) != 0
    }
  }

  /// The first list in the window, with functions that operate the list as a user does.
  var list: ShownList? {
    widgets(ofType: gtk_list_view_get_type(), in: gtkWindow).first.map { ShownList(listView: $0.opaque) }
  }

  var focusedWidget: UnsafeMutablePointer<GtkWidget>? { gtk_root_get_focus(gtkWindow.opaque) }

  func firstWidget(ofType type: GType) -> UnsafeMutablePointer<GtkWidget>? {
    widgets(ofType: type, in: gtkWindow).first
  }

  /// Resizes the window to a width. Decorations of the desktop take up to 40 pixels of the width.
  func resize(to width: Int32) async {
    gtk_window_set_default_size(gtkWindow, width, 400)
    await waitUntil("the window is about \(width) wide") { (width - 40...width).contains(Int32(contentWidth)) }
    await mainLoopSettles()
  }

  /// The width of the window's child in pixels.
  var contentWidth: Int { gtk_window_get_child(gtkWindow).map { Int(gtk_widget_get_width($0)) } ?? 0 }

  /// Returns the distance of a widget from the left edge of the window's child, and the width of the widget.
  func horizontalPlace(of widget: UnsafeMutablePointer<GtkWidget>) -> (x: Int, width: Int) {
    var bounds = graphene_rect_t()
    if let root = gtk_window_get_child(gtkWindow) { _ = gtk_widget_compute_bounds(widget, root, &bounds) }
    return (Int(bounds.origin.x), Int(bounds.size.width))
  }
}
