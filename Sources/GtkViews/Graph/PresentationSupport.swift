internal import CGtk
internal import GtkBridge

/// The buttons of views that become the buttons of a dialog, in the order in which they are written.
///
/// The actions of an alert are views: groups, conditions and loops of ``Button``s. Mounted with a collector in their environment, buttons
/// make no widgets: the collector knows them as data, and follows them as the views change.
@MainActor
final class ButtonCollector {
  /// Something of a button, or which buttons there are, has changed.
  var didChange: @MainActor () -> Void = {}
  private var isStale = false

  /// The buttons below a node, in order.
  func buttons(below node: ViewNode) -> [CollectedButton] {
    var buttons: [CollectedButton] = []
    collect(node, into: &buttons)
    return buttons
  }

  private func collect(_ node: ViewNode, into buttons: inout [CollectedButton]) {
    if let node = node as? any ButtonCollecting { buttons.append(node.collected) }
    for child in node.children { collect(child, into: &buttons) }
  }

  /// Updates the views, for a look at them that comes anyway: what changes in them needs no other one.
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
  /// Where buttons become data instead of widgets.
  var buttonCollector: ButtonCollector? {
    get { self[ButtonCollectorKey.self] }
    set { self[ButtonCollectorKey.self] = newValue }
  }

  /// Who is told when a text becomes another one, because it shows the text in a widget of its own.
  var textWatcher: ButtonCollector? {
    get { self[TextWatcherKey.self] }
    set { self[TextWatcherKey.self] = newValue }
  }

  /// Whether the views below react to a person.
  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
}

/// A button that became a button of a dialog, or an entry of a menu. Its label is kept in the graph, so that its text follows what it reads.
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

  func gather(into contents: inout MenuContents, shortcut: KeyboardShortcut?) {
    let item = MenuItem(title: AccessibleName.spoken(label.widgets), isEnabled: environment.isEnabled) { [view] in view.action() }
    contents.add(item, shortcut: shortcut)
  }

  var collected: CollectedButton {
    CollectedButton(
      title: label.widgets.map(text).joined(separator: " "), role: view.role, isEnabled: environment.isEnabled,
      action: { [view] in view.action() })
  }
}

/// The texts that a widget shows, one after another.
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

/// What identifies an item by a key path.
nonisolated struct Identification<Item, ID: Hashable>: @unchecked Sendable {
  // Safe because a key path is a constant: it is written as a literal, and captures nothing that is not one.
  private let keyPath: KeyPath<Item, ID>

  init(_ keyPath: KeyPath<Item, ID>) {
    self.keyPath = keyPath
  }

  func callAsFunction(_ item: Item) -> AnyHashable { AnyHashable(item[keyPath: keyPath]) }
}

/// A value that a modifier was given, for its closures on the main actor.
nonisolated struct MainActorValue<Value>: @unchecked Sendable {
  // Safe because views and what they hold are given to the main actor whole, and read there alone.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
