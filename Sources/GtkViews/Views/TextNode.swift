internal import CGtk
internal import CGtkBridge
internal import GtkBridge
internal import Presentation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Sets a label's text without an intermediate array; Swift would first copy a string argument of a C function into one. The function is not
/// isolated, as `tracking` is not.
private nonisolated func setText(_ text: String, of label: OpaquePointer) {
  text.withCString { gtk_label_set_text(label, $0) }
}

/// Sets a label's text, unless C would read only a part of it. Returns whether the text was set.
private nonisolated func setWholeText(_ text: String, of label: OpaquePointer) -> Bool {
  text.withCString {
    guard strlen($0) == text.utf8.count else { return false }
    gtk_label_set_text(label, $0)
    return true
  }
}

/// The state of a text that is not plain.
@MainActor
private final class TextDetails {
  /// `nil` until the colour differs from the theme's.
  var color: MovingColor?
  var painted: GdkRGBA?
  var shownRuns = plainRuns
  var opensLinks = false
  /// Whether the next activation of a link only serves to find the focused link.
  var isAskedForLink = false
  var askedLink: String?
  /// The line limit of the environment. Reading it from the environment takes longer than changing a text.
  var lineLimit: Int?
  var watcher: ButtonCollector?
}

/// The node of a text.
@MainActor
final class TextNode: WidgetNode<Text> {
  private var shown: RichText
  /// `nil` for most texts, which are plain and have the default look.
  private var details: TextDetails?

