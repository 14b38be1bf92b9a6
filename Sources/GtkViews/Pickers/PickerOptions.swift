internal import CGtk
internal import GtkBridge

/// The parameters of a picker, which do not depend on its style.
struct PickerConfiguration<Value: Hashable, Content: View> {
  let selection: ObservedBinding<Value>
  let content: Content
  /// The text of the label, for the accessible name of the control.
  let speech: LabelSpeech
  let caller: CallerLine
}

/// One of the views in a picker.
struct PickerOption<Value: Hashable> {
  /// The value of the option, or `nil` if the view has no tag of the selection's type.
  let value: Value?
  /// Borrowed from the view's node.
  let widget: UnsafeMutablePointer<GtkWidget>

  /// The text of the option.
  @MainActor var title: String { AccessibleName.spoken(widget) }
}

/// Collects the widgets of a picker's options with their tags. The options contribute them in the same way as the rows
/// of a list.
@MainActor
final class PickerOptions: RowHost {
  /// The row of each widget. The row has the tag of the option.
  private var rows: [UnsafeMutablePointer<GtkWidget>: StaticRow] = [:]
  /// The widgets in the order of the options.
  private var order: [UnsafeMutablePointer<GtkWidget>] = []

  func staticRow(for widget: UnsafeMutablePointer<GtkWidget>) -> StaticRow {
    let row = StaticRow(widget)
    rows[widget] = row
    order.append(widget)
    return row
  }

  /// Returns the options of the views below a node.
  static func options<Value: Hashable>(below node: ViewNode, of type: Value.Type) -> [PickerOption<Value>] {
    let host = PickerOptions()
    var collector = RowCollector(host)
    node.collectRows(into: &collector)
    return host.order.map { PickerOption(value: host.rows[$0]?.tag.flatMap { $0.base as? Value }, widget: $0) }
  }
}

extension PickerConfiguration {
  /// Returns the position of the selected value among the options, or `nil` if no option has the value. A `Misuse` is
  /// then reported, unless the value is `nil` or there are no options.
  @MainActor func position(in options: [PickerOption<Value>]) -> Int? {
    let selected = selection.value
    if let position = options.firstIndex(where: { $0.value == selected }) { return position }
    if !options.isEmpty, (selected as? any OptionalValue)?.isNone != true { report(selected) }
    return nil
  }

  @MainActor private func report(_ selected: Value) {
    let misuse = Misuse(
      "The picker “\(speech.text)” is bound to \(selected), which is the tag of none of its views, so no view is selected. "
        + "Give a view .tag(_:) with a \(Value.self) of that value.",
      fileID: caller.fileID, line: caller.line)
    ViewGraph.shared.reportOnce(misuse)
  }
}

/// A value that may be `nil`.
private protocol OptionalValue {
  var isNone: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNone: Bool { self == nil }
}

/// The node of a picker's control.
@MainActor
class PickerNode<Control: View, Value: Hashable, Content: View>: WidgetNode<Control> {
  /// Returns the configuration that the view of the control contains.
  private let configurationOf: @MainActor (Control) -> PickerConfiguration<Value, Content>
  private var content: _ViewNode<Content>!
  /// Whether the options are read again before the next layout pass.
  private var isStale = false
  private(set) final var options: [PickerOption<Value>] = []

  init(
    _ view: Control, widget: UnsafeMutablePointer<GtkWidget>, in context: _NodeContext,
    _ configurationOf: @escaping @MainActor (Control) -> PickerConfiguration<Value, Content>
  ) {
    self.configurationOf = configurationOf
    super.init(view, widget: widget, in: context)
    AccessibleName.markControl(widget)
    configuration.speech.didChange = { [weak self] in self?.nameDidChange() }
    nameDidChange()
  }

  /// Creates the nodes of the options. Subclasses call it once, at the end of the initialiser.
  final func mountContent() {
    content = Content._makeNode(configuration.content, in: contextBelow())
    refresh()
  }

  final var configuration: PickerConfiguration<Value, Content> { configurationOf(view) }

  override var children: [ViewNode] { content.map { [$0] } ?? [] }

  override func update(to view: Control) {
    super.update(to: view)
    content.update(to: configuration.content)
    showSelected()
  }

  override func environmentDidChange() {
    content?.updateEnvironment(environment)
  }

  override func widgetsDidChange() { refreshLater() }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() { refreshLater() }

  /// Sets the accessible name of the control to the text of the label.
  func nameDidChange() {
    AccessibleName.setDefault(configuration.speech.text, on: widget)
  }

  /// Displays the current `options`. Subclasses override this function.
  func showOptions() {}

  /// Shows the option at a position as selected, or no option if the position is `nil`. Subclasses override this
  /// function.
  func show(_ position: Int?) {}

  /// Writes the option that the user has selected to the binding.
  final func select(_ position: Int) {
    guard isMounted, position < options.count else { return }
    if let value = options[position].value { configuration.selection.write(value) }
    // A binding may reject the value, and the user may select an option without a value.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showSelected() }
  }

  /// Reads the options again before the next layout pass.
  private func refreshLater() {
    guard content != nil, !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      guard let self, isMounted else { return }
      isStale = false
      refresh()
    }
  }

  /// Reads and displays the options.
  private func refresh() {
    options = PickerOptions.options(below: content, of: Value.self)
    showOptions()
    showSelected()
  }

  private func showSelected() {
    guard isMounted, !isStale else { return }
    show(configuration.position(in: options))
  }
}
