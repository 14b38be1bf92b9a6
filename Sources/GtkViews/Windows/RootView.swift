internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The views of a window, a dialog, or a page or column of navigation, in a vertical stack. The views are centred
/// horizontally.
struct RootView<Content: View>: PrimitiveView {
  let content: Content

  static func _makeNode(_ view: RootView<Content>, in context: _NodeContext) -> _ViewNode<RootView<Content>> {
    RootNode(view, in: context)
  }
}

@MainActor
final class RootNode<Content: View>: ContainerNode<RootView<Content>, Content> {
  private var boxChildren = WidgetChildren()
  /// Tracks whether the views have appeared on screen.
  private let appearance: AppearanceTracker

  init(_ view: RootView<Content>, in context: _NodeContext) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box)
    appearance = AppearanceTracker(observing: box)
    super.init(view, widget: box, in: context)
    // Set here, because the folder of `ChildTransitions` must not depend on the folder of `AnimatedChildTransitions`.
    ChildTransitions.animatingClass = AnimatedChildTransitions.self
    // The first root node that is created in a window is the outermost one.
    let bar = context.environment.windowBar
    if let bar, bar.root == nil { bar.root = self }
    mountContent(view.content)
    if let bar, bar.root === self { bar.updateIfStale() }
    StyleSheet.shared.loadIfStale()
  }

  override var contentAxis: Axis? { .vertical }

  override var environmentInside: EnvironmentValues {
    var environment = super.environmentInside
    environment.appearanceTracker = appearance
    return environment
  }

  override func update(to view: RootView<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    let barWidgets = barAboveViews
    boxChildren.update(to: barWidgets + widgets, .box(opaque))
    // Without a bar, the box centres its children. A bar fills the width, so with a bar each other widget is centred by
    // its own alignment instead.
    cgtk_column_set_alignment(widget, barWidgets.isEmpty ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
    for widget in widgets {
      widget.align(horizontal: barWidgets.isEmpty ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER, vertical: GTK_ALIGN_FILL)
    }
  }

  /// The widget of the window's bar, if the bar is above the views and this node is the outermost in the window.
  /// Otherwise an empty array.
  private var barAboveViews: [UnsafeMutablePointer<GtkWidget>] {
    guard let bar = environment.windowBar, bar.root === self, let widget = bar.widgetAboveViews else { return [] }
    return [widget]
  }
}
