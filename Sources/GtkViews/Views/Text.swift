internal import CGtk
internal import CGtkBridge
internal import GtkBridge
internal import Presentation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A read-only text.
///
/// A literal is looked up in the program's catalogue of translations; a `String` that comes from elsewhere is shown as it is, as is
/// `Text(verbatim:)`.
///
/// What the catalogue has is read as Markdown, as far as that goes within a line; interpolated values are not:
///
/// ```swift
/// Text("**\(count)** new, see [the news](https://example.org/news)")
/// ```
///
/// `*emphasis*` and `_emphasis_` are slanted, `**strong**` is bold, code between backticks has letters of one width, `~~struck~~` a line through it, and a
/// backslash before a marker shows it. Links are opened by ``EnvironmentValues/openURL``. On what is pressed as a whole, as a button is, they are
/// text.
///
/// A `Text` shows up to 16 KiB of UTF-8. A longer text ends there with an ellipsis: show it as several paragraphs.
public nonisolated struct Text: PrimitiveView, Equatable {
  let content: TextState
  /// `nil` for most texts. A text is copied several times in an update, so the look is behind a pointer.
  private var sharedLook: SharedTextLook?

  var look: TextLook {
    get { sharedLook?.look ?? TextLook() }
    set { sharedLook = newValue == TextLook() ? nil : SharedTextLook(newValue) }
  }

  /// How many bytes of a text are shown, in UTF-8. Pango's time to wrap a line grows with the square of its length.
  static let longest = 16_384

  /// A text that is looked up in the catalogue.
  ///
  /// - Parameters:
  ///   - key: The text in the program's own language.
  ///   - comment: A note for translators, which is not shown.
  public init(_ key: LocalizedStringKey, comment: StaticString? = nil) {
    content = TextState(key, comment: comment)
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
    guard !state.styles.isEmpty else { return }
    look.weight = state.styles.contains(.bold) ? .bold : nil
    look.isItalic = state.styles.contains(.italic)
  }

  /// The text in another font.
  public func font(_ font: Font?) -> Text {
    var text = self
    text.look.font = font
    return text
  }

  /// The text in another colour.
  public func foregroundStyle(_ color: Color) -> Text {
    var text = self
    text.look.color = color
    return text
  }

  /// The text in another colour.
  public func foregroundColor(_ color: Color?) -> Text {
    var text = self
    text.look.color = color
    return text
  }

  /// The text in another strength, whatever its font is.
  public func fontWeight(_ weight: Font.Weight?) -> Text {
    var text = self
    text.look.weight = weight
    return text
  }

  /// The text, bold.
  public func bold() -> Text { fontWeight(.bold) }

  /// The text, slanted.
  public func italic() -> Text {
    var text = self
    text.look.isItalic = true
    return text
  }

  /// The text with a line below it.
  public func underline(_ isActive: Bool = true) -> Text {
    var text = self
    text.look.isUnderlined = isActive
    return text
  }

  /// The text with a line through it.
  public func strikethrough(_ isActive: Bool = true) -> Text {
    var text = self
    text.look.isStruckThrough = isActive
    return text
  }

  /// The text in letters of another design.
  public func fontDesign(_ design: Font.Design?) -> Text {
    var text = self
    text.look.design = design
    return text
  }

  /// The text in letters that all have one width.
  public func monospaced() -> Text { fontDesign(.monospaced) }

  /// Two texts as one, with nothing between them. Each part keeps its own look, and takes the rest from the whole. A theme colour in a
  /// part is the colour of the default theme.
  public static func + (first: Text, second: Text) -> Text {
    var text = Text(first.content + second.content)
    text.look.parts = [first, second]
    return text
  }

  /// The text with digits of one width, for numbers that change in place.
  public func monospacedDigit() -> Text {
    var text = self
    text.look.hasTabularDigits = true
    return text
  }

  /// Whether the text has the look of another text. The words are ignored, so a text that has parts never has the look of another.
  func looks(like other: Text) -> Bool {
    if sharedLook === other.sharedLook { return sharedLook?.look.parts.isEmpty ?? true }
    return look.parts.isEmpty && look == other.look
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Text, in context: _NodeContext) -> _ViewNode<Text> {
    TextNode(view, in: context)
  }
}

/// The look of a text, as far as it differs from the environment.
nonisolated struct TextLook: Equatable {
  /// The texts that the text was joined from, each with its own look.
  var parts: [Text] = []
  var font: Font?
  var weight: Font.Weight?
  var isItalic = false
  var hasTabularDigits = false
  var design: Font.Design?
  var isUnderlined = false
  var isStruckThrough = false
  var color: Color?
}

