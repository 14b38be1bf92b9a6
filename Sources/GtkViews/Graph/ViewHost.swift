public import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Shows a view in a widget of GTK, and keeps it in step with what it reads.
///
/// The host owns the graph behind the view; the widget it is given owns the host's widget. To end it, call ``close()``: state, tasks and
/// presentations of the view end with it.
@MainActor
public final class ViewHost<Content: View> {
  private var root: RootNode<Content>?
  /// Owned: the widget of the views, in the layer in which toasts stand.
  private var layer: GObjectReference?

  /// Makes the view and its widgets.
  ///
  /// - Parameters:
  ///   - content: What to show.
  ///   - environment: What its views find in their environment.
  public init(_ content: Content, environment: EnvironmentValues = EnvironmentValues()) {
    var environment = environment
    environment.desktopLook = DesktopAppearance.shared.look
    if environment.windowBar == nil { environment.windowBar = WindowBar() }
    let root = RootNode(RootView(content: content), in: _NodeContext(environment: environment))
    self.root = root
    layer = GObjectReference(ToastLayer.around(root.widget))
    DesktopAppearance.shared.observe(self) { [weak self] in self?.follow($0) }
    connect(root.widget, .ignoringArgument("direction-changed")) { DesktopAppearance.shared.follow() }
  }

  /// The widget that shows the view, borrowed: put it into a window. `nil` once the host is closed.
  public var widget: UnsafeMutablePointer<GtkWidget>? { layer?.widget }

  /// Shows another value of the view. What is the same stays.
  public func update(_ content: Content) {
    root?.update(to: RootView(content: content))
  }

  /// Takes the view away: state, tasks and presentations end. Again, it changes nothing.
  public func close() {
    DesktopAppearance.shared.removeObserver(self)
    root?.unmount()
    root = nil
    layer = nil
  }

  private func follow(_ look: DesktopLook) {
    root?.updateEnvironment(\.desktopLook, to: look)
  }

  /// Hands down how wide the window is.
  func follow(_ sizeClass: UserInterfaceSizeClass) {
    root?.updateEnvironment(\.horizontalSizeClass, to: sizeClass)
  }

  isolated deinit {
    DesktopAppearance.shared.removeObserver(self)
    root?.unmount()
  }
}

/// The views of a window, centred, as in a stack without a direction.
struct RootView<Content: View>: PrimitiveView {
  let content: Content

  static func _makeNode(_ view: RootView<Content>, in context: _NodeContext) -> _ViewNode<RootView<Content>> {
    RootNode(view, in: context)
  }
}

@MainActor
final class RootNode<Content: View>: ContainerNode<RootView<Content>, Content> {
  private var arranged = WidgetChildren()
  private let appearance: Appearance

  init(_ view: RootView<Content>, in context: _NodeContext) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box)
    appearance = Appearance(of: box)
    super.init(view, widget: box, in: context)
    let bar = context.environment.windowBar
    if let bar, bar.root == nil { bar.root = self }
    mountContent(view.content)
    if let bar, bar.root === self { bar.updateIfStale() }
    StyleSheet.shared.loadIfStale()
  }

  override var contentAxis: Axis? { .vertical }

  override var environmentInside: EnvironmentValues {
    var environment = super.environmentInside
    environment.appearance = appearance
    return environment
  }

  override func update(to view: RootView<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    let bar = barAbove
    arranged.update(to: bar + widgets, .box(opaque))
    // The bar fills the width, so the alignment of the column is not for it.
    cgtk_column_set_alignment(widget, bar.isEmpty ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
    for widget in widgets { widget.align(horizontal: bar.isEmpty ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER, vertical: GTK_ALIGN_FILL) }
  }

  private var barAbove: [UnsafeMutablePointer<GtkWidget>] {
    guard let bar = environment.windowBar, bar.root === self, let widget = bar.widgetAboveViews else { return [] }
    return [widget]
  }
}
