internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Stands behind a text field of one line or several. It reads its text itself, so that typing evaluates no body but those that read the text.
@MainActor
class TextInputNode: WidgetNode<TextField>, Evaluated {
  final var isChanged = false
  /// Of the signal of a change. There once the field has its text.
  final var connection: SignalConnection?
  private var sizeClass = StyleClass()

  /// To be called once, when the widget is ready.
  final func begin() {
    gtk_widget_set_hexpand(widget, 1)
    applyTitle()
    environmentDidChange()
    show()
  }

  final var viewName: String { "TextField" }

  override func update(to view: TextField) {
    let isTitledAnew = view.title != self.view.title || view.prompt != self.view.prompt
    super.update(to: view)
    if isTitledAnew { applyTitle() }
    show()
  }

  override func environmentDidChange() {
    sizeClass.set(environment.controlSize.className, on: widget)
  }

  final func evaluateAgain() {
    isChanged = false
    show()
  }

  /// What is in the widget. Overridden for each kind of widget, as are those below.
  var shownText: String { "" }

  /// Puts another text into the widget, and keeps the cursor where it was.
  func replaceText(with text: String) {}

  /// Says what stands in the widget while it is empty.
  func setPrompt(_ prompt: String) {}

  /// To be called when a person has changed the text.
  final func typed() {
    view.text.wrappedValue = shownText
    // A binding may refuse, or write something else.
    ViewGraph.shared.afterUpdate { [weak self] in self?.show() }
  }

  private func show() {
    guard isMounted else { return }
    let text = observing(self) { ViewGraph.shared.evaluate(self) { view.text.wrappedValue } }.shown(as: "The text of a TextField", in: parent)
    guard text != shownText else { return }
    if let connection { connection.withoutSignals { replaceText(with: text) } } else { replaceText(with: text) }
  }

  private func applyTitle() {
    let title = view.title.translated(as: "The title of a TextField", in: parent)
    setPrompt(view.prompt?.translated(as: "The prompt of a TextField", in: parent) ?? title)
    cgtk_accessible_set_label(widget, title)
  }
}
