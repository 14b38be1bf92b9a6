internal import CGtk
internal import CGtkBridge

/// The style of a program's windows.
public enum WindowStyleKind: Hashable, Sendable, CaseIterable {
  /// The style of the desktop's theme.
  case automatic
  /// A flat style: the title bar has the colour of the content below it, controls are rounded and without relief, and a
  /// selected row has a soft tint of the accent colour. The accent is the desktop's, if the desktop reports one. If the
  /// desktop requests more contrast, the theme's own style applies.
  case flat
}

extension View {
  /// Sets the style of all windows of the program while the view exists.
  ///
  /// GTK has one theme for all windows of a program. The flat style therefore applies to all windows as soon as one
  /// view requests it.
  public nonisolated func windowStyle(_ style: WindowStyleKind) -> some View {
    WindowStyleView(content: self, style: style)
  }
}

private nonisolated struct WindowStyleView<Content: View>: ModifyingView {
  let content: Content
  let style: WindowStyleKind

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WindowStyleNode(view, in: context)
  }
}

@MainActor
private final class WindowStyleNode<Content: View>: ModifierNode<WindowStyleView<Content>> {
  override init(_ view: WindowStyleView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    request(view.style)
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override func update(to view: WindowStyleView<Content>) {
    super.update(to: view)
    request(view.style)
  }

  override func didUnmount() { request(.automatic) }

  private func request(_ style: WindowStyleKind) { FlatStyle.shared.setRequested(style == .flat, by: self) }
}

/// The style sheet of the flat style. The sheet is loaded while at least one view requests the style and the desktop
/// does not request more contrast.
@MainActor
private final class FlatStyle {
  static let shared = FlatStyle()

  /// Passes the sheet to GTK. Owned by this object and by the display.
  private let provider = gtk_css_provider_new()!
  /// The nodes of the views that request the style.
  private var requesters: Set<ObjectIdentifier> = []

  private init() {
    // The priority is below the style sheet of the views, because that sheet has the styles of individual views.
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) - 1)
    DesktopAppearance.shared.observe(self) { [unowned self] _ in loadSheet() }
  }

  /// Records whether the view of a node requests the style.
  func setRequested(_ isRequested: Bool, by node: ViewNode) {
    let requester = ObjectIdentifier(node)
    guard requesters.contains(requester) != isRequested else { return }
    if isRequested { requesters.insert(requester) } else { requesters.remove(requester) }
    loadSheet()
  }

  /// Loads the sheet, or an empty sheet if the flat style does not apply.
  private func loadSheet() {
    let look = DesktopAppearance.shared.look
    gtk_css_provider_load_from_data(
      provider, requesters.isEmpty || look.contrast == .increased ? "" : Self.sheet(for: look), -1)
  }

  private static func sheet(for look: DesktopLook) -> String {
    let colors =
      switch look.colorScheme {
      case .light:
        colorDefinitions(
          background: "#fafafa", card: "#ffffff", text: "#1d1d20", line: "#e2e2e3", accent: "#3584e4",
          textOnAccent: "#ffffff", knob: "#ffffff")
      case .dark:
        colorDefinitions(
          background: "#222226", card: "#333338", text: "#f6f5f8", line: "#47474c", accent: "#78aeed",
          textOnAccent: "#1d1d20", knob: "#e6e6ea")
      }
    return colors + desktopAccentRules(look) + rules
  }

  /// Returns the rules that replace the style's accent colour by the desktop's. Empty if the desktop reports none.
  private static func desktopAccentRules(_ look: DesktopLook) -> String {
    guard let accent = look.accent, let rules = cgtk_accent_rules(accent, look.colorScheme == .dark) else { return "" }
    defer { g_free(rules) }
    return String(cString: rules)
  }

  private static func colorDefinitions(
    background: String, card: String, text: String, line: String, accent: String, textOnAccent: String, knob: String
  ) -> String {
    """
    @define-color theme_bg_color \(background); @define-color theme_base_color \(card); @define-color theme_fg_color \(text);
    @define-color theme_text_color \(text); @define-color borders \(line); @define-color theme_selected_bg_color \(accent);
    @define-color theme_selected_fg_color \(textOnAccent); @define-color control_knob_color \(knob);

    """
  }

  /// The rules for widgets. A scale with marks gets the round slider of other scales.
  private static let rules = """
    window, .background { background-color: @theme_bg_color; color: @theme_fg_color; }
    scrolledwindow, .view, listview, gridview { background: none; color: inherit; }
    headerbar { background: @theme_bg_color; border-color: transparent; box-shadow: none; color: inherit; }
    button { background-image: none; background-color: alpha(currentColor, 0.06); border-color: transparent; box-shadow: none; text-shadow: none;
      -gtk-icon-shadow: none; border-radius: 8px; color: inherit; }
    button:hover { background-color: alpha(currentColor, 0.1); }
    button:active, button:checked { background-color: alpha(currentColor, 0.16); }
    headerbar button:not(:hover):not(:active):not(:checked), button.flat:not(:hover):not(:active):not(:checked) { background-color: transparent; }
    button.suggested-action { background-color: @theme_selected_bg_color; color: @theme_selected_fg_color; }
    button.suggested-action:hover { background-image: image(alpha(@theme_selected_fg_color, 0.12)); }
    button.destructive-action { background-color: #c01c28; color: white; }
    button:disabled { opacity: 0.5; }
    .linked:not(.vertical) > button.toggle { border-radius: 16px; margin-right: 8px; }
    .linked:not(.vertical) > button.toggle:checked { background-color: @theme_selected_bg_color; color: @theme_selected_fg_color; }
    entry { background-image: none; background-color: alpha(currentColor, 0.06); border-color: transparent; box-shadow: none; border-radius: 8px;
      color: inherit; }
    listview > row.activatable { border-radius: 8px; margin: 1px 8px; }
    listview > row:not(.activatable) { padding-bottom: 0; padding-top: 0; }
    listview > row.activatable:hover { background-color: alpha(currentColor, 0.05); }
    listview > row:selected, listview > row.activatable:selected:hover { background: alpha(@theme_selected_bg_color, 0.14); color: inherit; }
    separator { background-color: @borders; }
    scale > trough, progressbar > trough { background: alpha(currentColor, 0.14); border-color: transparent; }
    scale > trough > highlight, progressbar > trough > progress, switch:checked { background: @theme_selected_bg_color;
      border-color: @theme_selected_bg_color; }
    scale > trough > slider { background: @control_knob_color; border-color: @borders; }
    switch > slider { background: @control_knob_color; border-color: transparent; }
    switch:not(:checked) { background: alpha(currentColor, 0.2); border-color: transparent; }
    searchbar > revealer > box { background: @theme_bg_color; border-color: transparent; box-shadow: none; }
    scale.marks-after > trough > slider { border: 1px solid @borders; border-radius: 9px; box-shadow: none; margin: -8px; min-height: 16px;
      min-width: 16px; }
    scale.horizontal.marks-after { padding-bottom: 5px; padding-top: 15px; }
    scale.horizontal.marks-after > marks.bottom { margin-bottom: 0; margin-top: 4px; }
    scale.horizontal.marks-after > marks.bottom indicator { min-height: 6px; min-width: 2px; }
    popover > contents, popover > arrow { background-color: @theme_base_color; border-color: @borders; border-radius: 12px; color: @theme_fg_color; }
    """
}
