internal import CGtk
internal import GtkBridge

/// A picker's options and its selection.
struct PickerChoice<Value: Hashable, Content: View> {
  let selection: Binding<Value>
  /// The value that the body read from the binding. Reading it there makes the body depend on the binding.
  let shown: Value
  let content: Content
  /// The text of the label.
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

/// Collects the views of a picker one by one, as a list collects its rows.
@MainActor
final class PickerOptions: RowHost {
  private var tags: [UnsafeMutablePointer<GtkWidget>: StaticRow] = [:]
  private var order: [UnsafeMutablePointer<GtkWidget>] = []

  func staticRow(for widget: UnsafeMutablePointer<GtkWidget>) -> StaticRow {
    let row = StaticRow(widget)
    tags[widget] = row
    order.append(widget)
    return row
  }

  /// Returns the options of the views below a node.
  static func options<Value: Hashable>(below node: ViewNode, of type: Value.Type) -> [PickerOption<Value>] {
    let host = PickerOptions()
    var collector = RowCollector(host)
    node.collectRows(into: &collector)
    return host.order.map { PickerOption(value: host.tags[$0]?.tag.flatMap { $0.base as? Value }, widget: $0) }
  }
}

extension PickerChoice {
  /// Returns the position of the selected value among the options, or
  /// `nil`. If there are options and none has the value, a `Misuse` is reported, unless the value is `nil`.
  @MainActor func position(in options: [PickerOption<Value>]) -> Int? {
    let chosen = selection.wrappedValue
    if let position = options.firstIndex(where: { $0.value == chosen }) { return position }
    if !options.isEmpty, (chosen as? any OptionalValue)?.isNone != true { report(chosen) }
    return nil
  }

  @MainActor private func report(_ chosen: Value) {
    let misuse = Misuse(
      "The picker “\(speech.text)” is bound to \(chosen), which is the tag of none of its views, so nothing is shown as chosen. "
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
  private let choiceOf: @MainActor (Control) -> PickerChoice<Value, Content>
  private var content: _ViewNode<Content>!
  private var isStale = false
  private(set) final var options: [PickerOption<Value>] = []

  init(
    _ view: Control, widget: UnsafeMutablePointer<GtkWidget>, in context: _NodeContext,
    _ choiceOf: @escaping @MainActor (Control) -> PickerChoice<Value, Content>
  ) {
    self.choiceOf = choiceOf
    super.init(view, widget: widget, in: context)
    AccessibleName.markControl(widget)
    choice.speech.didChange = { [weak self] in self?.nameDidChange() }
    nameDidChange()
  }

  /// Creates the nodes of the options. Subclasses call it once, at the end of the initialiser.
  final func mountContent() {
    content = Content._makeNode(choice.content, in: contextBelow())
    refresh()
  }

  final var choice: PickerChoice<Value, Content> { choiceOf(view) }

  override var children: [ViewNode] { content.map { [$0] } ?? [] }

  override func update(to view: Control) {
    super.update(to: view)
    content.update(to: choice.content)
    showSelected()
  }

  override func environmentDidChange() {
    content?.updateEnvironment(environment)
  }

  override func widgetsDidChange() { refreshLater() }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() { refreshLater() }

  func nameDidChange() {
    AccessibleName.setDefault(choice.speech.text, on: widget)
  }

  /// Shows the current `options`.
  func showOptions() {}

  /// Shows the option at a position as selected, or no option if the position is `nil`.
  func show(_ position: Int?) {}

  /// Handles a selection by the user.
  final func choose(_ position: Int) {
    guard isMounted, position < options.count else { return }
    if let value = options[position].value, value != choice.selection.wrappedValue { choice.selection.wrappedValue = value }
    // A binding may reject the value. Then no body is evaluated, so the widget must be reset to the old value.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showSelected() }
  }

  private func refreshLater() {
    guard content != nil, !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      guard let self, isMounted else { return }
      isStale = false
      refresh()
    }
  }

  private func refresh() {
    options = PickerOptions.options(below: content, of: Value.self)
    showOptions()
    showSelected()
  }

  private func showSelected() {
    guard isMounted, !isStale else { return }
    show(choice.position(in: options))
  }
}
