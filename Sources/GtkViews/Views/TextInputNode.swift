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

  /// Where the cursor is, and what is selected.
  var selection: TextSelection {
    get { TextSelection(cursor: 0, other: 0) }
    set {}
  }

  /// Changes a part of the text in the widget.
  func apply(_ change: TextChange) {}

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

  /// The cursor and the selection stay where they were, as far as there is text, unless all that is selected is exchanged: then nothing is
  /// selected, so that the next key does not take away what nobody has chosen. GTK would lose such a selection sooner or later by itself: it is
  /// taken away and set again at once. So only what differs is changed.
  private func replaceText(with text: String) {
    let before = selection
    let (shown, new) = (Array(shownText.unicodeScalars), Array(text.unicodeScalars))
    let change = TextChange(from: shown, to: new)
    apply(change)
    let after = before.after(change, in: Int32(new.count))
    if selection != after { selection = after }
  }

  private func applyTitle() {
    let title = view.title.translated(as: "The title of a TextField", in: parent)
    setPrompt(view.prompt?.translated(as: "The prompt of a TextField", in: parent) ?? title)
    AccessibleName.setWritten(title, on: widget)
  }
}

/// Where the cursor of a text is, and the other end of what is selected, in Unicode's scalar values.
struct TextSelection: Equatable {
  var cursor: Int32
  var other: Int32

  /// The same after a change, in a text of this length.
  func after(_ change: TextChange, in length: Int32) -> TextSelection {
    let isExchanged = change.start <= min(cursor, other) && max(cursor, other) <= change.end
    return TextSelection(cursor: min(cursor, length), other: min(isExchanged ? cursor : other, length))
  }
}

/// What of a text is to be another one, in Unicode's scalar values.
struct TextChange {
  let start: Int32
  let end: Int32
  let inserted: String

  /// From where two texts begin to differ to where they end to.
  init(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) {
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    (start, end) = (Int32(head), Int32(old.count - tail))
    var inserted = String.UnicodeScalarView()
    for scalar in new[head..<(new.count - tail)] { inserted.append(scalar) }
    self.inserted = String(inserted)
  }
}
