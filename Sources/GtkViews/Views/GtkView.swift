public import CGtk
internal import GtkBridge

/// Any widget of GTK as a view, for what there is no view for.
///
/// ```swift
/// GtkView {
///   gtk_level_bar_new()
/// } update: { bar in
///   gtk_level_bar_set_value(OpaquePointer(bar), level)
/// }
/// ```
///
/// The widget is made once, and lives as long as the view has its place. What the view is made with again goes to the widget through
/// `update`, which may read state: it is called again when that changes. Signals are connected where the widget is made; their closures
/// belong to the widget, so they must not hold it. `docs/wrapping-a-widget.md` goes through a whole one, with state in both directions.
public nonisolated struct GtkView: PrimitiveView {
  let make: @MainActor () -> UnsafeMutablePointer<GtkWidget>
  let update: @MainActor (UnsafeMutablePointer<GtkWidget>) -> Void

  /// Wraps a widget.
  ///
  /// - Parameters:
  ///   - make: Makes the widget, and gives it away.
  ///   - update: Brings the widget in step with what the closure reads. The widget is borrowed. It should set only what differs.
  @preconcurrency public init(
    make: @escaping @MainActor () -> UnsafeMutablePointer<GtkWidget>,
    update: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Void = { _ in }
  ) {
    self.make = make
    self.update = update
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: GtkView, in context: _NodeContext) -> _ViewNode<GtkView> {
    GtkViewNode(view, in: context)
  }
}

@MainActor
private final class GtkViewNode: WidgetNode<GtkView>, Evaluated {
  init(_ view: GtkView, in context: _NodeContext) {
    super.init(view, widget: view.make(), in: context)
    evaluateAgain()
  }

  var viewName: String { "GtkView" }

  override func update(to view: GtkView) {
    super.update(to: view)
    evaluateAgain()
  }

  func evaluateAgain() {
    isChanged = false
    observing(self) { ViewGraph.shared.evaluate(self) { view.update(widget) } }
  }
}
