internal import CGtk
internal import GtkBridge

/// A field for entering one or several lines of text.
///
/// ```swift
/// TextField("Name", text: $name)
///   .onSubmit { save(name) }
/// ```
public nonisolated struct TextField: PrimitiveView {
  /// The accessible name. Also the prompt if ``prompt`` is `nil`.
  let title: TextState
  /// The text that is displayed while the field is empty.
  let prompt: TextState?
  let text: Binding<String>
  /// `.horizontal` for one line, or `.vertical` for several lines.
  var axis = Axis.horizontal
  /// Whether the field displays a dot for each character.
  var isSecure = false

  /// Creates a field with one line, whose title is looked up in the catalogue of translations. The title is the field's
  /// accessible name. The title is also the prompt if `prompt` is `nil`.
  public init(_ key: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
    title = TextState(key)
    self.text = text
    self.prompt = prompt?.content
  }

  /// Creates a field with one line, whose title is used verbatim.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
    self.title = TextState(verbatim: String(title))
    self.text = text
    self.prompt = prompt?.content
  }

  /// Creates a field with one or several lines, whose title is looked up in the catalogue of translations.
  ///
  /// - Parameters:
  ///   - key: The title, which is the field's accessible name. The title is also the prompt if `prompt` is `nil`.
  ///   - text: The text of the field.
  ///   - prompt: The text that is displayed while the field is empty.
  ///   - axis: `.horizontal` for one line, or `.vertical` for as many lines as the text has. With several lines, Return
  ///     inserts a line break, and Control and Return together submit the text.
  public init(_ key: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
    self.init(key, text: text, prompt: prompt)
    self.axis = axis
  }

  /// Creates a field with one or several lines, whose title is used verbatim.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
    self.init(title, text: text, prompt: prompt)
    self.axis = axis
  }

  /// Creates the node.
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

/// Holds the action of ``View/onSubmit(_:)``. The action is in an object, so that the action can be replaced without a
/// change of the environment.
@MainActor
final class SubmitAction: RecreatableState {
  var run: @MainActor () -> Void
  nonisolated init(_ run: @escaping @MainActor () -> Void) { self.run = run }
}

extension EnvironmentValues {
  /// The action of ``View/onSubmit(_:)``. `nil` if no view above the field has one.
  var submitAction: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

@MainActor
private final class TextFieldNode: TextInputNode {
  init(_ view: TextField, in context: _NodeContext) {
    super.init(view, widget: gtk_entry_new(), in: context)
    if view.isSecure {
      gtk_entry_set_visibility(UnsafeMutablePointer(opaque), 0)
      gtk_entry_set_input_purpose(UnsafeMutablePointer(opaque), GTK_INPUT_PURPOSE_PASSWORD)
    }
    applyInitialView()
    connection = connect(widget, .changed) { [weak self] in self?.userDidType() }
    connect(widget, .activate) { [weak self] in self?.environment.submitAction?.run() }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    // Return activates the window's default button, unless the field has an action for Return.
    gtk_entry_set_activates_default(UnsafeMutablePointer(opaque), environment.submitAction == nil ? 1 : 0)
  }

  override var shownText: String { String(cString: gtk_editable_get_text(opaque)) }

  override var selection: TextSelection {
    get {
      var (start, end): (Int32, Int32) = (0, 0)
      gtk_editable_get_selection_bounds(opaque, &start, &end)
      let cursor = gtk_editable_get_position(opaque)
      return TextSelection(cursor: cursor, anchor: cursor == start ? end : start)
    }
    set { gtk_editable_select_region(opaque, newValue.anchor, newValue.cursor) }
  }

  override func apply(_ change: TextChange) {
    var position = change.start
    gtk_editable_delete_text(opaque, change.start, change.end)
    gtk_editable_insert_text(opaque, change.inserted, -1, &position)
  }

  override func setPrompt(_ prompt: String) { gtk_entry_set_placeholder_text(UnsafeMutablePointer(opaque), prompt) }
}
