internal import CGtk
internal import GtkBridge

/// The content that the views in a window add to the bar at the top of the window.
struct WindowBarContent {
  /// The title. `nil` if no view sets one.
  var title: String?
  /// The back button of the innermost visible page. It is the first widget in the bar. `nil` if the page has none.
  var backButton: UnsafeMutablePointer<GtkWidget>?
  /// The widgets at the start of the bar, in order.
  var start: [UnsafeMutablePointer<GtkWidget>] = []
  /// The widgets that replace the title. Empty if the title is visible.
  var principal: [UnsafeMutablePointer<GtkWidget>] = []
  /// The widgets at the end of the bar, in order.
  var end: [UnsafeMutablePointer<GtkWidget>] = []
  /// The button of the main menu, which is the last widget in the bar. Empty if there is no main menu.
  var mainMenu: [UnsafeMutablePointer<GtkWidget>] = []
}

/// A node that adds content to the bar at the top of its window.
@MainActor
protocol WindowBarContributor: AnyObject {
  /// The page that contains the node. The bar shows the node's content while the page is visible. `nil` if the node is
  /// in no page, so that its content is always shown.
  var page: WindowBarPage? { get }
  /// Whether the node has more content than a title. If so, a window without a bar gets a bar.
  var needsBar: Bool { get }
  /// The contributor as a node. Its position in the graph determines the order of its widgets in the bar. `nil` if it
  /// has no widgets at the start or the end of the bar.
  var orderingNode: ViewNode? { get }
  /// Adds the node's content. If several nodes set a title, the last title is used.
  func contribute(to content: inout WindowBarContent)
}

extension WindowBarContributor {
  var orderingNode: ViewNode? { nil }
}

/// A page of a navigation stack, or a column of a split view: a part of a window that is not always visible. The bar
/// shows the titles and toolbars of the page's views while the page is visible.
@MainActor
class WindowBarPage {
  /// The page that contains this page. `nil` for an outermost page.
  let outer: WindowBarPage?

  init(in outer: WindowBarPage?) {
    self.outer = outer
  }

  /// Whether the page is visible or about to become visible. Subclasses add their own conditions.
  var isVisible: Bool { outer?.isVisible ?? true }
}

/// The bar at the top of a window. The views in the window fill the bar.
///
/// The bar is the window's title bar if that title bar is a GTK header bar, or if the window has no title bar and
/// accepts one. A window with decorations accepts a title bar before the window comes on screen. Otherwise, such as in
/// a popover, a cover, or a window that is already on screen, the bar is above the views.
@MainActor
final class WindowBar {
  /// The outermost node in the window, which puts ``widgetAboveViews`` above its other widgets. Weak.
  weak var root: ViewNode?
  /// The window. `nil` for a cover or a popover.
  private let window: WeakGObjectReference?
  /// Sets the title of the window, cover or popover.
  private let setTitle: @MainActor (String) -> Void
  private var contributors: [any WindowBarContributor] = []
  /// The header bar that shows the content. `nil` until a contributor needs a bar.
  private var header: HeaderBar?
  /// The title that the views set. `nil` if no view sets one.
  private var title: String?
  /// The title that the window had before a view set one.
  private var originalTitle = ""
  /// Whether a contributor has changed since the last update of the bar. An update is then scheduled.
  private var isStale = false

  /// Creates the bar of a window. Without a window, creates the bar of a cover or a popover.
  init(of window: UnsafeMutablePointer<GtkWindow>? = nil, setTitle: @escaping @MainActor (String) -> Void = { _ in }) {
    self.window = window.map { WeakGObjectReference($0) }
    self.setTitle = setTitle
  }

  /// The bar's widget, if the bar is above the views and has more content than a title. Borrowed.
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

