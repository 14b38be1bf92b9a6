internal import CGtk
internal import GtkBridge

/// What the views in a window put into the bar at its top.
struct WindowBarContent {
  var title: String?
  /// The button to go back from the innermost page that is seen, which stands before all others.
  var back: UnsafeMutablePointer<GtkWidget>?
  var start: [UnsafeMutablePointer<GtkWidget>] = []
  var principal: [UnsafeMutablePointer<GtkWidget>] = []
  var end: [UnsafeMutablePointer<GtkWidget>] = []
  /// The main menu, which stands after all others.
  var mainMenu: [UnsafeMutablePointer<GtkWidget>] = []
}

/// A node that puts something into the bar at the top of its window.
@MainActor
protocol WindowBarContributor: AnyObject {
  /// The part of the window that it is in: what it has is shown while that is seen.
  var page: WindowBarPage? { get }
  /// Whether it has more than a title to show, so that a window without a bar gets one.
  var needsBar: Bool { get }
  /// Adds what it has. Of several titles the last one counts.
  func contribute(to content: inout WindowBarContent)
}

/// A part of a window that is not always seen: a page of a navigation stack, or a column of a split view. Titles and toolbars of views in it
/// are seen while it is.
@MainActor
class WindowBarPage {
  /// The part that this one is in.
  let outer: WindowBarPage?

  init(in outer: WindowBarPage?) {
    self.outer = outer
  }

  /// Whether a person sees it, or is about to.
  var isSeen: Bool { outer?.isSeen ?? true }
}

/// The bar at the top of a window, as the views in the window fill it.
///
/// It is the window's title bar if that is one of GTK's header bars, or can become one: GTK takes a title bar only as long as the window is
/// not on screen. Otherwise, as in a popover, a cover, or a window that is on screen already, it stands above the views.
@MainActor
final class WindowBar {
  /// Weak: the outermost node in the window, which puts ``widgetAboveViews`` above the others.
  weak var root: ViewNode?
  private let window: WeakGObjectReference?
  private let setTitle: @MainActor (String) -> Void
  private var contributors: [any WindowBarContributor] = []
  private var header: HeaderBar?
  private var title: String?
  /// What the window was called before a view gave it a title.
  private var titleBefore = ""
  private var isStale = false

  /// The bar of a window, or of something that has no title bar.
  init(of window: UnsafeMutablePointer<GtkWindow>? = nil, setTitle: @escaping @MainActor (String) -> Void = { _ in }) {
    self.window = window.map { WeakGObjectReference($0) }
    self.setTitle = setTitle
  }

  /// The bar, if it stands above the views and has something in it. Borrowed.
  var widgetAboveViews: UnsafeMutablePointer<GtkWidget>? {
    guard let header, !header.isTitlebar, contributors.contains(where: \.needsBar) else { return nil }
    return header.widget
  }

  func add(_ contributor: any WindowBarContributor) {
    contributors.append(contributor)
    if contributor.needsBar, header == nil { header = makeHeader() }
    noteChange()
  }

  func remove(_ contributor: any WindowBarContributor) {
    contributors.removeAll { $0 === contributor }
    noteChange()
  }

  /// Something that a contributor has is another. The bar follows before the next frame.
  func noteChange() {
    guard !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in self?.updateIfStale() }
  }

  /// Follows at once, for a window that is about to come on screen.
  func updateIfStale() {
    guard isStale else { return }
    isStale = false
    var content = WindowBarContent()
    for contributor in contributors where contributor.page?.isSeen ?? true { contributor.contribute(to: &content) }
    show(content.title)
    header?.show(content, title: title)
    root?.widgetsDidChange()
  }

  private func show(_ newTitle: String?) {
    guard newTitle != title else { return }
    if title == nil { titleBefore = window?.pointer.flatMap { gtk_window_get_title($0.window) }.map { String(cString: $0) } ?? "" }
    title = newTitle
    setTitle(newTitle.flatMap { $0.isEmpty ? nil : $0 } ?? namelessTitle)
  }

  /// The title of a window whose views give it none. Window managers show a name of their own for an empty title.
  private var namelessTitle: String {
    guard title == "", titleBefore.isEmpty else { return titleBefore }
    return g_get_application_name().map { String(cString: $0) } ?? ""
  }

  private func makeHeader() -> HeaderBar {
    guard let window = window?.pointer?.window else { return HeaderBar() }
    if let titlebar = gtk_window_get_titlebar(window) {
      return titlebar.isA(gtk_header_bar_get_type()) ? HeaderBar(filling: titlebar) : HeaderBar()
    }
    guard gtk_widget_get_realized(window.widget) == 0, gtk_window_get_decorated(window) != 0 else { return HeaderBar() }
    let bar = gtk_header_bar_new()!
    gtk_window_set_titlebar(window, bar)
    return HeaderBar(filling: bar)
  }
}

