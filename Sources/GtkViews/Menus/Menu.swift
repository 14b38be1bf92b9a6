internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A button that opens a menu.
///
/// ```swift
/// Menu("Sort") {
///   Button("By Name", action: model.sortByName).keyboardShortcut("1")
///   Toggle("Newest First", isOn: $model.isNewestFirst)
///   Divider()
///   Menu("More") { Button("At Random", action: model.shuffle) }
/// }
/// ```
///
/// The views in the menu become entries of a GTK menu. A ``Button`` is an entry, a ``Toggle`` an entry with a tick, and
/// a ``Picker`` a group of options. A ``Section`` has a header, and a ``Divider`` is a line. A `Menu` in a menu is a
/// submenu. An open submenu is displayed in place of the entries around it. Any other view with a text is an entry that
/// the user cannot select.
///
/// Entries show texts and keyboard shortcuts. Symbols are not displayed, because GNOME's menus have none. The role of a
/// button has no effect. Keyboard shortcuts also work while the menu is closed.
public nonisolated struct Menu<Label: View, Content: View>: PrimitiveView {
  let content: Content
  let label: Label

  /// Creates a menu whose button has any view as its label.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    if let collector = context.environment.buttonCollector { return SubmenuNode(view, in: context, collector) }
    return MenuNode(view, in: context)
  }
}

extension Menu where Label == Text {
  /// Creates a menu whose button has a label that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(key) }
  }

  /// Creates a menu whose button has a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(text) }
  }
}

extension Menu where Label == GtkViews.Label<Text, Image> {
  /// Creates a menu whose button has a symbol and a label that is looked up in the catalogue of translations.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(content: content) { GtkViews.Label(key, systemImage: symbol, fileID: fileID, line: line) }
  }

  /// Creates a menu whose button has a symbol and a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, systemImage symbol: String, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(content: content) { GtkViews.Label(text, systemImage: symbol, fileID: fileID, line: line) }
  }
}

/// A menu in a menu.
@MainActor
private final class SubmenuNode<Label: View, Content: View>: MenuGroupNode<Menu<Label, Content>, Label, Content> {
  init(_ view: Menu<Label, Content>, in context: _NodeContext, _ collector: ButtonCollector) {
    super.init(view, in: context, collector, label: { $0.label }, content: { $0.content })
  }

  override func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    contents.addSubmenu(title) { $0.gather(content) }
  }
}

/// The button that opens a menu. The `content` of this node is the node of the button's label.
@MainActor
private final class MenuNode<Label: View, Content: View>: ContainerNode<Menu<Label, Content>, Label> {
  /// Notifies this node when a view in the menu changes.
  private let collector = ButtonCollector()
  private let menu = MenuModel(showsShortcuts: true)
  /// The node of the views in the menu.
  private var menuContent: _ViewNode<Content>!
  private var labelChild = LabelChild()
  /// The CSS class for a button that shows only an icon.
  private var iconClass = StyleClass()
  /// The CSS class of the control size.
  private var sizeClass = StyleClass()
  /// The event controllers of the keyboard shortcuts. Borrowed from the widget.
  private var shortcutControllers: [OpaquePointer] = []

  init(_ view: Menu<Label, Content>, in context: _NodeContext) {
    super.init(view, widget: cgtk_menu_button_new(), in: context)
    AccessibleName.markControl(button)
    gtk_widget_insert_action_group(widget, MenuModel.prefix, menu.actions)
    mountContent(view.label)
    menuContent = Content._makeNode(view.content, in: contextBelow(environment.forMenu(notifying: collector)))
    collector.didChange = { [weak self] in self?.updateMenu() }
    updateMenu()
    // GTK creates the widgets for all entries of a menu at once. So the popover is created only when the user opens the
    // menu for the first time.
    setMenuPreparation(of: opaque) { [weak self] in self?.makePopover() }
  }

  override var children: [ViewNode] { [content, menuContent] }

  override var contentAxis: Axis? { .horizontal }

  override var canBeRecycled: Bool {
    let isOpen = gtk_menu_button_get_popover(opaque).map { gtk_widget_get_visible($0.widget) != 0 } ?? false
    return !isOpen && childrenCanBeRecycled
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) { widgets.append(widget) }

  override func update(to view: Menu<Label, Content>) {
    super.update(to: view)
    content.update(to: view.label)
    collector.update { menuContent.update(to: view.content) }
    updateMenu()
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    menuContent?.updateEnvironment(environment.forMenu(notifying: collector))
    applyStyle()
  }

