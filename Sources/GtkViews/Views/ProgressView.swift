internal import CGtk
internal import GtkBridge

/// A spinner for a running task, or a bar for its progress.
///
/// ```swift
/// ProgressView("Downloading", value: receivedBytes, total: totalBytes)
/// ```
public nonisolated struct ProgressView<Label: View>: View {
  /// The progress, from 0 to `total`. `nil` if it is unknown.
  private let value: Double?
  /// The value at which the task is complete.
  private let total: Double
  private let label: Label

  /// Creates a spinner for a task whose progress is unknown. The label describes the task.
  public init(@ViewBuilder label: () -> Label) {
    value = nil
    total = 1
    self.label = label()
  }

  /// Creates a bar for the progress of a task, or a spinner if the progress is unknown.
  ///
  /// - Parameters:
  ///   - value: The progress. Values below 0 count as 0, and values above `total` count as `total`. `nil` if the
  ///     progress is unknown.
  ///   - total: The value at which the task is complete. If `total` is not positive, the bar is empty.
  ///   - label: The description of the task.
  public init<Number: BinaryFloatingPoint>(value: Number?, total: Number = 1, @ViewBuilder label: () -> Label) {
    self.value = value.map { Double($0) }
    self.total = Double(total)
    self.label = label()
  }

  /// The bar with the label above it, or the spinner with the label below it.
  @MainActor public var body: some View {
    if Label.self == EmptyView.self {
      ProgressIndicator(value: value, total: total, accessibleLabelText: nil)
    } else {
      LabelledProgress(value: value, total: total, label: label)
    }
  }
}

extension ProgressView where Label == EmptyView {
  /// Creates a spinner for a task whose progress is unknown.
  public nonisolated init() {
    self.init { EmptyView() }
  }

  /// Creates a bar for the progress of a task, or a spinner if the value is `nil`.
  public nonisolated init<Number: BinaryFloatingPoint>(value: Number?, total: Number = 1) {
    self.init(value: value, total: total) { EmptyView() }
  }
}

extension ProgressView where Label == Text {
  /// Creates a spinner for a task whose progress is unknown, with a label that is looked up in the catalogue of
  /// translations.
  public nonisolated init(_ key: LocalizedStringKey) {
    self.init { Text(key) }
  }

  /// Creates a spinner for a task whose progress is unknown, with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol) {
    self.init { Text(text) }
  }

  /// Creates a bar for the progress of a task, or a spinner if the value is `nil`, with a label that is looked up in
  /// the catalogue of translations.
  public nonisolated init<Number: BinaryFloatingPoint>(_ key: LocalizedStringKey, value: Number?, total: Number = 1) {
    self.init(value: value, total: total) { Text(key) }
  }

  /// Creates a bar for the progress of a task, or a spinner if the value is `nil`, with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init<Number: BinaryFloatingPoint>(_ text: some StringProtocol, value: Number?, total: Number = 1) {
    self.init(value: value, total: total) { Text(text) }
  }
}

private struct LabelledProgress<Label: View>: View {
  let value: Double?
  let total: Double
  let label: Label
  @State private var accessibleLabelText = AccessibleLabelText()

  var body: some View {
    VStack(alignment: value == nil ? .center : .leading, spacing: 4) {
      if value != nil { AccessibleLabel(label: label, accessibleLabelText: accessibleLabelText) }
      ProgressIndicator(value: value, total: total, accessibleLabelText: accessibleLabelText)
      if value == nil { AccessibleLabel(label: label, accessibleLabelText: accessibleLabelText) }
    }
  }
}

/// The spinner or the bar without a label.
private struct ProgressIndicator: PrimitiveView {
  let value: Double?
  let total: Double
  /// The text of the label, if there is one.
  let accessibleLabelText: AccessibleLabelText?

  static func _makeNode(_ view: ProgressIndicator, in context: _NodeContext) -> _ViewNode<ProgressIndicator> {
    ProgressNode(view, in: context)
  }
}

/// The node of the spinner or the bar. Its widget is a box, in which a bar can replace a spinner and vice versa.
@MainActor
private final class ProgressNode: ContainerNode<ProgressIndicator, EmptyView> {
  /// The kind of the current indicator. `nil` before the first indicator is created.
  private var indicatorKind: Kind?
  private var tintClass = StyleClass()

  private enum Kind {
    case spinner
    case bar
  }

  init(_ view: ProgressIndicator, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), in: context)
    mountContent(EmptyView())
    showProgress()
    guard let accessibleLabelText = view.accessibleLabelText else { return }
    AccessibleName.markControl(widget)
    accessibleLabelText.didChange = { [weak self] in self?.applyName() }
  }

  /// The bar or the spinner. The accessible name is set on this widget, and not on the box, because this widget has the
  /// accessible role of a progress bar. Borrowed from the box.
  private var indicator: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_first_child(widget) }

  private func applyName() {
    if let accessibleLabelText = view.accessibleLabelText, let indicator {
      AccessibleName.setDefault(accessibleLabelText.text, on: indicator)
    }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyTint()
  }

  override var canBeRecycled: Bool { true }

  override func update(to view: ProgressIndicator) {
    super.update(to: view)
    showProgress()
  }

  private func showProgress() {
    let kind: Kind = view.value == nil ? .spinner : .bar
    if kind != indicatorKind {
      indicatorKind = kind
      replaceIndicator(with: kind == .spinner ? gtk_spinner_new() : gtk_progress_bar_new())
      if kind == .spinner, let indicator { gtk_spinner_start(indicator.opaque) }
    }
    guard let value = view.value, let indicator else { return }
    gtk_progress_bar_set_fraction(indicator.opaque, view.total > 0 ? min(max(value / view.total, 0), 1) : 0)
    // GTK has replaced the accessible value that a modifier may have set.
    AccessibleName.restoreValue(of: indicator)
  }

  /// Replaces the bar or the spinner. The new widget takes over the accessible name.
  private func replaceIndicator(with newIndicator: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_hexpand(newIndicator, indicatorKind == .bar ? 1 : 0)
    gtk_widget_set_valign(newIndicator, GTK_ALIGN_CENTER)
    AccessibleName.markControl(newIndicator)
    if let old = indicator {
      AccessibleName.handOver(from: old, to: newIndicator)
      gtk_box_remove(UnsafeMutablePointer(opaque), old)
    }
    gtk_box_append(UnsafeMutablePointer(opaque), newIndicator)
    // The new widget has no tint class yet.
    tintClass = StyleClass()
    applyTint()
    applyName()
  }

  private func applyTint() {
    guard let indicator else { return }
    tintClass.set(StyleSheet.shared.tintClass(in: environment), on: indicator)
  }
}
