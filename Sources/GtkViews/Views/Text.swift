internal import CGtk
internal import GtkBridge

/// A text that is read.
///
/// A literal is looked up in the program's catalogue of translations; a `String` that comes from elsewhere is shown as it is, as is
/// `Text(verbatim:)`.
public nonisolated struct Text: PrimitiveView, Equatable {
  let content: TextState
  var font: Font?
  var weight: Font.Weight?
  var isItalic = false
  var hasTabularDigits = false
  var color: Color?

  /// A text that is looked up in the catalogue.
  public init(_ key: LocalizedStringKey) {
    content = TextState(key)
  }

  /// A text that is shown as it is.
  public init(verbatim text: String) {
    content = TextState(verbatim: text)
  }

  /// A text that is shown as it is, because it is no literal.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) {
    content = TextState(verbatim: String(text))
  }

  /// The text of a state.
  public init(_ state: TextState) {
    content = state
    weight = state.styles.contains(.bold) ? .bold : nil
    isItalic = state.styles.contains(.italic)
  }

  /// The text in another font.
  public func font(_ font: Font?) -> Text {
    var text = self
    text.font = font
    return text
  }

  /// The text in another colour.
  public func foregroundStyle(_ color: Color) -> Text {
    var text = self
    text.color = color
    return text
  }

  /// The text in another colour.
  public func foregroundColor(_ color: Color?) -> Text {
    var text = self
    text.color = color
    return text
  }

  /// The text in another strength, whatever its font is.
  public func fontWeight(_ weight: Font.Weight?) -> Text {
    var text = self
    text.weight = weight
    return text
  }

  /// The text, bold.
  public func bold() -> Text { fontWeight(.bold) }

  /// The text, slanted.
  public func italic() -> Text {
    var text = self
    text.isItalic = true
    return text
  }

  /// The text with digits of one width, for numbers that change in place.
  public func monospacedDigit() -> Text {
    var text = self
    text.hasTabularDigits = true
    return text
  }

  /// The text as it is shown in the program's language.
  @MainActor var resolved: String { content.resolved(using: Localization.translate) }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Text, in context: _NodeContext) -> _ViewNode<Text> {
    TextNode(view, in: context)
  }
}

@MainActor
private final class TextNode: WidgetNode<Text> {
  private var colorClass = StyleClass()
  private var shownFont = Font()
  private var shown: String

  init(_ view: Text, in context: _NodeContext) {
    shown = view.resolved
    super.init(view, widget: gtk_label_new(shown), in: context)
    // A bar that grows by a line, because there was no room for an item yet, would leave no room for what is below.
    gtk_label_set_wrap(opaque, context.environment.isInToolbar ? 0 : 1)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(opaque, 0)
    applyEnvironment()
  }

  override func update(to view: Text) {
    guard view != self.view else { return }
    super.update(to: view)
    let text = view.resolved
    if text != shown {
      shown = text
      gtk_label_set_text(opaque, text)
      applyLineLimit()
      environment.textWatcher?.noteChange()
      textDidChange()
    }
    applyFont()
  }

  override func environmentDidChange() {
    applyEnvironment()
  }

  private func applyEnvironment() {
    applyFont()
    applyLineLimit()
    gtk_label_set_selectable(opaque, environment.textSelection == .enabled ? 1 : 0)
    switch environment.multilineTextAlignment {
    case .leading: align(0, GTK_JUSTIFY_LEFT)
    case .center: align(0.5, GTK_JUSTIFY_CENTER)
    case .trailing: align(1, GTK_JUSTIFY_RIGHT)
    }
  }

  private func applyLineLimit() {
    let limit = environment.lineLimit
    gtk_label_set_lines(opaque, Int32(limit ?? -1))
    // A label of GTK's with an ellipsis is at least as wide as that. It complains about a text that is not.
    let isShortened = limit != nil && shown.count > 3
    gtk_label_set_ellipsize(opaque, isShortened ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
  }

  private var font: Font {
    var font = view.font ?? environment.font ?? .body
    if let weight = view.weight ?? environment.fontWeight { font.weightOverride = weight }
    if view.isItalic { font.isItalic = true }
    if view.hasTabularDigits { font.hasTabularDigits = true }
    return font
  }

  private func align(_ share: Float, _ justification: GtkJustification) {
    gtk_label_set_xalign(opaque, share)
    gtk_label_set_justify(opaque, justification)
  }

  private func applyFont() {
    let color = view.color ?? environment.foregroundStyle
    colorClass.set(color.map { StyleSheet.shared.className(for: "color: \($0.css);") }, on: widget)
    let font = font
    guard font != shownFont else { return }
    shownFont = font
    let attributes = font.pangoAttributes
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }
}

extension Font {
  /// The font in Pango's terms. Owned by the caller.
  @MainActor fileprivate var pangoAttributes: OpaquePointer {
    let list = pango_attr_list_new()!
    if let size {
      pango_attr_list_insert(list, pango_attr_size_new(Int32(size * Double(PANGO_SCALE))))
    } else if scale != 1 {
      pango_attr_list_insert(list, pango_attr_scale_new(scale))
    }
    if weight != .regular {
      pango_attr_list_insert(list, pango_attr_weight_new(PangoWeight(UInt32(weight.rawValue))))
    }
    if isItalic { pango_attr_list_insert(list, pango_attr_style_new(PANGO_STYLE_ITALIC)) }
    if hasTabularDigits { pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
    return list
  }
}
