internal import CGtk
internal import GtkBridge

/// A control with which the user selects a number by moving a knob on a line.
///
/// ```swift
/// Slider(value: $volume, in: 0...1)
/// ```
public nonisolated struct Slider<Label: View, ValueLabel: View>: View {
  let value: Binding<Double>
  let bounds: ClosedRange<Double>
  let step: Double?
  let label: Label
  let minimumValueLabel: ValueLabel
  let maximumValueLabel: ValueLabel
  let onEditingChanged: @MainActor (Bool) -> Void
  /// The numbers with a mark below the slider's line.
  private(set) var marks: [Double] = []

  /// Returns the slider with marks below its line, for example at the chapters of an episode.
  ///
  /// - Parameter values: The numbers at which there is a mark. Numbers outside the bounds have none.
  public func marks(_ values: [Double]) -> Slider {
    var slider = self
    slider.marks = values
    return slider
  }

  /// The label, the slider's widget and the labels at its ends.
  @MainActor public var body: some View {
    if Label.self == EmptyView.self, ValueLabel.self == EmptyView.self {
      makeScale(accessibleLabelText: nil)
    } else {
      LabelledScale(slider: self)
    }
  }

  @MainActor fileprivate func makeScale(accessibleLabelText: AccessibleLabelText?) -> Scale {
    Scale(
      value: ObservedBinding(value), bounds: bounds, step: step, accessibleLabelText: accessibleLabelText,
      onEditingChanged: onEditingChanged, marks: marks)
  }
}

extension Slider {
  /// Creates a slider for a number between two bounds, with a label before the slider and a label at each of its ends.
  ///
  /// - Parameters:
  ///   - value: The number. It is written while the user moves the slider.
  ///   - bounds: The smallest and the largest number.
  ///   - step: The distance between adjacent selectable numbers, or `nil` if all numbers are selectable.
  ///   - label: The description of the number. It is the slider's accessible name.
  ///   - minimumValueLabel: The label at the end with the smallest number.
  ///   - maximumValueLabel: The label at the end with the largest number.
  ///   - onEditingChanged: Called with `true` when the user presses the slider with the pointer or a finger, and with
  ///     `false` when the user releases the slider. Not called for keys.
  @preconcurrency public nonisolated init<Number: BinaryFloatingPoint>(
    value: Binding<Number>, in bounds: ClosedRange<Number> = 0...1, step: Number? = nil,
    @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    self.value =
      (value as? Binding<Double>)
      ?? Binding<Double>(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = Number($0) })
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    self.step = step.map { Double($0) }
    self.label = label()
    self.minimumValueLabel = minimumValueLabel()
    self.maximumValueLabel = maximumValueLabel()
    self.onEditingChanged = onEditingChanged
  }
}

extension Slider where ValueLabel == EmptyView {
  /// Creates a slider for a number between two bounds, with a label before the slider.
  @preconcurrency public nonisolated init<Number: BinaryFloatingPoint>(
    value: Binding<Number>, in bounds: ClosedRange<Number> = 0...1, step: Number? = nil,
    @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, in: bounds, step: step, label: label, minimumValueLabel: { EmptyView() },
      maximumValueLabel: { EmptyView() },
      onEditingChanged: onEditingChanged)
  }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  /// Creates a slider for a number between two bounds.
  ///
  /// - Parameters:
  ///   - value: The number. It is written while the user moves the slider.
  ///   - bounds: The smallest and the largest number.
  ///   - step: The distance between adjacent selectable numbers, or `nil` if all numbers are selectable.
  ///   - onEditingChanged: Called with `true` when the user presses the slider with the pointer or a finger, and with
  ///     `false` when the user releases the slider. Not called for keys.
  @preconcurrency public nonisolated init<Number: BinaryFloatingPoint>(
    value: Binding<Number>, in bounds: ClosedRange<Number> = 0...1, step: Number? = nil,
    onEditingChanged: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    self.init(value: value, in: bounds, step: step, label: { EmptyView() }, onEditingChanged: onEditingChanged)
  }
}

/// The slider after its label, and between the labels of the smallest and the largest number.
private struct LabelledScale<Label: View, ValueLabel: View>: View {
  let slider: Slider<Label, ValueLabel>
  @State private var accessibleLabelText = AccessibleLabelText()

  var body: some View {
    HStack(spacing: 8) {
      AccessibleLabel(label: slider.label, accessibleLabelText: accessibleLabelText)
      slider.minimumValueLabel
      slider.makeScale(accessibleLabelText: accessibleLabelText)
      slider.maximumValueLabel
    }
  }
}

/// The slider without labels. GTK calls it a scale.
private struct Scale: PrimitiveView {
  let value: ObservedBinding<Double>
  let bounds: ClosedRange<Double>
  let step: Double?
  /// The text of the label, which is the accessible name. `nil` if the slider has no label.
  let accessibleLabelText: AccessibleLabelText?
  let onEditingChanged: @MainActor (Bool) -> Void
  let marks: [Double]

