internal import CGtk
internal import GtkBridge

/// A number that is chosen along a line.
public nonisolated struct Slider: View {
  let value: Binding<Double>
  let bounds: ClosedRange<Double>
  let onEditingChanged: @MainActor (Bool) -> Void

  /// A number between two bounds.
  ///
  /// - Parameters:
  ///   - value: The number. It is written while the slider is moved.
  ///   - bounds: The smallest and the largest number.
  ///   - onEditingChanged: Called with `true` when a person begins to move the slider with the pointer, and with `false` when they let go.
  @preconcurrency public init(
    value: Binding<Double>, in bounds: ClosedRange<Double> = 0...1,
    onEditingChanged: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    self.value = value
    self.bounds = bounds
    self.onEditingChanged = onEditingChanged
  }

  /// The slider's widget.
  @MainActor public var body: some View {
    Scale(value: value, shown: value.wrappedValue, bounds: bounds, onEditingChanged: onEditingChanged)
  }
}

private struct Scale: PrimitiveView {
  let value: Binding<Double>
  /// What the binding said when the body was evaluated: it is read there, so that the body is evaluated when it says something else.
  let shown: Double
  let bounds: ClosedRange<Double>
  let onEditingChanged: @MainActor (Bool) -> Void

  static func _makeNode(_ view: Scale, in context: _NodeContext) -> _ViewNode<Scale> {
    ScaleNode(view, in: context)
  }
}

@MainActor
private final class ScaleNode: WidgetNode<Scale> {
  private var connection: SignalConnection!
  private var isEditing = false

  init(_ view: Scale, in context: _NodeContext) {
    super.init(view, widget: gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil), in: context)
    gtk_scale_set_draw_value(UnsafeMutablePointer(opaque), 0)
    gtk_widget_set_hexpand(widget, 1)
    applyBounds()
    gtk_range_set_value(range, view.value.wrappedValue)
    connection = connect(widget, .valueChanged) { [weak self] in self?.moved() }
    watchEditing()
  }

  private var range: UnsafeMutablePointer<GtkRange> { UnsafeMutablePointer(opaque) }

  override func update(to view: Scale) {
    let isBoundAnew = view.bounds != self.view.bounds
    super.update(to: view)
    if isBoundAnew { connection.withoutSignals { applyBounds() } }
    show()
  }

  private func show() {
    // What a person holds does not move under their hand.
    guard isMounted, !isEditing else { return }
    let value = view.value.wrappedValue
    guard gtk_range_get_value(range) != value else { return }
    connection.withoutSignals { gtk_range_set_value(range, value) }
  }

  private func applyBounds() {
    let upper = max(view.bounds.upperBound, view.bounds.lowerBound.nextUp)
    gtk_range_set_range(range, view.bounds.lowerBound, upper)
    let span = upper - view.bounds.lowerBound
    gtk_range_set_increments(range, span / 100, span / 10)
  }

  private func moved() {
    let value = gtk_range_get_value(range)
    guard value != view.value.wrappedValue else { return }
    view.value.wrappedValue = value
    // A binding may refuse, or write something else.
    ViewGraph.shared.afterUpdate { [weak self] in self?.show() }
  }

  /// A `GtkRange` claims the press for itself; a legacy controller in the capture phase sees it all the same.
  private func watchEditing() {
    let controller = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    connect(controller, .event) { [weak self] in
      guard let self, let event = gtk_event_controller_get_current_event(controller) else { return false }
      switch gdk_event_get_event_type(event) {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: setEditing(true)
      case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: setEditing(false)
      default: break
      }
      return false
    }
    gtk_widget_add_controller(widget, controller)
  }

  private func setEditing(_ isEditing: Bool) {
    guard isEditing != self.isEditing else { return }
    self.isEditing = isEditing
    view.onEditingChanged(isEditing)
    if !isEditing { ViewGraph.shared.afterUpdate { [weak self] in self?.show() } }
  }
}

/// Says that something goes on, or how far it is.
public nonisolated struct ProgressView: PrimitiveView, Equatable {
  let value: Double?
  let total: Double

  /// Something goes on, and nobody knows how long.
  public init() {
    value = nil
    total = 1
  }

  /// Something is so far; `nil` if that is not known.
  public init(value: Double?, total: Double = 1) {
    self.value = value
    self.total = total
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: ProgressView, in context: _NodeContext) -> _ViewNode<ProgressView> {
    ProgressNode(view, in: context)
  }
}

@MainActor
private final class ProgressNode: ContainerNode<ProgressView, EmptyView> {
  private var shown: Kind?

  private enum Kind {
    case spinner
    case bar
  }

  init(_ view: ProgressView, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), in: context)
    mountContent(EmptyView())
    show()
  }

  override func update(to view: ProgressView) {
    guard view != self.view else { return }
    super.update(to: view)
    show()
  }

  private func show() {
    let kind: Kind = view.value == nil ? .spinner : .bar
    if kind != shown {
      shown = kind
      if let old = gtk_widget_get_first_child(widget) { gtk_box_remove(UnsafeMutablePointer(opaque), old) }
      let new = kind == .spinner ? gtk_spinner_new()! : gtk_progress_bar_new()!
      if kind == .spinner { gtk_spinner_start(OpaquePointer(new)) }
      gtk_widget_set_hexpand(new, kind == .bar ? 1 : 0)
      gtk_widget_set_valign(new, GTK_ALIGN_CENTER)
      gtk_box_append(UnsafeMutablePointer(opaque), new)
    }
    guard let value = view.value, let bar = gtk_widget_get_first_child(widget) else { return }
    gtk_progress_bar_set_fraction(OpaquePointer(bar), view.total > 0 ? min(max(value / view.total, 0), 1) : 0)
  }
}
