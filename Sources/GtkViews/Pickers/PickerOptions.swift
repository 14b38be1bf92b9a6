internal import CGtk
internal import GtkBridge

/// What a picker chooses among, and what is chosen.
struct PickerChoice<Value: Hashable, Content: View> {
  let selection: Binding<Value>
  /// What the binding said when the body was evaluated: it is read there, so that the body is evaluated when it says something else.
  let shown: Value
  let content: Content
  /// What it is called by.
  let speech: LabelSpeech
  let caller: CallerLine
}

/// One of the views in a picker.
struct PickerOption<Value: Hashable> {
  /// What it stands for; `nil` if it has no tag of the selection's type.
  let value: Value?
  /// Borrowed of the view's node.
  let widget: UnsafeMutablePointer<GtkWidget>

  /// What it says.
  @MainActor var title: String { AccessibleName.spoken(widget) }
}

/// Takes the views of a picker one by one, as a list takes its rows.
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

  /// What the views below a node stand for.
  static func options<Value: Hashable>(below node: ViewNode, of type: Value.Type) -> [PickerOption<Value>] {
    let host = PickerOptions()
    var collector = RowCollector(host)
    node.collectRows(into: &collector)
    return host.order.map { PickerOption(value: host.tags[$0]?.tag.flatMap { $0.base as? Value }, widget: $0) }
  }
}

extension PickerChoice {
  /// Where what is chosen is among the options. If it should be, and is not, it is said aloud.
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

/// A value that may be none.
private protocol OptionalValue {
  var isNone: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNone: Bool { self == nil }
}

/// Stands behind what one chooses by.
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

  /// Makes the views. To be called once, at the end of the initialiser.
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

  override var followsTexts: Bool { true }

  override func textDidChange() { refreshLater() }

  func nameDidChange() {
    AccessibleName.setWritten(choice.speech.text, on: widget)
  }

  /// Shows other options than before.
  func showOptions() {}

  /// Shows the option at a position as chosen, or none.
  func show(_ position: Int?) {}

  /// A person has chosen.
  final func choose(_ position: Int) {
    guard isMounted, position < options.count else { return }
    if let value = options[position].value, value != choice.selection.wrappedValue { choice.selection.wrappedValue = value }
    // A binding may refuse; then nothing is evaluated, and the widget must be put back.
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