  static func _makeNode(_ view: Scale, in context: _NodeContext) -> _ViewNode<Scale> {
    ScaleNode(view, in: context)
  }
}

@MainActor
private final class ScaleNode: WidgetNode<Scale> {
  private var connection: SignalConnection!
  private var tintClass = StyleClass()
  /// Whether the user holds the slider with the pointer.
  private var isEditing = false

  init(_ view: Scale, in context: _NodeContext) {
    super.init(view, widget: gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil), in: context)
    gtk_scale_set_draw_value(UnsafeMutablePointer(opaque), 0)
    gtk_widget_set_hexpand(widget, 1)
    applyBounds()
    applyMarks()
    gtk_range_set_value(gtkRange, view.value.value)
    connection = connect(widget, .valueChanged) { [weak self] in self?.userDidMove() }
    observeEditing()
    useLabelAsName()
    environmentDidChange()
  }

  override func environmentDidChange() {
    tintClass.set(StyleSheet.shared.tintClass(in: environment), on: widget)
  }

  /// Makes the text of the label the accessible name of the slider.
  private func useLabelAsName() {
    guard let accessibleLabelText = view.accessibleLabelText else { return }
    AccessibleName.markControl(widget)
    AccessibleName.setDefault(accessibleLabelText.text, on: widget)
    accessibleLabelText.didChange = { [weak self] in
      if let self { AccessibleName.setDefault(accessibleLabelText.text, on: widget) }
    }
  }

  private var gtkRange: UnsafeMutablePointer<GtkRange> { UnsafeMutablePointer(opaque) }

  override func update(to view: Scale) {
    let boundsDidChange = view.bounds != self.view.bounds || view.step != self.view.step
    // Only marks within the bounds are shown.
    let marksDidChange = boundsDidChange || view.marks != self.view.marks
    super.update(to: view)
    if boundsDidChange { connection.withHandlerBlocked { applyBounds() } }
    if marksDidChange { applyMarks() }
    showValue()
  }

  private func showValue() {
    // While the user drags the slider, its position follows only the pointer.
    guard isMounted, !isEditing else { return }
    let value = view.value.value
    guard gtk_range_get_value(gtkRange) != value else { return }
    connection.withHandlerBlocked { gtk_range_set_value(gtkRange, value) }
  }

  private func applyBounds() {
    // GTK requires a range that is not empty. The bounds may be equal.
    let upper = max(view.bounds.upperBound, view.bounds.lowerBound.nextUp)
    gtk_range_set_range(gtkRange, view.bounds.lowerBound, upper)
    let span = upper - view.bounds.lowerBound
    // An arrow key moves the slider by the step, or by 1 % of the range if there is no step. Page Up and Page Down move
    // the slider by 10 % of the range, or by the step if the step is larger.
    gtk_range_set_increments(gtkRange, view.step ?? span / 100, max(view.step ?? 0, span / 10))
  }

  private func applyMarks() {
    gtk_scale_clear_marks(UnsafeMutablePointer(opaque))
    for mark in view.marks where view.bounds.contains(mark) {
      gtk_scale_add_mark(UnsafeMutablePointer(opaque), mark, GTK_POS_BOTTOM, nil)
    }
  }

  private func userDidMove() {
    let number = selectableNumber(nearestTo: gtk_range_get_value(gtkRange))
    view.value.write(number, thenShow: { [weak self] in self?.showValue() })
  }

  private func selectableNumber(nearestTo value: Double) -> Double {
    guard let step = view.step, step > 0 else { return value }
    let stepped = view.bounds.lowerBound + ((value - view.bounds.lowerBound) / step).rounded() * step
    return min(max(stepped, view.bounds.lowerBound), view.bounds.upperBound)
  }

  /// Observes when the user presses and releases the slider. A `GtkRange` claims the press, so other gestures do not
  /// receive it. A legacy controller in the capture phase receives the press before the range.
  private func observeEditing() {
    let controller = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    connect(controller, .event) { [weak self] in
      guard let self, let event = gtk_event_controller_get_current_event(controller) else { return false }
      switch gdk_event_get_event_type(event) {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: setEditing(true)
      case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: setEditing(false)
      default: break
      }
      // `false` lets the range receive the event too.
      return false
    }
    gtk_widget_add_controller(widget, controller)
  }

  private func setEditing(_ isEditing: Bool) {
    guard isEditing != self.isEditing else { return }
    self.isEditing = isEditing
    view.onEditingChanged(isEditing)
    // After a drag, the slider shows the value of the binding, which may differ from the position of the pointer.
    if !isEditing { ViewGraph.shared.afterUpdate { [weak self] in self?.showValue() } }
  }
}
