internal import CGtk
internal import GtkBridge

/// The node of a text field with several lines, whose height follows the number of lines.
@MainActor
final class TextAreaNode: TextInputNode {
  /// The label with the prompt, which is visible while the text is empty. Borrowed from the widget.
  private let promptLabel = gtk_label_new(nil)!
  /// GTK's object for the text of the widget. Borrowed from the widget.
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>

  init(_ view: TextField, in context: _NodeContext) {
    let area = gtk_text_view_new()!
    let textView = UnsafeMutablePointer<GtkTextView>(OpaquePointer(area))
    buffer = gtk_text_view_get_buffer(textView)
    super.init(view, widget: area, in: context)
    gtk_text_view_set_wrap_mode(textView, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_accepts_tab(textView, 0)
    gtk_widget_add_css_class(area, Self.fieldClassName)
    gtk_widget_add_css_class(promptLabel, Self.promptClassName)
    gtk_widget_set_can_target(promptLabel, 0)
    gtk_text_view_add_overlay(textView, promptLabel, 0, 0)
    applyInitialView()
    connection = connect(OpaquePointer(buffer), .changed) { [weak self] in
      self?.updatePromptVisibility()
      self?.userDidType()
    }
    submitOnControlReturn()
  }

  /// The CSS class with the colour of a prompt: half transparent. The theme's class for dim labels has no effect in a
  /// text view.
  private static var promptClassName: String { StyleSheet.shared.className(for: "color: alpha(currentColor, 0.5);") }

  /// The CSS class that makes the text view look like a single-line field. GTK measures a text view before the text
  /// has been laid out, so the class reserves the height of one line.
  private static var fieldClassName: String {
    StyleSheet.shared.className(
      for:
        "min-height: 1.4em; padding: 6px 8px; border: 1px solid alpha(currentColor, 0.2); border-radius: 5px; background-color: @theme_base_color;"
    )
  }

  override var shownText: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  override var selection: TextSelection {
    get {
      TextSelection(
        cursor: offset(of: gtk_text_buffer_get_insert(buffer)),
        anchor: offset(of: gtk_text_buffer_get_selection_bound(buffer)))
    }
    set {
      var (cursor, anchor) = (iterator(at: newValue.cursor), iterator(at: newValue.anchor))
      gtk_text_buffer_select_range(buffer, &cursor, &anchor)
    }
  }

  private func iterator(at offset: Int32) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, offset)
    return iterator
  }

  private func offset(of mark: UnsafeMutablePointer<GtkTextMark>?) -> Int32 {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &iterator, mark)
    return gtk_text_iter_get_offset(&iterator)
  }

  override func apply(_ change: TextChange) {
    var (start, end) = (iterator(at: change.start), iterator(at: change.end))
    // The user cannot undo a change by the program.
    gtk_text_buffer_begin_irreversible_action(buffer)
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, change.inserted, -1)
    gtk_text_buffer_end_irreversible_action(buffer)
    updatePromptVisibility()
  }

  override func setPrompt(_ prompt: String) { gtk_label_set_text(promptLabel.opaque, prompt) }

  private func updatePromptVisibility() {
    gtk_widget_set_visible(promptLabel, gtk_text_buffer_get_char_count(buffer) == 0 ? 1 : 0)
  }

  private func submitOnControlReturn() {
    let controller = gtk_event_controller_key_new()!
    connect(controller, .keyPressed) { [weak self] press in
      let isReturn = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter].contains(Int32(bitPattern: press.key))
      guard let self, isReturn, press.modifiers.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return false }
      guard let submit = environment.submitAction else { return false }
      submit.run()
      // The key is handled, so GTK inserts no line break.
      return true
    }
    gtk_widget_add_controller(widget, controller)
  }
}
