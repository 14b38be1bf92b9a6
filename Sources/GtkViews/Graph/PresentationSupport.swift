internal import CGtk
internal import GtkBridge

/// Collects the buttons of views that become the buttons of a dialog, in the order in which they are written.
///
/// The actions of an alert are views: groups, conditions and loops of ``Button``s. Buttons that are mounted with a collector in their environment
/// create no widgets. The collector reads them as data, and follows them as the views change.
@MainActor
final class ButtonCollector {
  /// Called when a button, or the set of buttons, has changed.
  var didChange: @MainActor () -> Void = {}
  private var isStale = false

  /// Returns the buttons below a node, in order.
  func buttons(below node: ViewNode) -> [CollectedButton] {
    var buttons: [CollectedButton] = []
    collect(node, into: &buttons)
    return buttons
  }

  private func collect(_ node: ViewNode, into buttons: inout [CollectedButton]) {
    if let node = node as? any ButtonCollecting { buttons.append(node.collected) }
    for child in node.children { collect(child, into: &buttons) }
  }

  /// Updates the views without a notification of their changes, because the caller reads the views again in any case.
  func update(_ views: () -> Void) {
    let wasStale = isStale
    isStale = true
    views()
    isStale = wasStale
  }

  func noteChange() {
    guard !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      self?.isStale = false
      self?.didChange()
    }
  }
}

/// A button of a dialog.
@MainActor
struct CollectedButton {
  let title: String
  let role: ButtonRole?
  let isEnabled: Bool
  let action: @MainActor () -> Void
}

@MainActor
private protocol ButtonCollecting: AnyObject {
  var collected: CollectedButton { get }
}

private struct ButtonCollectorKey: EnvironmentKey {
  static var defaultValue: ButtonCollector? { nil }
}

private struct TextWatcherKey: EnvironmentKey {
  static var defaultValue: ButtonCollector? { nil }
}

private struct IsEnabledKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}

extension EnvironmentValues {
  /// The collector of buttons that become data instead of widgets.
  var buttonCollector: ButtonCollector? {
    get { self[ButtonCollectorKey.self] }
    set { self[ButtonCollectorKey.self] = newValue }
  }

  /// The object that is notified when a text changes, because it shows the text in its own widget.
  var textWatcher: ButtonCollector? {
    get { self[TextWatcherKey.self] }
    set { self[TextWatcherKey.self] = newValue }
  }

  /// Whether the views below react to the user.
  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
}

/// A button that became a button of a dialog, or an entry of a menu. Its label is kept in the graph, so its text follows the state that it reads.
@MainActor
final class CollectedButtonNode<Label: View>: _ViewNode<Button<Label>>, ButtonCollecting, MenuGathering {
  private let collector: ButtonCollector
  private var label: _ViewNode<Label>!

  init(_ view: Button<Label>, in context: _NodeContext, collector: ButtonCollector) {
    self.collector = collector
    super.init(view, in: context)
    var environment = context.environment
    environment.buttonCollector = nil
    environment.textWatcher = collector
    label = Label._makeNode(view.label, in: contextBelow(environment))
    collector.noteChange()
  }

  override var children: [ViewNode] { [label] }

  override var isPressedAsWhole: Bool { true }

  override var canBeRecycled: Bool { label.canBeRecycled }

  override func update(to view: Button<Label>) {
    super.update(to: view)
    label.update(to: view.label)
    collector.noteChange()
  }

  override func environmentDidChange() {
    var environment = environment
    environment.buttonCollector = nil
    environment.textWatcher = collector
    label.updateEnvironment(environment)
    collector.noteChange()
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  override func widgetsDidChange() { collector.noteChange() }

  override func didUnmount() { collector.noteChange() }

  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    let item = MenuItem(title: AccessibleName.spoken(label.widgets), isEnabled: environment.isEnabled) { [view] in view.action() }
    contents.add(item, shortcuts: shortcuts)
  }

  var collected: CollectedButton {
    CollectedButton(
      title: label.widgets.map(text).joined(separator: " "), role: view.role, isEnabled: environment.isEnabled,
      action: { [view] in view.action() })
  }
}

/// Returns the texts in a widget, one after another.
@MainActor
func text(of widget: UnsafeMutablePointer<GtkWidget>) -> String {
  if widget.isA(gtk_label_get_type()) { return String(cString: gtk_label_get_text(widget.opaque)) }
  var texts: [String] = []
  var child = gtk_widget_get_first_child(widget)
  while let current = child {
    texts.append(text(of: current))
    child = gtk_widget_get_next_sibling(current)
  }
  return texts.filter { !$0.isEmpty }.joined(separator: " ")
}

/// The identification of an item by a key path.
nonisolated struct Identification<Item, ID: Hashable>: @unchecked Sendable {
  // Safe because a key path is a constant: it is written as a literal and captures only constants.
  private let keyPath: KeyPath<Item, ID>

  init(_ keyPath: KeyPath<Item, ID>) {
    self.keyPath = keyPath
  }

  func callAsFunction(_ item: Item) -> AnyHashable { AnyHashable(item[keyPath: keyPath]) }
}

/// A value of a modifier, for the modifier's closures on the main actor.
nonisolated struct MainActorValue<Value>: @unchecked Sendable {
  // Safe because views and their contents are passed to the main actor completely, and are read only there.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
