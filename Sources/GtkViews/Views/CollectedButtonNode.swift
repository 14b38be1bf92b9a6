internal import CGtk
internal import GtkBridge

/// The node of a ``Button`` that is a button of a dialog or an entry of a menu.
///
/// This node has no widget. The dialog or menu reads the title and the action of the button from the node. A collector
/// notifies the dialog or menu of changes. In a dialog, the title is the text of the label. In a menu, the title is the
/// text that a screen reader speaks for the label.
@MainActor
final class CollectedButtonNode<Label: View>: _ViewNode<Button<Label>>, CollectableButton, MenuGathering {
  private let collector: ButtonCollector
  /// The node of the label. Its widgets are not displayed, but the title is read from them.
  private var label: _ViewNode<Label>!

  init(_ view: Button<Label>, in context: _NodeContext, collector: ButtonCollector) {
    self.collector = collector
    super.init(view, in: context)
    label = Label._makeNode(view.label, in: contextBelow(labelEnvironment(context.environment)))
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
    label.updateEnvironment(labelEnvironment(environment))
    collector.noteChange()
  }

  /// Returns the environment of the label. In this environment, the texts in the label notify the collector of changes,
  /// and buttons in the label are not collected.
  private func labelEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.buttonCollector = nil
    environment.textWatcher = collector
    return environment
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

  var collectedButton: CollectedButton {
    CollectedButton(
      title: label.widgets.map(textOfLabels).joined(separator: " "), role: view.role, isEnabled: environment.isEnabled,
      action: { [view] in view.action() })
  }
}

/// Returns the text of a widget that is a `GtkLabel`, or else the texts of all `GtkLabel` widgets below the widget,
/// separated by spaces.
@MainActor
func textOfLabels(in widget: UnsafeMutablePointer<GtkWidget>) -> String {
  if widget.isA(gtk_label_get_type()) { return String(cString: gtk_label_get_text(widget.opaque)) }
  var texts: [String] = []
  var child = gtk_widget_get_first_child(widget)
  while let current = child {
    texts.append(textOfLabels(in: current))
    child = gtk_widget_get_next_sibling(current)
  }
  return texts.filter { !$0.isEmpty }.joined(separator: " ")
}