  /// Schedules an update of the bar before the next frame, because the content of a contributor has changed.
  func noteChange() {
    guard !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in self?.updateIfStale() }
  }

  /// Updates the bar if a contributor has changed. Runs before the next frame, or immediately for a window that is
  /// about to come on screen.
  func updateIfStale() {
    guard isStale else { return }
    isStale = false
    var content = WindowBarContent()
    for contributor in contributorsInOrder { contributor.contribute(to: &content) }
    showTitle(content.title)
    header?.show(content, title: title)
    root?.widgetsDidChange()
  }

  /// The contributors that are in no page or in a visible page. First come the contributors without an ordering node,
  /// in the order in which they were added. The others follow in the order of their nodes in the graph, so that the
  /// widgets of a view that is inserted again have the same position as before.
  private var contributorsInOrder: [any WindowBarContributor] {
    let visible = contributors.filter { $0.page?.isVisible ?? true }
    let placed = visible.compactMap { contributor in
      contributor.orderingNode.map { (path: path(of: $0), contributor: contributor) }
    }
    return visible.filter { $0.orderingNode == nil }
      + placed.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map(\.contributor)
  }

  /// Returns the path from the root to a node: for each node on the path, its position among its siblings.
  private func path(of node: ViewNode) -> [Int] {
    var path: [Int] = []
    var node = node
    while let parent = node.parent {
      path.append(parent.children.firstIndex { $0 === node } ?? 0)
      node = parent
    }
    return path.reversed()
  }

  private func showTitle(_ newTitle: String?) {
    guard newTitle != title else { return }
    if title == nil {
      originalTitle = window?.pointer.flatMap { gtk_window_get_title($0.window) }.map { String(cString: $0) } ?? ""
    }
    title = newTitle
    setTitle(newTitle.flatMap { $0.isEmpty ? nil : $0 } ?? fallbackTitle)
  }

  /// The title of the window if the views set no title or an empty one: the original title. If the views set an empty
  /// title and the original title is empty too, the program's name. For an empty title, a window manager would show
  /// another text.
  private var fallbackTitle: String {
    guard title == "", originalTitle.isEmpty else { return originalTitle }
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

/// A GTK header bar with three boxes for widgets of views: `start`, `principal` in the middle, and `end`.
@MainActor
private final class HeaderBar {
  /// Whether the bar is a window's title bar, which has the window's buttons and title.
  let isTitlebar: Bool
  /// The GTK header bar. Owned, like the boxes.
  private let bar: GObjectReference
  private let start = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let principal = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let end = GObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  /// The label with the title. Owned. `nil` for a title bar, because a GTK title bar shows the window's title itself.
  private let titleLabel: GObjectReference?
  private var startChildren = WidgetChildren()
  private var principalChildren = WidgetChildren()
  private var endChildren = WidgetChildren()
  /// Whether the box in the middle replaces the title.
  private var showsPrincipal = false

  /// Creates the content of a window's title bar.
  init(filling titlebar: UnsafeMutablePointer<GtkWidget>) {
    bar = GObjectReference(titlebar)
    isTitlebar = true
    titleLabel = nil
    pack()
  }

  /// Creates a bar above views.
  init() {
    bar = GObjectReference(gtk_header_bar_new())
    isTitlebar = false
    let label = GObjectReference(gtk_label_new(nil))
    titleLabel = label
    gtk_header_bar_set_show_title_buttons(bar.opaque, 0)
    gtk_widget_add_css_class(label.widget, "title")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_header_bar_set_title_widget(bar.opaque, label.widget)
    pack()
  }

  var widget: UnsafeMutablePointer<GtkWidget> { bar.widget }

  func show(_ content: WindowBarContent, title: String?) {
    arrange((content.backButton.map { [$0] } ?? []) + content.start, in: start, &startChildren)
    arrange(content.end + content.mainMenu, in: end, &endChildren)
    arrange(content.principal, in: principal, &principalChildren)
    if let titleLabel {
      gtk_label_set_text(titleLabel.opaque, title ?? "")
      gtk_widget_set_visible(titleLabel.widget, title == nil ? 0 : 1)
    }
    guard showsPrincipal != !content.principal.isEmpty else { return }
    showsPrincipal.toggle()
    gtk_header_bar_set_title_widget(bar.opaque, showsPrincipal ? principal.widget : titleLabel?.widget)
  }

  private func pack() {
    gtk_widget_add_css_class(bar.widget, "gtkviews-bar")
    gtk_header_bar_pack_start(bar.opaque, start.widget)
    gtk_header_bar_pack_end(bar.opaque, end.widget)
    for box in [start, end] { gtk_widget_set_visible(box.widget, 0) }
  }

  private func arrange(
    _ widgets: [UnsafeMutablePointer<GtkWidget>], in box: GObjectReference, _ children: inout WidgetChildren
  ) {
    children.update(to: widgets, .box(box.opaque))
    for widget in widgets { widget.align(horizontal: GTK_ALIGN_CENTER, vertical: GTK_ALIGN_CENTER) }
    // An empty box would still have the spacing between it and its neighbours.
    gtk_widget_set_visible(box.widget, widgets.isEmpty ? 0 : 1)
  }
}

private struct WindowBarKey: EnvironmentKey {
  static var defaultValue: WindowBar? { nil }
}

private struct WindowValuesKey: EnvironmentKey {
  static var defaultValue: EnvironmentValues { EnvironmentValues() }
}

private struct WindowBarPageKey: EnvironmentKey {
  static var defaultValue: WindowBarPage? { nil }
}

extension EnvironmentValues {
  /// The bar at the top of the window, cover or popover that contains the view.
  var windowBar: WindowBar? {
    get { self[WindowBarKey.self] }
    set { self[WindowBarKey.self] = newValue }
  }
  /// The page that contains the view. `nil` outside of pages.
  var windowBarPage: WindowBarPage? {
    get { self[WindowBarPageKey.self] }
    set { self[WindowBarPageKey.self] = newValue }
  }

  /// The values that apply only in the window, cover or popover that contains the view, such as the navigation stack. A
  /// new window, cover or popover starts without these values.
  var windowValues: EnvironmentValues {
    get { self[WindowValuesKey.self] }
    set { self[WindowValuesKey.self] = newValue }
  }

  /// Resets the environment for views that are shown in a new window, cover or popover.
  mutating func resetForWindow(with bar: WindowBar?) {
    windowBar = bar
    windowBarPage = nil
    windowValues = EnvironmentValues()
    listColumn = nil
  }
}
