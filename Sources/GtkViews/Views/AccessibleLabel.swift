internal import CGtk

/// The text of the label next to a control. The label's node sets it, and the control uses it as its accessible name.
@MainActor
final class LabelSpeech: RecreatableState {
  private(set) var text = ""
  /// Called after the text has changed. The control sets it.
  var didChange: @MainActor () -> Void = {}

  /// Sets the text.
  func setText(_ newText: String) {
    guard newText != text else { return }
    text = newText
    didChange()
  }
}

/// The label next to a control. It reports its text to the control through a ``LabelSpeech``.
struct AccessibleLabel<Label: View>: PrimitiveView {
  let label: Label
  /// Receives the text of the label for the control.
  let speech: LabelSpeech
  /// Whether the label is also visible. If not, it is only the control's accessible name.
  var isShown = true

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AccessibleLabelNode(view, in: context)
  }
}

@MainActor
private final class AccessibleLabelNode<Label: View>: _ViewNode<AccessibleLabel<Label>> {
  private var content: _ViewNode<Label>!

  override init(_ view: AccessibleLabel<Label>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Label._makeNode(view.label, in: contextBelow())
    textDidChange()
  }

  override var children: [ViewNode] { [content] }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    if view.isShown { super.collectWidgets(into: &widgets) }
  }

  override func update(to view: AccessibleLabel<Label>) {
    let isShownDidChange = view.isShown != self.view.isShown
    super.update(to: view)
    content.update(to: view.label)
    if isShownDidChange { widgetsDidChange() }
  }

  override func widgetsDidChange() {
    super.widgetsDidChange()
    textDidChange()
  }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() {
    if let content { view.speech.setText(AccessibleName.spoken(content.widgets)) }
  }
}