  override func arrangeContent() {
    super.arrangeContent()
    if menuContent != nil { updateMenu() }
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    labelChild.show(widgets) { gtk_menu_button_set_child(opaque, $0) }
    gtk_menu_button_set_always_show_arrow(opaque, labelChild.isIconOnly ? 0 : 1)
    iconClass.set(labelChild.isIconOnly ? "image-button" : nil, on: button)
    applyStyle()
    textDidChange()
  }

  override var capabilities: NodeCapabilities { [.followsTexts, .isSingleControl] }

  override func textDidChange() {
    guard let content else { return }
    AccessibleName.setDefault(AccessibleName.spoken(content.widgets), on: button)
  }

  /// The inner button of GTK's menu button, which takes the focus and the clicks. Borrowed.
  private var button: UnsafeMutablePointer<GtkWidget> { gtk_widget_get_first_child(widget) }

  private func applyStyle() {
    let isPlain = environment.buttonStyle == .borderless || environment.buttonStyle == .plain
    gtk_menu_button_set_has_frame(opaque, isPlain || (environment.isInToolbar && labelChild.isIconOnly) ? 0 : 1)
    sizeClass.set(environment.controlSize.className, on: widget)
  }

  private func updateMenu() {
    guard isMounted else { return }
    var contents = MenuContents()
    contents.gather(menuContent)
    if menu.update(to: contents) { replaceShortcutControllers() }
    nameEntries()
  }

  /// Moves the focus back to the button after the menu has closed. When the user selects an entry of a submenu, GTK 4.8
  /// leaves the focus in the closed menu or removes the focus.
  private func restoreFocus() {
    guard isMounted, let root = gtk_widget_get_root(widget), let popover = gtk_menu_button_get_popover(opaque)?.widget
    else { return }
    let focus = gtk_root_get_focus(root)
    guard gtk_widget_get_visible(popover) == 0, focus.map({ gtk_widget_is_ancestor($0, popover) != 0 }) ?? true else {
      return
    }
    gtk_widget_grab_focus(button)
  }

  /// Sets the accessible names of the entries, if the popover exists.
  private func nameEntries() {
    if let popover = gtk_menu_button_get_popover(opaque) { MenuEntryNames.update(below: popover.widget) }
  }

  /// Creates the popover of the menu, once.
  private func makePopover() {
    guard gtk_menu_button_get_menu_model(opaque) == nil else { return }
    gtk_menu_button_set_menu_model(opaque, menu.model)
    guard let popover = gtk_menu_button_get_popover(opaque) else { return }
    let popoverPointer = popover.opaque
    // GTK 4.8 may still search for a tooltip on the surface of the closed menu.
    connect(popover, .unmap) { keepSurfaceBriefly(ofPopover: popoverPointer) }
    connect(popover, .closed) { [weak self] in MainLoop.onNextTurn { self?.restoreFocus() } }
    nameEntries()
  }

  /// Replaces the event controllers of the keyboard shortcuts after the entries have changed. A shared key (the space
  /// bar, or the left or right arrow, without modifiers) has a controller of its own, because GTK's widgets use these
  /// keys too. All other shortcuts share one controller. A shortcut among them that takes precedence over selectable
  /// texts has a second controller, for the time when such a text has the focus.
  private func replaceShortcutControllers() {
    for controller in shortcutControllers { gtk_widget_remove_controller(widget, controller) }
    shortcutControllers = []
    let menuButton = widget
    for (shortcut, actionName) in menu.shortcuts where shortcut.isSharedKey {
      shortcutControllers.append(
        addSharedKeyShortcut(shortcut, to: menuButton) { activate(actionName, of: menuButton) })
    }
    for (shortcut, actionName) in menu.shortcuts where shortcut.precedesSelectableTexts {
      shortcutControllers.append(
        addShortcutBeforeSelectableTexts(shortcut, to: menuButton) { activate(actionName, of: menuButton) })
    }
    let otherShortcuts = menu.shortcuts.filter { !$0.shortcut.isSharedKey }
    guard !otherShortcuts.isEmpty, let controller = gtk_shortcut_controller_new() else { return }
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
    for (shortcut, actionName) in otherShortcuts {
      let trigger = gtk_keyval_trigger_new(shortcut.key.keyval, shortcut.modifiers.gdk)
      gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, gtk_named_action_new(actionName)))
    }
    gtk_widget_add_controller(widget, controller)
    shortcutControllers.append(controller)
  }
}

/// Runs an action of a menu by the action's name. Returns `false` if the action is disabled.
@MainActor
private func activate(_ actionName: String, of widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
  let action = gtk_named_action_new(actionName)
  defer { g_object_unref(UnsafeMutableRawPointer(action)) }
  return gtk_shortcut_action_activate(action, GtkShortcutActionFlags(rawValue: 0), widget, nil) != 0
}
