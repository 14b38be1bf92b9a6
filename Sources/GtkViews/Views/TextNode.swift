internal import CGtk
internal import CGtkBridge
internal import GtkBridge
internal import Presentation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Sets a label's text. Uses `withCString`, because Swift would copy a string argument of a C function to an array. The
/// function is not isolated, so that the runtime does not check for the main actor in the closure.
private nonisolated func setText(_ text: String, of label: OpaquePointer) {
  text.withCString { gtk_label_set_text(label, $0) }
}

/// Sets a label's text, unless the text contains a NUL character, at which C would end the text. Returns whether the
/// text was set.
private nonisolated func setTextUnlessItHasNUL(_ text: String, of label: OpaquePointer) -> Bool {
  text.withCString {
    guard strlen($0) == text.utf8.count else { return false }
    gtk_label_set_text(label, $0)
    return true
  }
}

/// The additional state of a text that is not plain. Such a text has links, a colour, runs (ranges with a look of their
/// own) or a line limit, or is the title of a menu entry or a button of a dialog.
@MainActor
private final class TextDetails {
  /// The colour, displayed by the style sheet or an animation. `nil` until the colour differs from the theme's.
  var color: MovingColor?
  /// The colour during an animation. `nil` if no colour is being animated.
  var animatedColor: GdkRGBA?
  /// The displayed runs.
  var shownRuns = plainRuns
  /// Whether the handler of activated links is connected. The node connects it when the text has links for the first
  /// time.
  var isLinkHandlerConnected = false
  /// Whether an activated link is not opened, because the node activates it only to find the focused link.
  var isFindingLink = false
  /// The address of the focused link, after the node has activated the link to find it.
  var foundLink: String?
  /// The line limit of the environment. Stored, because reading it from the environment takes longer than changing a
  /// text.
  var lineLimit: Int?
  /// The menu or dialog that shows the text as a title, and is notified when the text changes.
  var watcher: ButtonCollector?
}

/// The node of a text.
@MainActor
final class TextNode: WidgetNode<Text> {
  /// The displayed text.
  private var shownText: RichText
  /// The additional state. `nil` for most texts, which are plain and have the default look.
  private var details: TextDetails?

  init(_ view: Text, in context: _NodeContext) {
    shownText = view.shown(in: context.parent)
    super.init(view, widget: cgtk_text_new(shownText.text), in: context)
    gtk_label_set_xalign(opaque, 0)
    if shownText.hasLinks { showLinks() }
    applyEnvironment()
  }

  override func update(to view: Text) {
    // A recycled node shows the text of another element, in which the user has selected nothing.
    if ViewGraph.shared.isRecycling, gtk_label_get_selectable(opaque) != 0 { gtk_label_select_region(opaque, 0, 0) }
    let hasSameLook = view.hasSameLook(as: self.view)
    // For joined texts, `hasSameLook` is `false` even if the texts are equal.
    guard hasSameLook ? view.content != self.view.content : view != self.view else { return }
    super.update(to: view)
    // If `showVerbatimText()` returns `true`, neither the former nor the new text has spans.
    let hasSameSpans = showVerbatimText() || showRichText()
    if !hasSameLook || !hasSameSpans { applyLook() }
  }

  /// Replaces a text without spans (without Markdown styles and links) by a verbatim text, which is shown unchanged.
  /// This is the most frequent change. Returns `false` if one of the texts is of another kind, or if the new text
  /// contains a NUL character or has to be shortened. The caller then calls ``showRichText()``.
  private func showVerbatimText() -> Bool {
    guard shownText.spans.isEmpty, let text = view.content.verbatimText, text.utf8.count <= Text.maxByteCount else {
      return false
    }
    guard details?.lineLimit != 1 || text.isOneLine(ofAtMost: Text.maxLineByteCount) else { return false }
    guard text != shownText.text else { return true }
    guard setTextUnlessItHasNUL(text, of: opaque) else { return false }
    shownText = RichText(text)
    shownTextDidChange()
    return true
  }

