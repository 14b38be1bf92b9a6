import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

/// A split view on screen, with a list of three names next to the detail of the selected name.
@MainActor
struct SplitViewFixture {
  @Observable @MainActor final class Model {
    var selection: String?
    var visibility = NavigationSplitViewVisibility.automatic
    var column = NavigationSplitViewColumn.sidebar
    /// Whether the selection may be cleared.
    @ObservationIgnored var mayClear = true
    @ObservationIgnored var writes: [String?] = []
  }

  static let names = ["Anna", "Bela", "Cora"]

  struct Counter: View {
    @State private var count = 0

    var body: some View { Button("Count \(count)") { count += 1 } }
  }

  struct Sidebar: View {
    @Bindable var model: Model

    var body: some View {
      VStack {
        Counter()
        List(SplitViewFixture.names, id: \.self, selection: Binding(get: { model.selection }, set: write)) { Text($0) }
      }
      .navigationTitle("People")
      .toolbar { Button("Add") {} }
    }

    private func write(_ name: String?) {
      model.writes.append(name)
      if name != nil || model.mayClear { model.selection = name }
    }
  }

  struct Detail: View {
    let model: Model
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

  let gtk: UnsafeMutablePointer<GtkWindow>
  private let close: @MainActor () -> Void

  /// Shows a view in a window of the given width.
  init(width: Int32, @ViewBuilder _ content: () -> some View) async {
    let gtk = gtk_window_new()!.window
    self.gtk = gtk
    gtk_window_set_default_size(gtk, width, 400)
    let window = ViewWindow(gtk, content: content)
    close = { window.close() }
    window.present()
    await waitUntil("the window is laid out") {
      gtk_widget_get_mapped(gtk.widget) != 0 && gtk_widget_get_width(gtk.widget) > 0
    }
    await mainLoopSettles()
  }

  init(width: Int32, _ model: Model) async {
    await self.init(width: width) {
      NavigationSplitView {
        Sidebar(model: model)
      } detail: {
        Detail(model: model)
      }
    }
  }

  func end() { close() }

  /// The texts that are visible, without the texts in the window's bar.
  var visibleTexts: [String] {
    gtk_window_get_child(gtk).map { root in
      widgets(ofType: gtk_label_get_type(), in: root).filter { gtk_widget_get_mapped($0) != 0 }.map {
        String(cString: gtk_label_get_text($0.opaque))
      }
    } ?? []
  }

  /// The texts of the buttons in the window's bar.
  var bar: [String] {
    guard let bar = gtk_window_get_titlebar(gtk) else { return [] }
    return widgets(ofType: gtk_button_get_type(), in: bar).filter { gtk_widget_get_mapped($0) != 0 }.flatMap {
      texts(in: $0)
    }
  }

  var title: String? { gtk_window_get_title(gtk).map { String(cString: $0) } }

  var backButton: UnsafeMutablePointer<GtkWidget>? {
    guard let bar = gtk_window_get_titlebar(gtk) else { return nil }
    return widgets(ofType: gtk_button_get_type(), in: bar).first {
      hasAccessibleName("Back", $0) && gtk_widget_get_mapped($0) != 0
    }
  }

  var list: ShownList? { widgets(ofType: gtk_list_view_get_type(), in: gtk).first.map { ShownList(view: $0.opaque) } }

  var focus: UnsafeMutablePointer<GtkWidget>? { gtk_root_get_focus(gtk.opaque) }

  func widget(_ type: GType, _ name: String? = nil) -> UnsafeMutablePointer<GtkWidget>? {
    widgets(ofType: type, in: gtk).first { name == nil || texts(in: $0) == [name] }
  }

  /// Makes the window this wide, including the decorations that the desktop draws around it.
  func resize(to width: Int32) async {
    gtk_window_set_default_size(gtk, width, 400)
    await waitUntil("it is about \(width) wide") { (width - 40...width).contains(Int32(self.width)) }
    await mainLoopSettles()
  }

  /// The width of the window's child.
  var width: Int { gtk_window_get_child(gtk).map { Int(gtk_widget_get_width($0)) } ?? 0 }

  /// Returns the distance of a widget from the left edge of the window's child, and the width of the widget.
  func place(_ widget: UnsafeMutablePointer<GtkWidget>) -> (x: Int, width: Int) {
    var bounds = graphene_rect_t()
    if let root = gtk_window_get_child(gtk) { _ = gtk_widget_compute_bounds(widget, root, &bounds) }
    return (Int(bounds.origin.x), Int(bounds.size.width))
  }
}
