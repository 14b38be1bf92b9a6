internal import CGtk
internal import GtkBridge

/// Opens the context menus of views.
@MainActor
enum ContextMenus {
  /// The position in a widget where the user requested its menu.
  enum Location {
    /// A point, requested by pointer or touch.
    case point(x: Double, y: Double)
    /// The whole widget, requested by keyboard.
    case wholeWidget
  }

  /// Opens the menu of a widget at a location relative to this widget. Returns whether a menu has opened.
  typealias OpenMenu = @MainActor (UnsafeMutablePointer<GtkWidget>, Location) -> Bool

  /// Opens the menu of a list, for a row or for the area without rows. The arguments are GTK's widget of the row, or
  /// `nil` for the area, and the location relative to the list. Returns whether a menu has opened.
  typealias OpenListMenu = @MainActor (UnsafeMutablePointer<GtkWidget>?, Location) -> Bool

  /// The key under which a widget stores that it has the event controllers of ``addControllers(to:_:)``.
  private static let controllersKey = "gtkviews-context-menu"

  /// The functions that open the menus. The keys are the widgets that have the menus.
  private static var openMenuFunctions: [UnsafeMutablePointer<GtkWidget>: OpenMenu] = [:]

  /// Registers the function that is called when the user requests a widget's menu. A later function for the same widget
  /// replaces an earlier one.
  static func register(on widget: UnsafeMutablePointer<GtkWidget>, _ openMenu: @escaping OpenMenu) {
    openMenuFunctions[widget] = openMenu
    guard g_object_get_data(widget.gobject, controllersKey) == nil else { return }
    g_object_set_data(widget.gobject, controllersKey, UnsafeMutableRawPointer(bitPattern: 1))
    addControllers(to: widget) { location in openMenuFunctions[widget]?(widget, location) ?? false }
  }

  /// Unregisters the menu of a widget.
  static func unregister(_ widget: UnsafeMutablePointer<GtkWidget>) {
    openMenuFunctions[widget] = nil
  }

  /// Opens menus in a list when the user requests them. The event controllers are added to the list and not to the
  /// content of a row, because GTK's row widget is larger than the content and takes the focus.
  ///
  /// - Parameter openListMenu: Called for a row without a menu of its own, and for the area without rows.
  static func registerRows(of list: UnsafeMutablePointer<GtkWidget>, openListMenu: @escaping OpenListMenu) {
    addControllers(to: list) { location in
      let row = row(of: list, at: location)
      if let row, open(in: row, location, relativeTo: list) { return true }
      return openListMenu(row, location)
    }
  }