  /// Shows a text of any kind. Returns whether its spans, the ranges with Markdown styles and links, are the same as
  /// those of the former text.
  private func showRichText() -> Bool {
    var text = view.shown(in: parent)
    if details?.lineLimit == 1 { text = text.firstLine(to: Text.maxLineByteCount) }
    let hasSameSpans = text.spans == shownText.spans
    guard text.text != shownText.text || !hasSameSpans else { return true }
    if isLinkHandlerConnected { closeLinkMenu() }
    let formerLinkIndex = isLinkHandlerConnected ? focusedLinkIndex : nil
    shownText = text
    if shownText.hasLinks { showLinks() } else { setText(shownText.text, of: opaque) }
    if let formerLinkIndex { focusLink(at: formerLinkIndex) }
    shownTextDidChange()
    return hasSameSpans
  }

  private func shownTextDidChange() {
    if let details {
      if details.lineLimit != nil { applyLineLimit() }
      details.watcher?.noteChange()
    }
    // A control above updates its accessible name, which contains this text.
    textDidChange()
  }

  /// Returns the details. Creates them if there are none.
  private func ensureDetails() -> TextDetails {
    if let details { return details }
    let new = TextDetails()
    details = new
    return new
  }

  private var isLinkHandlerConnected: Bool { details?.isLinkHandlerConnected == true }

  /// Shows a text with links. If the text is in a control, such as a button, shows the links as plain text.
  private func showLinks() {
    guard !isInControl else { return setText(shownText.text, of: opaque) }
    gtk_label_set_markup(opaque, shownText.linkMarkup)
    guard !isLinkHandlerConnected else { return }
    ensureDetails().isLinkHandlerConnected = true
    // `true` prevents GTK from opening the link itself.
    connect(widget, .activateLink) { [weak self] address in
      self?.activate(address)
      return true
    }
  }

  /// The index of the link with the focus. `nil` if no link has the focus.
  private var focusedLinkIndex: Int? {
    gtk_widget_is_focus(widget) == 0 ? nil : focusedAddress.flatMap { shownText.addresses.firstIndex(of: $0) }
  }

  /// The address of the link with the focus. `nil` if no link has the focus.
  private var focusedAddress: String? {
    if let address = gtk_label_get_current_uri(opaque) { return String(cString: address) }
    // GTK 4.18 returns only the address below the pointer. If a text that is not selectable has the focus, one of its
    // links has the focus. The node then activates this link, and receives its address in ``activate(_:)``.
    guard let details, details.isLinkHandlerConnected, gtk_label_get_selectable(opaque) == 0,
      gtk_widget_is_focus(widget) != 0
    else { return nil }
    details.isFindingLink = true
    defer { details.isFindingLink = false }
    details.foundLink = nil
    cgtk_label_activate_current_link(widget)
    return details.foundLink
  }

  private func activate(_ address: String) {
    if let details, details.isFindingLink { details.foundLink = address } else { open(address) }
  }

  /// Moves the focus within the text to the link at an index, or to the last link if the text now has fewer links. GTK
  /// forgets the focused link when the text changes.
  private func focusLink(at index: Int) {
    let addresses = shownText.addresses
    guard !addresses.isEmpty else { return }
    let targetAddress = addresses[min(index, addresses.count - 1)]
    gtk_widget_grab_focus(widget)
    // Each step moves the focus to the next link of the text.
    for _ in addresses where focusedAddress != targetAddress { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
  }

  /// Closes GTK's context menu of a link before the links change. After the change, an entry of this menu would access
  /// a link that GTK has freed.
  private func closeLinkMenu() {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      if child.isA(gtk_popover_get_type()) { gtk_popover_popdown(UnsafeMutablePointer(child.opaque)) }
    }
  }

