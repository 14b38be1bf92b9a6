internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// Stands behind a text field that grows with its lines. It reads its text itself, as one of one line does.
@MainActor
final class TextAreaNode: WidgetNode<TextField>, Evaluated {
  var isChanged = false
  private var connection: SignalConnection?
  private var sizeClass = StyleClass()
  /// Borrowed of the widget.
  private let prompt = gtk_label_new(nil)!
  /// Borrowed of the widget.
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>

  init(_ view: TextField, in context: _NodeContext) {
    let area = gtk_text_view_new()!
    let textView = UnsafeMutablePointer<GtkTextView>(OpaquePointer(area))
    buffer = gtk_text_view_get_buffer(textView)
    super.init(view, widget: area, in: context)
    gtk_text_view_set_wrap_mode(textView, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(textView, 0)
    gtk_widget_set_hexpand(area, 1)
    gtk_widget_add_css_class(area, Self.className)
    gtk_widget_add_css_class(prompt, "dim-label")
    gtk_widget_set_can_target(prompt, 0)
    gtk_text_view_add_overlay(textView, prompt, 0, 0)
    applyTitle()
    environmentDidChange()
    show()
    connection = connect(OpaquePointer(buffer), .changed) { [weak self] in self?.typed() }
    watchKeys()
  }

  var viewName: String { "TextField" }

  override func update(to view: TextField) {
    let isTitledAnew = view.title != self.view.title || view.prompt != self.view.prompt
    super.update(to: view)
    if isTitledAnew { applyTitle() }
    show()
  }

  override func environmentDidChange() {
    sizeClass.set(environment.controlSize.className, on: widget)
  }

  func evaluateAgain() {
    isChanged = false
    show()
  }

  /// Looks as a field of one line does.
  private static var className: String {
    StyleSheet.shared.className(
      for: "padding: 6px 8px; border: 1px solid alpha(currentColor, 0.2); border-radius: 5px; background-color: @theme_base_color;")
  }

  private var shownText: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  private func typed() {
    showPrompt()
    view.text.wrappedValue = shownText
    // A binding may refuse, or write something else.
    ViewGraph.shared.afterUpdate { [weak self] in self?.show() }
  }

  /// Shows the text, and keeps the cursor where it was.
  private func show() {
    guard isMounted else { return }
    let text = observing(self) { ViewGraph.shared.evaluate(self) { view.text.wrappedValue } }.shown(as: "The text of a TextField", in: parent)
    guard text != shownText else { return showPrompt() }
    var cursor = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer))
    let offset = gtk_text_iter_get_offset(&cursor)
    let change = { gtk_text_buffer_set_text(self.buffer, text, -1) }
    if let connection { connection.withoutSignals(change) } else { change() }
    gtk_text_buffer_get_iter_at_offset(buffer, &cursor, offset)
    gtk_text_buffer_place_cursor(buffer, &cursor)
    showPrompt()
  }

  private func showPrompt() {
    gtk_widget_set_visible(prompt, gtk_text_buffer_get_char_count(buffer) == 0 ? 1 : 0)
  }

  private func applyTitle() {
    let title = view.title.translated(as: "The title of a TextField", in: parent)
    gtk_label_set_text(prompt.opaque, view.prompt?.translated(as: "The prompt of a TextField", in: parent) ?? title)
    cgtk_accessible_set_label(widget, title)
  }

  private func watchKeys() {
    let controller = gtk_event_controller_key_new()!
    connect(controller, .keyPressed) { [weak self] press in
      let isReturn = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter].contains(Int32(bitPattern: press.key))
      guard let self, isReturn, press.modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return false }
      guard let submit = environment.submitAction else { return false }
      submit.run()
      return true
    }
    gtk_widget_add_controller(widget, controller)
  }
}
