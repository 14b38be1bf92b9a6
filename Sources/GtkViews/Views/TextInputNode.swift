internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The node of a text field with one or several lines. The node reads the text's binding itself, so a typed letter does
/// not evaluate the body that contains the field, unless this body reads the text.
@MainActor
class TextInputNode: WidgetNode<TextField>, EvaluatedNode {
  /// The connection to the widget's `changed` signal. `nil` until the widget has its initial text, so the initial text
  /// is not written to the binding.
  final var connection: SignalConnection?
  private var controlSizeClass = StyleClass()

  /// Applies the view to the widget. Called once, by the initialiser of a subclass.
  final func applyInitialView() {
    gtk_widget_set_hexpand(widget, 1)
    applyTitleAndPrompt()
    environmentDidChange()
    showText()
  }

  final var viewName: String { "TextField" }

  override func update(to view: TextField) {
    let titleOrPromptDidChange = view.title != self.view.title || view.prompt != self.view.prompt
    super.update(to: view)
    if titleOrPromptDidChange { applyTitleAndPrompt() }
    showText()
  }

  override func environmentDidChange() {
    controlSizeClass.set(environment.controlSize.className, on: widget)
  }

  final func evaluateAgain() {
    isChanged = false
    showText()
  }

  /// The text in the widget. Subclasses override this property, `selection`, `apply(_:)` and `setPrompt(_:)`.
  var shownText: String { "" }

  /// The cursor and the selection.
  var selection: TextSelection {
    get { TextSelection(cursor: 0, anchor: 0) }
    set {}
  }

  /// Replaces a part of the text in the widget.
  func apply(_ change: TextChange) {}

  /// Sets the text that is displayed while the widget is empty.
  func setPrompt(_ prompt: String) {}

  /// Called when the user has changed the text. Writes the text to the binding.
  final func userDidType() {
    view.text.wrappedValue = shownText
    // The binding may reject the text or write another one.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showText() }
  }

  private func showText() {
    guard isMounted else { return }
    let text = observing(self) { ViewGraph.shared.evaluate(self) { view.text.wrappedValue } }.reportingNulls(
      reportedAs: "The text of a TextField", in: parent)
    guard text != shownText else { return }
    if let connection { connection.withHandlerBlocked { replaceText(with: text) } } else { replaceText(with: text) }
  }

  /// Replaces the part of the text that differs, so that the cursor and the selection remain if possible. If the whole
  /// selection is replaced, nothing is selected afterwards, because the next key would otherwise delete text that the
  /// user has not selected.
  private func replaceText(with text: String) {
    let formerSelection = selection
    let (oldScalars, newScalars) = (Array(shownText.unicodeScalars), Array(text.unicodeScalars))
    let change = TextChange(from: oldScalars, to: newScalars)
    apply(change)
    let newSelection = formerSelection.after(change, newLength: Int32(newScalars.count))
    if selection != newSelection { selection = newSelection }
  }

  private func applyTitleAndPrompt() {
    let title = view.title.translated(reportedAs: "The title of a TextField", in: parent)
    setPrompt(view.prompt?.translated(reportedAs: "The prompt of a TextField", in: parent) ?? title)
    AccessibleName.setDefault(title, on: widget)
  }
}

/// The cursor and the selection in a text. Offsets count Unicode scalar values.
struct TextSelection: Equatable {
  /// The offset of the cursor.
  var cursor: Int32
  /// The offset of the other end of the selection. Equal to `cursor` if nothing is selected.
  var anchor: Int32

  /// Returns the selection after a change of the text. The cursor keeps its offset, or is at the end of a shorter text.
  /// Nothing is selected if the change replaces the whole selection.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - newLength: The length of the text after the change.
  func after(_ change: TextChange, newLength: Int32) -> TextSelection {
    let isSelectionReplaced = change.start <= min(cursor, anchor) && max(cursor, anchor) <= change.end
    return TextSelection(cursor: min(cursor, newLength), anchor: min(isSelectionReplaced ? cursor : anchor, newLength))
  }
}

/// A replacement of a range of a text. Offsets count Unicode scalar values.
struct TextChange {
  /// The start of the replaced range in the old text.
  let start: Int32
  /// The end of the replaced range in the old text.
  let end: Int32
  /// The text that replaces the range.
  let inserted: String

  /// Creates the smallest replacement that changes one text into another.
  init(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) {
    let shorterLength = min(old.count, new.count)
    var prefixLength = 0
    while prefixLength < shorterLength, old[prefixLength] == new[prefixLength] { prefixLength += 1 }
    var suffixLength = 0
    while suffixLength < shorterLength - prefixLength,
      old[old.count - 1 - suffixLength] == new[new.count - 1 - suffixLength]
    {
      suffixLength += 1
    }
    (start, end) = (Int32(prefixLength), Int32(old.count - suffixLength))
    var inserted = String.UnicodeScalarView()
    for scalar in new[prefixLength..<(new.count - suffixLength)] { inserted.append(scalar) }
    self.inserted = String(inserted)
  }
}