  /// Returns GTK's widget of the row at a location in a list. For a request by keyboard, this is the row with the
  /// focus.
  private static func row(
    of list: UnsafeMutablePointer<GtkWidget>, at location: Location
  ) -> UnsafeMutablePointer<GtkWidget>? {
    guard case .point(let x, let y) = location else { return gtk_widget_get_focus_child(list) }
    var row = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT)
    while let widget = row, gtk_widget_get_parent(widget) != list { row = gtk_widget_get_parent(widget) }
    return row
  }

  /// Opens the menu of a widget in a row. If the widget has no menu, tries the widgets below it until a menu opens.
  /// Returns whether a menu has opened.
  private static func open(
    in widget: UnsafeMutablePointer<GtkWidget>, _ location: Location, relativeTo origin: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    if let openMenu = openMenuFunctions[widget] {
      return openMenu(widget, location.converted(from: origin, to: widget))
    }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if open(in: current, location, relativeTo: origin) { return true }
      child = gtk_widget_get_next_sibling(current)
    }
    return false
  }

  /// Adds the controllers that call `open` when the user requests a menu. Call this function only once for each widget,
  /// because the controllers live as long as the widget.
  private static func addControllers(
    to widget: UnsafeMutablePointer<GtkWidget>, _ open: @escaping @MainActor (Location) -> Bool
  ) {
    let click = gtk_gesture_click_new()!
    // 0 stands for every button. `gdk_event_triggers_context_menu` determines whether the click requests a menu.
    gtk_gesture_single_set_button(click, 0)
    connect(click, .click("pressed")) { _, x, y in
      guard let event = gtk_event_controller_get_current_event(click), gdk_event_triggers_context_menu(event) != 0
      else { return }
      if open(.point(x: x, y: y)) { gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    gtk_widget_add_controller(widget, click)
    let longPress = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(longPress, 1)
    connect(longPress, .point("pressed")) { x, y in
      if open(.point(x: x, y: y)) { gtk_gesture_set_state(longPress, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    gtk_widget_add_controller(widget, longPress)
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { isMenuKey($0) && open(.wholeWidget) }
    gtk_widget_add_controller(widget, keys)
  }

  /// Whether a key press requests a menu: the menu key, or Shift+F10.
  private static func isMenuKey(_ key: KeyPress) -> Bool {
    let held = key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
    switch Int32(key.key) {
    case GDK_KEY_Menu: return held == 0
    case GDK_KEY_F10: return held == GDK_SHIFT_MASK.rawValue
    default: return false
    }
  }
}

extension ContextMenus.Location {
  /// Converts a location relative to `origin` to a location relative to `widget`. If the widgets have no common
  /// ancestor, returns ``wholeWidget``.
  @MainActor
  func converted(from origin: UnsafeMutablePointer<GtkWidget>, to widget: UnsafeMutablePointer<GtkWidget>) -> Self {
    guard case .point(let x, let y) = self else { return self }
    var (newX, newY) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(origin, widget, x, y, &newX, &newY) != 0 else { return .wholeWidget }
    return .point(x: newX, y: newY)
  }
}

/// A context menu on the screen.
@MainActor
final class MenuPopover {
  /// The widget with the menu. Borrowed. The menu closes when this widget is destroyed.
  let anchor: UnsafeMutablePointer<GtkWidget>
  private let menu = MenuModel(showsShortcuts: false)
  /// Owned. Until ``end()`` removes the popover from the anchor, the anchor also owns the popover.
  private let popover: GObjectReference
  private var connections: [SignalConnection] = []
  /// The widget that had the focus before the menu opened, and receives it after the menu has closed. In a list, this
  /// is a widget in the row with the menu, because the focus was moved to the row first.
  private let formerFocus: WeakGObjectReference

  /// Opens a menu. `onClose` is called after the menu has closed, or when the anchor is destroyed. The caller then
  /// calls ``end()``.
  init(
    _ contents: MenuContents, at anchor: UnsafeMutablePointer<GtkWidget>, _ location: ContextMenus.Location,
    onClose: @escaping @MainActor () -> Void
  ) {
    self.anchor = anchor
    Self.moveFocus(toRowOf: anchor)
    menu.update(to: contents)
    popover = GObjectReference(gtk_popover_menu_new_from_model(menu.model))
    formerFocus = WeakGObjectReference(gtk_widget_get_root(anchor).flatMap { gtk_root_get_focus($0) })
    gtk_widget_insert_action_group(popover.widget, MenuModel.prefix, menu.actions)
    gtk_widget_set_parent(popover.widget, anchor)
    setPosition(to: location)
    connections = [
      // GTK activates the selected entry after the signal `closed`, so `onClose` is called in the next turn.
      connect(popover.pointer, .closed) { MainLoop.onNextTurn { onClose() } },
      // GTK warns if the anchor is destroyed while the popover is still its child.
      connect(anchor, .destroy) { onClose() },
    ]
    MenuEntryNames.update(below: popover.widget)
    gtk_popover_popup(popoverPointer)
  }

  private var popoverPointer: UnsafeMutablePointer<GtkPopover> {
    popover.pointer.cast(to: GtkPopover.self, gtk_popover_get_type())
  }

  /// Updates the entries of the menu.
  func update(to contents: MenuContents) {
    menu.update(to: contents)
    MenuEntryNames.update(below: popover.widget)
  }

  /// Removes the menu from the screen.
  func end() {
    connections.forEach { $0.disconnect() }
    connections = []
    restoreFocus()
    keepSurfaceBriefly(ofPopover: popover.opaque)
    gtk_widget_set_visible(popover.widget, 0)
    gtk_widget_unparent(popover.widget)
    // GTK still accesses a popover after the signal `closed`, so the popover is released in the next turn.
    MainLoop.onNextTurn { [popover] in _ = popover }
  }

  /// If a menu is in a row of a list, moves the focus to this row. If another row kept the focus, GTK 4.12 and newer
  /// would scroll to the other row when the menu closes.
  private static func moveFocus(toRowOf anchor: UnsafeMutablePointer<GtkWidget>) {
    var row = anchor
    while let parent = gtk_widget_get_parent(row), !RowFocus.isRowsView(parent) { row = parent }
    guard let list = gtk_widget_get_parent(row), let focused = gtk_widget_get_focus_child(list), focused != row else {
      return
    }
    _ = RowFocus.giveFocus(to: row, orControlReachedBy: GTK_DIR_TAB_FORWARD)
  }

  /// Sets the position of the popover: at a point without an arrow, or below the whole widget.
  private func setPosition(to location: ContextMenus.Location) {
    gtk_popover_set_position(popoverPointer, GTK_POS_BOTTOM)
    guard case .point(let x, let y) = location else { return }
    gtk_popover_set_has_arrow(popoverPointer, 0)
    gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
    var target = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popoverPointer, &target)
  }

  /// Moves the focus from the menu or the anchor to ``formerFocus``. A focus elsewhere in the window stays.
  ///
  /// The focus is at the anchor if GTK has closed the popover. A focus in the menu must leave the menu, because GTK 4.8
  /// never frees a popover that disappears with the focus inside.
  private func restoreFocus() {
    guard let root = gtk_widget_get_root(anchor), let current = gtk_root_get_focus(root) else { return }
    guard current == anchor || gtk_widget_is_ancestor(current, anchor) != 0 else { return }
    let former = formerFocus.widget.flatMap { gtk_widget_get_root($0) == root ? $0 : nil }
    if current != former { gtk_root_set_focus(root, former) }
  }
}