/// A header bar of GTK's, with a box at each end and one in the middle that views fill.
@MainActor
private final class HeaderBar {
  /// Whether it is a window's title bar, which has the window's buttons and its title.
  let isTitlebar: Bool
  /// Owned, as are the boxes.
  private let bar: GObjectReference
  private let start = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let principal = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let end = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  /// Owned. Only a bar that is no title bar has it.
  private let label: GObjectReference?
  private var startArranged = WidgetChildren()
  private var principalArranged = WidgetChildren()
  private var endArranged = WidgetChildren()
  private var showsPrincipal = false

  /// A window's title bar.
  init(filling titlebar: UnsafeMutablePointer<GtkWidget>) {
    bar = GObjectReference(titlebar)
    isTitlebar = true
    label = nil
    pack()
  }

  /// A bar that stands above views.
  init() {
    bar = GObjectReference(gtk_header_bar_new())
    isTitlebar = false
    let label = GObjectReference(gtk_label_new(nil))
    self.label = label
    gtk_header_bar_set_show_title_buttons(bar.opaque, 0)
    gtk_widget_add_css_class(label.widget, "title")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_header_bar_set_title_widget(bar.opaque, label.widget)
    pack()
  }

  var widget: UnsafeMutablePointer<GtkWidget> { bar.widget }

  func show(_ content: WindowBarContent, title: String?) {
    arrange((content.back.map { [$0] } ?? []) + content.start, in: start, &startArranged)
    arrange(content.end + content.mainMenu, in: end, &endArranged)
    arrange(content.principal, in: principal, &principalArranged)
    if let label {
      gtk_label_set_text(label.opaque, title ?? "")
      gtk_widget_set_visible(label.widget, title == nil ? 0 : 1)
    }
    guard showsPrincipal != !content.principal.isEmpty else { return }
    showsPrincipal.toggle()
    gtk_header_bar_set_title_widget(bar.opaque, showsPrincipal ? principal.widget : label?.widget)
  }

  private func pack() {
    gtk_widget_add_css_class(bar.widget, "gtkviews-bar")
    gtk_header_bar_pack_start(bar.opaque, start.widget)
    gtk_header_bar_pack_end(bar.opaque, end.widget)
    for box in [start, end] { gtk_widget_set_visible(box.widget, 0) }
  }

  private func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>], in box: GObjectReference, _ arranged: inout WidgetChildren) {
    arranged.update(to: widgets, .box(box.opaque))
    for widget in widgets { widget.align(horizontal: GTK_ALIGN_CENTER, vertical: GTK_ALIGN_CENTER) }
    // An empty box would still have the room between it and its neighbours.
    gtk_widget_set_visible(box.widget, widgets.isEmpty ? 0 : 1)
  }
}

private struct WindowBarKey: EnvironmentKey {
  static var defaultValue: WindowBar? { nil }
}

private struct WindowBarPageKey: EnvironmentKey {
  static var defaultValue: WindowBarPage? { nil }
}

extension EnvironmentValues {
  /// The bar at the top of the window, cover or popover that the view is in.
  var windowBar: WindowBar? {
    get { self[WindowBarKey.self] }
    set { self[WindowBarKey.self] = newValue }
  }
  /// The part of the window that the view is in, if it is not always seen.
  var windowBarPage: WindowBarPage? {
    get { self[WindowBarPageKey.self] }
    set { self[WindowBarPageKey.self] = newValue }
  }
}