  init(_ view: Text, in context: _NodeContext) {
    shown = view.shown(in: context.parent)
    super.init(view, widget: cgtk_text_new(shown.text), in: context)
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

  /// Shows a plain text in place of another plain text. Most changes are of this kind. Returns `false` if one of the two is not plain.
  private func showPlainText() -> Bool {
    guard shown.spans.isEmpty, let text = view.content.verbatimText, text.utf8.count <= Text.longest else { return false }
    guard details?.lineLimit != 1 || text.isLine(of: Text.longestLine) else { return false }
    guard text != shown.text else { return true }
    guard setWholeText(text, of: opaque) else { return false }
    shown = RichText(text)
    shownTextDidChange()
    return true
  }

  /// Shows any text. Returns whether the same ranges are marked as before.
  private func showMarkedText() -> Bool {
    var text = view.shown(in: parent)
    if details?.lineLimit == 1 { text = text.firstLine(to: Text.longestLine) }
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
    if let details {
      if details.lineLimit != nil { applyLineLimit() }
      details.watcher?.noteChange()
    }
    textDidChange()
  }

  private func makeDetails() -> TextDetails {
    if let details { return details }
    let new = TextDetails()
    details = new
    return new
  }

  private var opensLinks: Bool { details?.opensLinks == true }

  /// Shows a text with links, or without them if the text is on a button.
  private func showLinks() {
    guard !isOnControl else { return setText(shown.text, of: opaque) }
    gtk_label_set_markup(opaque, shown.linkMarkup)
    guard !opensLinks else { return }
    makeDetails().opensLinks = true
    // `true` prevents GTK from opening the link itself.
    connect(widget, .activateLink) { [weak self] address in
      self?.activate(address)
      return true
    }
  }

  /// The index of the link that has the focus.
  private var focusedLink: Int? { gtk_widget_is_focus(widget) == 0 ? nil : currentAddress.flatMap { shown.addresses.firstIndex(of: $0) } }

  private var currentAddress: String? {
    if let address = gtk_label_get_current_uri(opaque) { return String(cString: address) }
    // GTK 4.18 returns only the address below the pointer. If a text that cannot be selected has the focus, one of its links has it.
    guard let details, details.opensLinks, gtk_label_get_selectable(opaque) == 0, gtk_widget_is_focus(widget) != 0 else { return nil }
    details.isAskedForLink = true
    defer { details.isAskedForLink = false }
    details.askedLink = nil
    cgtk_label_activate_current_link(widget)
    return details.askedLink
  }

  private func activate(_ address: String) {
    if let details, details.isAskedForLink { details.askedLink = address } else { open(address) }
  }

  /// Moves the focus within the text to a link. GTK forgets the focused link when the text changes.
  private func focusLink(_ number: Int) {
    let addresses = shown.addresses
    guard !addresses.isEmpty else { return }
    let wanted = addresses[min(number, addresses.count - 1)]
    gtk_widget_grab_focus(widget)
    for _ in addresses where currentAddress != wanted { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
  }

  /// Closes GTK's menu of a link. When the label has other links, opening the link from that menu would access freed memory.
  private func closeLinkMenu() {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      if child.isA(gtk_popover_get_type()) { gtk_popover_popdown(UnsafeMutablePointer(child.opaque)) }
    }
  }

  /// Opens an address in a later turn of the main loop. The handler may destroy the label while GTK is still using it.
  private func open(_ address: String) {
    let openURL = environment.openURL
    MainLoop.onNextTurn { openURL.open(address, from: self.widget) }
  }

  /// Whether the text is part of a control that the user clicks as a whole.
  private var isOnControl: Bool {
    var above = parent
    while let node = above, !node.capabilities.contains(.isPressedAsWhole) { above = node.parent }
    return above != nil
  }

  override var canBeRecycled: Bool { details?.color?.isMoving != true }

  override func environmentDidChange() {
    applyEnvironment()
  }

  private func applyEnvironment() {
    let (watcher, lineLimit) = (environment.textWatcher, environment.lineLimit)
    if watcher != nil || lineLimit != nil || details != nil {
      let details = makeDetails()
      let wasOneLine = details.lineLimit == 1
      (details.watcher, details.lineLimit) = (watcher, lineLimit)
      if lineLimit == 1 ? !shown.isLine(of: Text.longestLine) : wasOneLine { _ = showMarkedText() }
    }
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
    let lineLimit = details?.lineLimit
    gtk_label_set_lines(opaque, Int32(lineLimit ?? -1))
    // A GTK label with an ellipsis is at least as wide as the ellipsis. GTK warns if the text is narrower.
    let isShortened = lineLimit != nil && shown.text.dropFirst(3).isEmpty == false
    // A bar has one line. A bar that grew by a line before its items have space would leave no space for the views below.
    let wraps = !environment.isInToolbar
    // A single line is not wrapped. Its text is short: Pango shapes all of it.
    cgtk_text_set_wraps(widget, wraps && !(isShortened && lineLimit == 1) ? 1 : 0)
    gtk_label_set_ellipsize(opaque, isShortened ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
  }

  private func align(_ share: Float, _ justification: GtkJustification) {
    gtk_label_set_xalign(opaque, share)
    gtk_label_set_justify(opaque, justification)
  }

  private func applyFont() {
    if let new = view.look.color ?? environment.foregroundStyle {
      let details = makeDetails()
      let color = details.color ?? makeColor()
      details.color = color
      color.show(new, of: self)
    } else {
      details?.color?.show(nil, of: self)
    }
    let hasLinks = shown.hasLinks && !isOnControl
    let runs = TextRun.runs(of: view, saying: hasLinks ? shown : shown.withoutLinks, hasLinks: hasLinks, in: environment)
    guard runs != details?.shownRuns ?? plainRuns else { return }
    makeDetails().shownRuns = runs
    showRuns()
  }

  /// Draws the text in a colour of a transition, in place of the style sheet's colour.
  private func paint(_ color: GdkRGBA?) {
    guard color != nil || details?.painted != nil else { return }
    makeDetails().painted = color
    showRuns()
  }

  private func showRuns() {
    let attributes = TextRun.pangoAttributes(of: details?.shownRuns ?? plainRuns, color: details?.painted)
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  private func makeColor() -> MovingColor {
    MovingColor(of: widget, property: "color", none: .primary, isShown: gtk_widget_get_mapped(widget) != 0) { [weak self] in self?.paint($0) }
  }

  override func didUnmount() { details?.color?.stop() }
}

/// The runs of a text in the default look. Most texts share them.
@MainActor private let plainRuns = [TextRun()]

/// Evaluated once, by the first text that can be selected.
@MainActor private let focusSelectsNothing: Void = cgtk_labels_select_nothing_on_focus()