/// A look that the copies of a text have in common.
private nonisolated final class SharedTextLook: Equatable {
  let look: TextLook

  init(_ look: TextLook) {
    self.look = look
  }

  static func == (first: SharedTextLook, second: SharedTextLook) -> Bool { first === second || first.look == second.look }
}

/// Sets a label's text, by way of no array, which an argument would be copied to first; and not isolated, as `tracking` is not.
private nonisolated func setText(_ text: String, of label: OpaquePointer) {
  text.withCString { gtk_label_set_text(label, $0) }
}

/// Sets a label's text, unless C would read a part of it alone. Whether it did.
private nonisolated func setWholeText(_ text: String, of label: OpaquePointer) -> Bool {
  text.withCString {
    guard strlen($0) == text.utf8.count else { return false }
    gtk_label_set_text(label, $0)
    return true
  }
}

@MainActor
private final class TextNode: WidgetNode<Text> {
  /// `nil` until there is one other than the theme's.
  private var color: MovingColor?
  private var painted: GdkRGBA?
  private var shownRuns = plainRuns
  private var shown: RichText
  private var opensLinks = false
  /// Whether the next activation of a link only serves to find the focused link.
  private var isAskedForLink = false
  private var askedLink: String?
  /// The line limit of the environment. To read it from the environment takes longer than to change a text.
  private var lineLimit: Int?
  private var watcher: ButtonCollector?

  init(_ view: Text, in context: _NodeContext) {
    shown = view.shown(in: context.parent)
    super.init(view, widget: cgtk_text_new(shown.text), in: context)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(opaque, 0)
    if shown.hasLinks { showLinks() }
    applyEnvironment()
  }

  override func update(to view: Text) {
    if ViewGraph.shared.isRecycling, gtk_label_get_selectable(opaque) != 0 { gtk_label_select_region(opaque, 0, 0) }
    let looksTheSame = view.looks(like: self.view)
    guard looksTheSame ? view.content != self.view.content : view != self.view else { return }
    super.update(to: view)
    let isMarkedTheSame = showPlainText() || showMarkedText()
    if !looksTheSame || !isMarkedTheSame { applyFont() }
  }

  /// Shows a plain text in place of another plain text: most changes are of this kind. Returns `false` if one of the two is not plain.
  private func showPlainText() -> Bool {
    guard shown.spans.isEmpty, let text = view.content.verbatimText, text.utf8.count <= Text.longest else { return false }
    guard text != shown.text else { return true }
    guard setWholeText(text, of: opaque) else { return false }
    shown = RichText(text)
    shownTextDidChange()
    return true
  }

  /// Shows any text. Whether the same of it is marked as before.
  private func showMarkedText() -> Bool {
    let text = view.shown(in: parent)
    let isMarkedTheSame = text.spans == shown.spans
    guard text.text != shown.text || !isMarkedTheSame else { return true }
    if opensLinks { closeLinkMenu() }
    let focusedLink = opensLinks ? focusedLink : nil
    shown = text
    if shown.hasLinks { showLinks() } else { setText(shown.text, of: opaque) }
    if let focusedLink { focusLink(focusedLink) }
    shownTextDidChange()
    return isMarkedTheSame
  }

  private func shownTextDidChange() {
    if lineLimit != nil { applyLineLimit() }
    watcher?.noteChange()
    textDidChange()
  }

  /// Shows a text with links, unless it stands on a button.
  private func showLinks() {
    guard !isOnControl else { return setText(shown.text, of: opaque) }
    gtk_label_set_markup(opaque, shown.linkMarkup)
    guard !opensLinks else { return }
    opensLinks = true
    // `true`: GTK does not open it itself.
    connect(widget, .activateLink) { [weak self] address in
      self?.activate(address)
      return true
    }
  }

  /// The index of the link that has the focus.
  private var focusedLink: Int? { gtk_widget_is_focus(widget) == 0 ? nil : currentAddress.flatMap { shown.addresses.firstIndex(of: $0) } }

  private var currentAddress: String? {
    if let address = gtk_label_get_current_uri(opaque) { return String(cString: address) }
    // GTK 4.18 returns only the address below the pointer. A text that has the focus and cannot be selected has it for one of its links.
    guard opensLinks, gtk_label_get_selectable(opaque) == 0, gtk_widget_is_focus(widget) != 0 else { return nil }
    isAskedForLink = true
    defer { isAskedForLink = false }
    askedLink = nil
    cgtk_label_activate_current_link(widget)
    return askedLink
  }

