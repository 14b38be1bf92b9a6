internal import CGtk
internal import GtkBridge

/// Says that something goes on, or how far it is.
public nonisolated struct ProgressView<Label: View>: View {
  private let value: Double?
  private let total: Double
  private let label: Label

  /// Something goes on, and nobody knows how long. The label says what.
  public init(@ViewBuilder label: () -> Label) {
    value = nil
    total = 1
    self.label = label()
  }

  /// Something is so far; `nil` if that is not known. The label says what.
  public init<Number: BinaryFloatingPoint>(value: Number?, total: Number = 1, @ViewBuilder label: () -> Label) {
    self.value = value.map { Double($0) }
    self.total = Double(total)
    self.label = label()
  }

  /// The bar or the spinner, with the label above the one or below the other.
  @MainActor public var body: some View {
    if Label.self == EmptyView.self {
      ProgressIndicator(value: value, total: total, speech: nil)
    } else {
      LabelledProgress(value: value, total: total, label: label)
    }
  }
}

extension ProgressView where Label == EmptyView {
  /// Something goes on, and nobody knows how long.
  public nonisolated init() {
    self.init { EmptyView() }
  }

  /// Something is so far; `nil` if that is not known.
  public nonisolated init<Number: BinaryFloatingPoint>(value: Number?, total: Number = 1) {
    self.init(value: value, total: total) { EmptyView() }
  }
}

extension ProgressView where Label == Text {
  /// Something goes on, and nobody knows how long. What it is, is looked up in the catalogue.
  public nonisolated init(_ key: LocalizedStringKey) {
    self.init { Text(key) }
  }

  /// Something goes on, and nobody knows how long. What it is, is shown as it is.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol) {
    self.init { Text(text) }
  }

  /// Something is so far; `nil` if that is not known. What it is, is looked up in the catalogue.
  public nonisolated init<Number: BinaryFloatingPoint>(_ key: LocalizedStringKey, value: Number?, total: Number = 1) {
    self.init(value: value, total: total) { Text(key) }
  }

  /// Something is so far; `nil` if that is not known. What it is, is shown as it is.
  @_disfavoredOverload
  public nonisolated init<Number: BinaryFloatingPoint>(_ text: some StringProtocol, value: Number?, total: Number = 1) {
    self.init(value: value, total: total) { Text(text) }
  }
}

private struct LabelledProgress<Label: View>: View {
  let value: Double?
  let total: Double
  let label: Label
  @State private var speech = LabelSpeech()

  var body: some View {
    VStack(alignment: value == nil ? .center : .leading, spacing: 4) {
      if value != nil { SpokenLabel(label: label, speech: speech) }
      ProgressIndicator(value: value, total: total, speech: speech)
      if value == nil { SpokenLabel(label: label, speech: speech) }
    }
  }
}

/// The widget alone.
private struct ProgressIndicator: PrimitiveView {
  let value: Double?
  let total: Double
  /// What it is called by, if there is a label.
  let speech: LabelSpeech?

  static func _makeNode(_ view: ProgressIndicator, in context: _NodeContext) -> _ViewNode<ProgressIndicator> {
    ProgressNode(view, in: context)
  }
}

@MainActor
private final class ProgressNode: ContainerNode<ProgressIndicator, EmptyView> {
  private var shown: Kind?
  private var tintClass = StyleClass()

  private enum Kind {
    case spinner
    case bar
  }

  init(_ view: ProgressIndicator, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), in: context)
    mountContent(EmptyView())
    show()
    guard let speech = view.speech else { return }
    AccessibleName.markControl(widget)
    speech.didChange = { [weak self] in self?.applyName() }
  }

  /// The bar or the spinner, which has the role of a progress bar, and so the name. Borrowed.
  private var indicator: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_first_child(widget) }

  private func applyName() {
    if let speech = view.speech, let indicator { AccessibleName.setWritten(speech.text, on: indicator) }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyTint()
  }

  override var canBeRecycled: Bool { true }

  override func update(to view: ProgressIndicator) {
    super.update(to: view)
    show()
  }

  private func show() {
    let kind: Kind = view.value == nil ? .spinner : .bar
    if kind != shown {
      shown = kind
      exchange(for: kind == .spinner ? gtk_spinner_new() : gtk_progress_bar_new())
      if kind == .spinner, let indicator { gtk_spinner_start(indicator.opaque) }
    }
    guard let value = view.value, let indicator else { return }
    gtk_progress_bar_set_fraction(indicator.opaque, view.total > 0 ? min(max(value / view.total, 0), 1) : 0)
    // GTK has a value of its own in words now.
    AccessibleName.restoreValue(of: indicator)
  }

  /// Shows another widget, which is called as the one before it was.
  private func exchange(for new: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_hexpand(new, shown == .bar ? 1 : 0)
    gtk_widget_set_valign(new, GTK_ALIGN_CENTER)
    AccessibleName.markControl(new)
    if let old = indicator {
      AccessibleName.handOver(from: old, to: new)
      gtk_box_remove(UnsafeMutablePointer(opaque), old)
    }
    gtk_box_append(UnsafeMutablePointer(opaque), new)
    tintClass = StyleClass()
    applyTint()
    applyName()
  }

  private func applyTint() {
    guard let indicator else { return }
    tintClass.set(StyleSheet.shared.tintClass(in: environment), on: indicator)
  }
}
