internal import CGtk
internal import GtkBridge

/// The parameters of a picker that do not depend on its style.
struct PickerConfiguration<Value: Hashable, Content: View> {
  /// The binding for the value of the selected option.
  let selection: ObservedBinding<Value>
  /// The views of the options.
  let content: Content
  /// The text of the picker's label. It is the accessible name of the control.
  let accessibleLabelText: AccessibleLabelText
  /// The source line that creates the picker, for reports of misuse.
  let caller: CallerLine
}

/// An option of a picker: one of the views in it.
struct PickerOption<Value: Hashable> {
  /// The value of the option, or `nil` if the view has no tag of the selection's type.
  let value: Value?
  /// The widget of the view. Borrowed from the view's node.
  let widget: UnsafeMutablePointer<GtkWidget>

  /// The text of the option, as a screen reader speaks it.
  @MainActor var title: String { AccessibleName.spoken(widget) }
}

/// Collects the widgets and the tags of a picker's options. A ``RowCollector`` finds the views in a picker in the same
/// way as the rows of a list. So this object conforms to ``RowHost``, like a list.
@MainActor
final class PickerOptions: RowHost {
  /// The rows, by the widgets of the options. A row contains the tag of its option.
  private var rows: [UnsafeMutablePointer<GtkWidget>: StaticRow] = [:]
  /// The widgets in the order of the options.
  private var orderedWidgets: [UnsafeMutablePointer<GtkWidget>] = []

  func staticRow(for widget: UnsafeMutablePointer<GtkWidget>) -> StaticRow {
    let row = StaticRow(widget)
    rows[widget] = row
    orderedWidgets.append(widget)
    return row
  }

  /// Returns the options for the views below a node. `type` is the type of the picker's selection.
  static func options<Value: Hashable>(below node: ViewNode, of type: Value.Type) -> [PickerOption<Value>] {
    let collected = PickerOptions()
    var collector = RowCollector(collected)
    node.collectRows(into: &collector)
    return collected.orderedWidgets.map {
      PickerOption(value: collected.rows[$0]?.tag.flatMap { $0.base as? Value }, widget: $0)
    }
  }
}

extension PickerConfiguration {
  /// Returns the position of the option with the selected value, or `nil` if there is no such option. A missing option
  /// is reported as misuse, unless the selected value is `nil` or the picker has no options.
  @MainActor func selectedPosition(in options: [PickerOption<Value>]) -> Int? {
    let selected = selection.value
    if let position = options.firstIndex(where: { $0.value == selected }) { return position }
    if !options.isEmpty, (selected as? any OptionalValue)?.isNone != true { reportMissingOption(for: selected) }
    return nil
  }

  @MainActor private func reportMissingOption(for selected: Value) {
    let misuse = Misuse(
      "The picker “\(accessibleLabelText.text)” is bound to \(selected), which is the tag of none of its views, so no view is selected. "
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

/// The node of a picker's control, such as a drop-down or buttons.
@MainActor
class PickerNode<Control: View, Value: Hashable, Content: View>: WidgetNode<Control> {
  /// Returns the configuration in the view of the control.
  private let configurationOf: @MainActor (Control) -> PickerConfiguration<Value, Content>
  /// The node of the options' views.
  private var content: _ViewNode<Content>!
  /// Whether `options` is out of date. The options are then read again before the next layout pass.
  private var isStale = false
  /// The options as of the last time they were read.
  private(set) final var options: [PickerOption<Value>] = []

  init(
    _ view: Control, widget: UnsafeMutablePointer<GtkWidget>, in context: _NodeContext,
    _ configurationOf: @escaping @MainActor (Control) -> PickerConfiguration<Value, Content>
  ) {
    self.configurationOf = configurationOf
    super.init(view, widget: widget, in: context)
    AccessibleName.markControl(widget)
    configuration.accessibleLabelText.didChange = { [weak self] in self?.nameDidChange() }
    nameDidChange()
  }

  /// Creates the nodes of the options' views, and displays the options. Subclasses call this function once, at the end
  /// of the initialiser.
  final func mountContent() {
    content = Content._makeNode(configuration.content, in: contextBelow())
    refresh()
  }

  final var configuration: PickerConfiguration<Value, Content> { configurationOf(view) }

  override var children: [ViewNode] { content.map { [$0] } ?? [] }

  override func update(to view: Control) {
    super.update(to: view)
    content.update(to: configuration.content)
    showBindingValue()
  }

  override func environmentDidChange() {
    content?.updateEnvironment(environment)
  }

  override func widgetsDidChange() { refreshLater() }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() { refreshLater() }

  /// Sets the accessible name of the control to the text of the label.
  func nameDidChange() {
    AccessibleName.setDefault(configuration.accessibleLabelText.text, on: widget)
  }

  /// Displays the current `options`. Subclasses override this function.
  func showOptions() {}

  /// Shows the option at a position as selected, or no option if the position is `nil`. Subclasses override this
  /// function.
  func showSelection(at position: Int?) {}

  /// Writes the value of the option at a position to the binding. Subclasses call this function when the user has
  /// selected this option.
  final func writeSelection(at position: Int) {
    guard isMounted, position < options.count else { return }
    if let value = options[position].value { configuration.selection.write(value) }
    // The control must show the binding's value again if the binding rejects the new value, or if the option has no
    // value.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showBindingValue() }
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
    showBindingValue()
  }

  /// Shows the option with the binding's value as selected.
  private func showBindingValue() {
    guard isMounted, !isStale else { return }
    showSelection(at: configuration.selectedPosition(in: options))
  }
}