  private func activate(_ address: String) {
    if isAskedForLink { askedLink = address } else { open(address) }
  }

  /// Moves the focus within the text to a link. GTK forgets which one had it when the text is another one.
  private func focusLink(_ number: Int) {
    let addresses = shown.addresses
    guard !addresses.isEmpty else { return }
    let wanted = addresses[min(number, addresses.count - 1)]
    gtk_widget_grab_focus(widget)
    for _ in addresses where currentAddress != wanted { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
  }

  /// Opening the link from GTK's menu of it would read what GTK has freed, once the label has other links.
  private func closeLinkMenu() {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      if child.isA(gtk_popover_get_type()) { gtk_popover_popdown(UnsafeMutablePointer(child.opaque)) }
    }
  }

  /// Later: what is done about the address may end the label, of which GTK is in the midst.
  private func open(_ address: String) {
    let openURL = environment.openURL
    MainLoop.onNextTurn { openURL.open(address, from: self.widget) }
  }

  /// Whether it stands on something that is pressed as a whole.
  private var isOnControl: Bool {
    var above = parent
    while let node = above, !node.isPressedAsWhole { above = node.parent }
    return above != nil
  }

  override var canBeRecycled: Bool { color?.isMoving != true }

  override func environmentDidChange() {
    applyEnvironment()
  }

  private func applyEnvironment() {
    watcher = environment.textWatcher
    lineLimit = environment.lineLimit
    applyFont()
    applyLineLimit()
    if environment.textSelection == .enabled { _ = focusSelectsNothing }
    gtk_label_set_selectable(opaque, environment.textSelection == .enabled ? 1 : 0)
    switch environment.multilineTextAlignment {
    case .leading: align(0, GTK_JUSTIFY_LEFT)
    case .center: align(0.5, GTK_JUSTIFY_CENTER)
    case .trailing: align(1, GTK_JUSTIFY_RIGHT)
    }
  }

  private func applyLineLimit() {
    gtk_label_set_lines(opaque, Int32(lineLimit ?? -1))
    // A label of GTK's with an ellipsis is at least as wide as that. It complains about a text that is not.
    let isShortened = lineLimit != nil && shown.text.dropFirst(3).isEmpty == false
    // A bar has one line. A bar that grew by a line before its items have room would leave no room for the views below.
    let wraps = !environment.isInToolbar
    // GTK chooses the lines that are left of a text with an ellipsis. One line is not wrapped: Pango shapes no more of it than is visible.
    gtk_label_set_wrap(opaque, wraps && isShortened && lineLimit != 1 ? 1 : 0)
    cgtk_text_set_wraps(widget, wraps && !isShortened ? 1 : 0)
    gtk_label_set_ellipsize(opaque, isShortened ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
  }

  private func align(_ share: Float, _ justification: GtkJustification) {
    gtk_label_set_xalign(opaque, share)
    gtk_label_set_justify(opaque, justification)
  }

  private func applyFont() {
    if let new = view.look.color ?? environment.foregroundStyle {
      color = color ?? makeColor()
      color?.show(new, of: self)
    } else {
      color?.show(nil, of: self)
    }
    let hasLinks = shown.hasLinks && !isOnControl
    let runs = TextRun.runs(of: view, saying: hasLinks ? shown : shown.withoutLinks, hasLinks: hasLinks, in: environment)
    guard runs != shownRuns else { return }
    shownRuns = runs
    showRuns()
  }

  /// A colour between two, in place of the style sheet's.
  private func paint(_ color: GdkRGBA?) {
    guard color != nil || painted != nil else { return }
    painted = color
    showRuns()
  }

  private func showRuns() {
    let attributes = TextRun.pangoAttributes(of: shownRuns, color: painted)
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  private func makeColor() -> MovingColor {
    MovingColor(of: widget, property: "color", none: .primary, isShown: gtk_widget_get_mapped(widget) != 0) { [weak self] in self?.paint($0) }
  }

  override func didUnmount() { color?.stop() }
}

/// The runs of a text in the default look. Most texts share them.
@MainActor private let plainRuns = [TextRun()]

/// Said once, by the first text that can be selected.
@MainActor private let focusSelectsNothing: Void = cgtk_labels_select_nothing_on_focus()
