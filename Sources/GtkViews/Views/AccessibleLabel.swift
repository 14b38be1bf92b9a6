internal import CGtk

/// The text of the label next to a control. The label's node sets the text, and the control uses the text as the
/// control's accessible name.
@MainActor
final class AccessibleLabelText: RecreatableState {
  private(set) var text = ""
  /// Called after the text has changed. The control sets this closure.
  var didChange: @MainActor () -> Void = {}

  func setText(_ newText: String) {
    guard newText != text else { return }
    text = newText
    didChange()
  }
}

/// The label next to a control. The control reads the label's text from an ``AccessibleLabelText``.
struct AccessibleLabel<Label: View>: PrimitiveView {
  let label: Label
  /// The object that receives the text of the label.
  let accessibleLabelText: AccessibleLabelText
  /// Whether the label is visible. A hidden label is only the control's accessible name.
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
    let visibilityDidChange = view.isShown != self.view.isShown
    super.update(to: view)
    content.update(to: view.label)
    if visibilityDidChange { widgetsDidChange() }
  }

  override func widgetsDidChange() {
    super.widgetsDidChange()
    textDidChange()
  }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() {
    // `content` is `nil` until `init` has created it.
    if let content { view.accessibleLabelText.setText(AccessibleName.spoken(content.widgets)) }
  }
}
