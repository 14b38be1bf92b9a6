public import CGtk
internal import GtkBridge

/// A view that displays a GTK widget for which the library has no view.
///
/// ```swift
/// GtkView {
///   gtk_level_bar_new()
/// } update: { bar in
///   gtk_level_bar_set_value(OpaquePointer(bar), level)
/// }
/// ```
///
/// In this example, `level` is a property of the surrounding view.
///
/// The widget is created once, and lives as long as the view keeps its identity. `update` is called for each new value
/// of the view. `update` may read state, and is called again when that state changes. Connect signals in `make`. The
/// widget owns the closures that are connected to its signals, so these closures must not retain the widget.
/// `docs/library/wrapping-a-widget.md` contains a complete example, in which the widget also changes state.
public nonisolated struct GtkView: PrimitiveView {
  let make: @MainActor () -> UnsafeMutablePointer<GtkWidget>
  let update: @MainActor (UnsafeMutablePointer<GtkWidget>) -> Void

  /// Wraps a widget.
  ///
  /// - Parameters:
  ///   - make: Creates the widget. The view takes ownership of it.
  ///   - update: Sets the widget's properties from the view's values and from state. To save work, set only
  ///     properties whose value has changed.
  @preconcurrency public init(
    make: @escaping @MainActor () -> UnsafeMutablePointer<GtkWidget>,
    update: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Void = { _ in }
  ) {
    self.make = make
    self.update = update
  }

  /// Creates the node that keeps the widget.
  @MainActor public static func _makeNode(_ view: GtkView, in context: _NodeContext) -> _ViewNode<GtkView> {
    GtkViewNode(view, in: context)
  }
}

@MainActor
private final class GtkViewNode: WidgetNode<GtkView>, EvaluatedNode {
  init(_ view: GtkView, in context: _NodeContext) {
    super.init(view, widget: view.make(), in: context)
    evaluateAgain()
  }

  var viewName: String { "GtkView" }

  override func update(to view: GtkView) {
    super.update(to: view)
    evaluateAgain()
  }

  /// Unmarks the node, calls the view's `update`, and observes the state that `update` reads.
  func evaluateAgain() {
    isChanged = false
    observing(self) { ViewGraph.shared.evaluate(self) { view.update(widget) } }
  }
}
