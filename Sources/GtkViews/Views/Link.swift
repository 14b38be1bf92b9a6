internal import CGtk
internal import GtkBridge

/// A text or another view that the user clicks to open an address. The environment's ``EnvironmentValues/openURL``
/// opens the address.
///
/// ```swift
/// Link("Website", destination: "https://example.org")
/// ```
///
/// The link's context menu has an entry that copies the address.
public nonisolated struct Link<Label: View>: PrimitiveView {
  let destination: String
  let label: Label

  /// Creates a link with any view as its label.
  ///
  /// - Parameters:
  ///   - destination: A `String`, or Foundation's `URL`, whose description is the address.
  ///   - label: The view that the user clicks.
  public init(destination: some CustomStringConvertible, @ViewBuilder label: () -> Label) {
    self.destination = destination.description
    self.label = label()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    // The environment has a collector in a menu and among the buttons of a dialog.
    if context.environment.buttonCollector != nil {
      return ForwardingNode(view, in: context) { LinkAsButton(destination: $0.destination, label: $0.label) }
    }
    return LinkNode(view, in: context)
  }
}

extension Link where Label == Text {
  /// Creates a link with a label that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, destination: some CustomStringConvertible) {
    self.init(destination: destination) { Text(key) }
  }

  /// Creates a link with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, destination: some CustomStringConvertible) {
    self.init(destination: destination) { Text(text) }
  }
}

/// A button that opens an address, for a link in a menu or among the buttons of a dialog.
private struct LinkAsButton<Label: View>: View {
  let destination: String
  let label: Label
  @Environment(\.openURL) private var openURL

  var body: some View { Button(action: { openURL(destination) }, label: { label }) }
}

@MainActor
private final class LinkNode<Label: View>: ContainerNode<Link<Label>, Label> {
  private var child = LabelChild()
  private var plainClass = StyleClass()

  init(_ view: Link<Label>, in context: _NodeContext) {
    super.init(view, widget: gtk_link_button_new(view.destination), in: context)
    // Removes GTK's own child, which shows the address.
    gtk_button_set_child(UnsafeMutablePointer(opaque), nil)
    mountContent(view.label)
    connect(widget, .request("activate-link")) { [weak self] in
      self?.open()
      // `true` prevents GTK from opening the address, too.
      return true
    }
  }

  override var contentAxis: Axis? { .horizontal }

  override func update(to view: Link<Label>) {
    let destinationDidChange = view.destination != self.view.destination
    super.update(to: view)
    content.update(to: view.label)
    if destinationDidChange { gtk_link_button_set_uri(opaque, view.destination) }
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    child.show(widgets) { gtk_button_set_child(UnsafeMutablePointer(opaque), $0) }
    plainClass.set("gtkviews-plain", on: widget)
    textDidChange()
  }

  override var capabilities: NodeCapabilities { [.followsTexts, .isSingleControl] }

  override func textDidChange() {
    // `content` is `nil` while the label is being created.
    if let content { AccessibleName.setDefault(AccessibleName.spoken(content.widgets), on: widget) }
  }

  /// Opens the address, and marks the link as visited.
  private func open() {
    gtk_link_button_set_visited(opaque, 1)
    environment.openURL.open(view.destination, from: widget)
  }
}
