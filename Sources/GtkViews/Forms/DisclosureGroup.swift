internal import CGtk
internal import GtkBridge

/// A group of views below a label. A click on the label shows or hides the views. A label that is given as a key is
/// looked up in the catalogue of translations.
///
/// ```swift
/// DisclosureGroup("Details", isExpanded: $showsDetails) {
///   Text(details)
/// }
/// ```
///
/// Hidden views continue to exist with their state.
public nonisolated struct DisclosureGroup<Label: View, Content: View>: View {
  let isExpanded: Binding<Bool>?
  let label: Label
  let content: Content

  /// Creates a group that is initially collapsed, with any view as its label.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    isExpanded = nil
    self.content = content()
    self.label = label()
  }

  /// Creates a group that is expanded while a Boolean is true, with any view as its label.
  public init(isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.isExpanded = isExpanded
    self.content = content()
    self.label = label()
  }

  /// The label, and the views below it.
  @MainActor public var body: some View { Disclosure(boundIsExpanded: isExpanded, label: label, content: content) }
}

extension DisclosureGroup where Label == Text {
  /// Creates a group that is initially collapsed, with a label that is looked up in the catalogue.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(key) }
  }

  /// Creates a group that is initially collapsed, with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(text) }
  }

  /// Creates a group that is expanded while a Boolean is true, with a label that is looked up in the catalogue.
  public nonisolated init(_ key: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
    self.init(isExpanded: isExpanded, content: content) { Text(key) }
  }

  /// Creates a group that is expanded while a Boolean is true, with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
    self.init(isExpanded: isExpanded, content: content) { Text(text) }
  }
}

/// The body of a ``DisclosureGroup``, with the caller's binding or with its own state.
private struct Disclosure<Label: View, Content: View>: View {
  /// The caller's binding. `nil` if ``isExpanded`` stores whether the group is expanded.
  let boundIsExpanded: Binding<Bool>?
  let label: Label
  let content: Content
  @State private var isExpanded = false

  var body: some View {
    Expander(
      isExpanded: ObservedBinding(boundIsExpanded ?? $isExpanded), label: label,
      content: VStack(alignment: .leading) { content })
  }
}

/// A `GtkExpander` with a label and a content.
private struct Expander<Label: View, Content: View>: PrimitiveView {
  let isExpanded: ObservedBinding<Bool>
  let label: Label
  let content: Content

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { ExpanderNode(view, in: context) }
}

/// The node of a `GtkExpander`. The inherited property `content` is the node of the label, and `contentNode` is the
/// node of the content.
@MainActor
private final class ExpanderNode<Label: View, Content: View>: ContainerNode<Expander<Label, Content>, Label> {
  private var contentNode: BoxedNode<Content>!
  /// The widget of the label. If the label has several widgets, a box that contains them.
  private var labelChild = LabelChild()
  private var expandedConnection: SignalConnection!

  init(_ view: Expander<Label, Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_expander_new(nil), in: context)
    mountContent(view.label)
    contentNode = BoxedNode(view.content, in: contextBelow())
    // The content is indented below the label.
    gtk_widget_set_margin_top(contentNode.widget, 6)
    gtk_widget_set_margin_start(contentNode.widget, 18)
    gtk_expander_set_child(opaque, contentNode.widget)
    gtk_expander_set_expanded(opaque, view.isExpanded.observedValue ? 1 : 0)
    expandedConnection = connect(widget, .notify("notify::expanded")) { [weak self] in self?.userDidToggle() }
  }

  override var children: [ViewNode] { [content, contentNode] }

  override var contentAxis: Axis? { .horizontal }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) { widgets.append(widget) }

  override func update(to view: Expander<Label, Content>) {
    super.update(to: view)
    content.update(to: view.label)
    contentNode.update(to: view.content)
    showExpansion()
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    contentNode?.updateEnvironment(environment)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    labelChild.show(widgets) { gtk_expander_set_label_widget(opaque, $0) }
    // The accessible name consists of the texts of the label's widgets.
    textDidChange()
  }

  override var capabilities: NodeCapabilities { .followsTexts }

  override func textDidChange() {
    if let content { AccessibleName.setDefault(AccessibleName.spoken(content.widgets), on: widget) }
  }

  private func userDidToggle() {
    view.isExpanded.write(gtk_expander_get_expanded(opaque) != 0) { [weak self] in self?.showExpansion() }
  }

  /// Shows or hides the content as the binding requires.
  private func showExpansion() {
    guard isMounted else { return }
    let isExpanded = view.isExpanded.value
    guard (gtk_expander_get_expanded(opaque) != 0) != isExpanded else { return }
    expandedConnection.withHandlerBlocked { gtk_expander_set_expanded(opaque, isExpanded ? 1 : 0) }
  }
}

/// The node of views in a box.
@MainActor
private final class BoxedNode<Content: View>: ContainerNode<Content, Content> {
  private var boxChildren = WidgetChildren()

  init(_ view: Content, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), in: context)
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: widget)
    mountContent(view)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: Content) {
    super.update(to: view)
    content.update(to: view)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    boxChildren.update(to: widgets, .box(opaque))
  }
}
