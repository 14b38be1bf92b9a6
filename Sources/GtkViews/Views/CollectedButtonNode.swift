internal import CGtk
internal import GtkBridge

/// The node of a ``Button`` that is a button of a dialog or an entry of a menu. The node keeps the nodes of the label.
/// The title therefore updates when state that the label reads has changed.
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

  override var capabilities: NodeCapabilities { .isSingleControl }

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
    let item = MenuItem(title: AccessibleName.spoken(label.widgets), isEnabled: environment.isEnabled) { [view] in
      view.action()
    }
    contents.add(item, shortcuts: shortcuts)
  }

  var collected: CollectedButton {
    CollectedButton(
      title: label.widgets.map(labelText).joined(separator: " "), role: view.role, isEnabled: environment.isEnabled,
      action: { [view] in view.action() })
  }
}

/// Returns the texts of the labels in a widget, in order and separated by spaces.
@MainActor
func labelText(of widget: UnsafeMutablePointer<GtkWidget>) -> String {
  if widget.isA(gtk_label_get_type()) { return String(cString: gtk_label_get_text(widget.opaque)) }
  var texts: [String] = []
  var child = gtk_widget_get_first_child(widget)
  while let current = child {
    texts.append(labelText(of: current))
    child = gtk_widget_get_next_sibling(current)
  }
  return texts.filter { !$0.isEmpty }.joined(separator: " ")
}
