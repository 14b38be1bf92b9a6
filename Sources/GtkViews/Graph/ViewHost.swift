public import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Shows a view in a GTK widget, and updates it when the values that it reads change.
///
/// The host owns the graph of the view. The container of the host's widget owns that widget. Call ``close()`` to end the host: state, tasks and
/// presentations of the view end with it.
@MainActor
public final class ViewHost<Content: View> {
  private var root: RootNode<Content>?
  /// The widget of the views, in the layer that contains the toasts. Owned.
  private var layer: GObjectReference?

  /// Creates the view and its widgets.
  ///
  /// - Parameters:
  ///   - content: The view to show.
  ///   - environment: The environment of its views.
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

  /// The widget that shows the view. Add it to a window. Borrowed. `nil` after the host is closed.
  public var widget: UnsafeMutablePointer<GtkWidget>? { layer?.widget }

  /// Shows another value of the view. Unchanged parts stay as they are.
  public func update(_ content: Content) {
    root?.update(to: RootView(content: content))
  }

  /// Removes the view, and ends its state, tasks and presentations. Another call has no effect.
  public func close() {
    DesktopAppearance.shared.removeObserver(self)
    root?.unmount()
    root = nil
    layer = nil
  }

  private func follow(_ look: DesktopLook) {
    root?.updateEnvironment(\.desktopLook, to: look)
  }

  /// Passes the size class of the window's width down to the views.
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
    // The bar fills the width, so the alignment of the column does not apply to it.
    cgtk_column_set_alignment(widget, bar.isEmpty ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
    for widget in widgets { widget.align(horizontal: bar.isEmpty ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER, vertical: GTK_ALIGN_FILL) }
  }

  private var barAbove: [UnsafeMutablePointer<GtkWidget>] {
    guard let bar = environment.windowBar, bar.root === self, let widget = bar.widgetAboveViews else { return [] }
    return [widget]
  }
}