  /// Opens an address in a later turn of the main loop, because the action that opens it may destroy the label while
  /// GTK is still using the label.
  private func open(_ address: String) {
    let openURL = environment.openURL
    MainLoop.onNextTurn { openURL.open(address, from: self.widget) }
  }

  /// Whether the text is in a control that the user clicks, such as a button.
  private var isInControl: Bool {
    var above = parent
    while let node = above, !node.capabilities.contains(.isSingleControl) { above = node.parent }
    return above != nil
  }

  override var canBeRecycled: Bool { details?.color?.isMoving != true }

  override func environmentDidChange() {
    applyEnvironment()
  }

  private func applyEnvironment() {
    let (watcher, lineLimit) = (environment.textWatcher, environment.lineLimit)
    if watcher != nil || lineLimit != nil || details != nil {
      let details = ensureDetails()
      let wasLimitedToOneLine = details.lineLimit == 1
      (details.watcher, details.lineLimit) = (watcher, lineLimit)
      // With a line limit of 1, only the first line is shown. Without this limit, the whole text is shown again.
      if lineLimit == 1 ? !shownText.isOneLine(ofAtMost: Text.maxLineByteCount) : wasLimitedToOneLine {
        _ = showRichText()
      }
    }
    applyLook()
    applyLineLimit()
    if environment.textSelection == .enabled { _ = disableSelectionOnFocus }
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
    // A text of up to three characters therefore has no ellipsis.
    let mayEndInEllipsis = lineLimit != nil && shownText.text.dropFirst(3).isEmpty == false
    // A text in a bar does not wrap. A bar whose items have little space would otherwise become several lines high, and
    // would leave no space for the views below.
    let wraps = !environment.isInToolbar
    // A text with a line limit of 1 does not wrap. Pango also shapes the invisible part of such a text. So the text has
    // at most `Text.maxLineByteCount` bytes.
    cgtk_text_set_wraps(widget, wraps && !(mayEndInEllipsis && lineLimit == 1) ? 1 : 0)
    gtk_label_set_ellipsize(opaque, mayEndInEllipsis ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
  }

  private func align(_ xAlignment: Float, _ justification: GtkJustification) {
    gtk_label_set_xalign(opaque, xAlignment)
    gtk_label_set_justify(opaque, justification)
  }

  /// Applies the colour of the text, and the fonts and the lines (under and through the text) of its runs.
  private func applyLook() {
    if let new = view.look.color ?? environment.foregroundStyle {
      let details = ensureDetails()
      let color = details.color ?? makeColor()
      details.color = color
      color.show(new, of: self)
    } else {
      details?.color?.show(nil, of: self)
    }
    let hasLinks = shownText.hasLinks && !isInControl
    let runs = TextRun.runs(
      of: view, displaying: hasLinks ? shownText : shownText.withoutLinks, hasLinks: hasLinks, in: environment)
    guard runs != details?.shownRuns ?? plainRuns else { return }
    ensureDetails().shownRuns = runs
    showRuns()
  }

  /// Draws the text in the colour of a frame of an animation. `nil` restores the colour of the style sheet.
  private func paint(_ color: GdkRGBA?) {
    guard color != nil || details?.animatedColor != nil else { return }
    ensureDetails().animatedColor = color
    showRuns()
  }

  private func showRuns() {
    let attributes = TextRun.pangoAttributes(of: details?.shownRuns ?? plainRuns, color: details?.animatedColor)
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  private func makeColor() -> MovingColor {
    MovingColor(
      of: widget, property: "color", nilColor: .primary, isOnScreen: gtk_widget_get_mapped(widget) != 0
    ) { [weak self] in self?.paint($0) }
  }

  override func didUnmount() { details?.color?.stop() }
}

/// The only run of a text with the default look. Most texts have this run, and share the array.
@MainActor private let plainRuns = [TextRun()]

/// Changes GTK's labels so that they select nothing when they receive the focus. Evaluated once, for the first
/// selectable text.
@MainActor private let disableSelectionOnFocus: Void = cgtk_labels_select_nothing_on_focus()
