internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A line of text that a person types, or several.
public nonisolated struct TextField: PrimitiveView {
  let title: TextState
  let prompt: TextState?
  let text: Binding<String>
  var axis = Axis.horizontal

  /// A field whose title is looked up in the catalogue. The title is its name for a screen reader, and its prompt unless another is given.
  public init(_ key: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
    title = TextState(key)
    self.text = text
    self.prompt = prompt?.content
  }

  /// A field whose title is shown as it is.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
    self.title = TextState(verbatim: String(title))
    self.text = text
    self.prompt = prompt?.content
  }

  /// A field whose title is looked up in the catalogue, and which grows in a direction.
  ///
  /// - Parameters:
  ///   - key: The name for a screen reader, and the prompt unless another is given.
  ///   - text: What is typed.
  ///   - prompt: What stands in the field while it is empty.
  ///   - axis: `.vertical` for a field that has as many lines as its text. Return then begins another, and Control with Return submits.
  public init(_ key: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
    self.init(key, text: text, prompt: prompt)
    self.axis = axis
  }

  /// A field whose title is shown as it is, and which grows in a direction.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
    self.init(title, text: text, prompt: prompt)
    self.axis = axis
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: TextField, in context: _NodeContext) -> _ViewNode<TextField> {
    switch view.axis {
    case .horizontal: TextFieldNode(view, in: context)
    case .vertical: TextAreaNode(view, in: context)
    }
  }
}

private struct SubmitKey: EnvironmentKey {
  static var defaultValue: SubmitAction? { nil }
}

/// What Return does in a field.
@MainActor
final class SubmitAction {
  var run: @MainActor () -> Void
  nonisolated init(_ run: @escaping @MainActor () -> Void) { self.run = run }
}

extension EnvironmentValues {
  /// What Return does in a field.
  var submitAction: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

/// The field reads its text itself, so that typing evaluates no body but those that read the text.
@MainActor
private final class TextFieldNode: WidgetNode<TextField>, Evaluated {
  var isChanged = false
  private var connection: SignalConnection!
  private var sizeClass = StyleClass()

  init(_ view: TextField, in context: _NodeContext) {
    super.init(view, widget: gtk_entry_new(), in: context)
    gtk_widget_set_hexpand(widget, 1)
    applyTitle()
    environmentDidChange()
    show()
    connection = connect(widget, .changed) { [weak self] in self?.typed() }
    connect(widget, .activate) { [weak self] in self?.environment.submitAction?.run() }
  }

  var viewName: String { "TextField" }

  override func update(to view: TextField) {
    let isTitledAnew = view.title != self.view.title || view.prompt != self.view.prompt
    super.update(to: view)
    if isTitledAnew { applyTitle() }
    show()
  }

  override func environmentDidChange() {
    applySubmit()
    sizeClass.set(environment.controlSize.className, on: widget)
  }

  /// Return presses the window's default button, unless it has something else to do.
  private func applySubmit() {
    gtk_entry_set_activates_default(UnsafeMutablePointer(opaque), environment.submitAction == nil ? 1 : 0)
  }

  func evaluateAgain() {
    isChanged = false
    show()
  }

  private var shownText: String { String(cString: gtk_editable_get_text(opaque)) }

  private func typed() {
    view.text.wrappedValue = shownText
    // A binding may refuse, or write something else.
    ViewGraph.shared.afterUpdate { [weak self] in self?.show() }
  }

  /// Shows the text, and keeps the cursor where it was.
  private func show() {
    guard isMounted else { return }
    let text = tracked { view.text.wrappedValue }.shown(as: "The text of a TextField", in: parent)
    guard text != shownText else { return }
    let cursor = gtk_editable_get_position(opaque)
    let change = { gtk_editable_set_text(self.opaque, text) }
    if let connection { connection.withoutSignals(change) } else { change() }
    gtk_editable_set_position(opaque, cursor)
  }

  private func tracked(_ read: () -> String) -> String {
    observing(self) { ViewGraph.shared.evaluate(self, read) }
  }

  private func applyTitle() {
    let title = view.title.translated(as: "The title of a TextField", in: parent)
    gtk_entry_set_placeholder_text(UnsafeMutablePointer(opaque), view.prompt?.translated(as: "The prompt of a TextField", in: parent) ?? title)
    cgtk_accessible_set_label(widget, title)
  }
}
