internal import CGtk
internal import GtkBridge

/// Opens the context menus of views.
@MainActor
enum ContextMenus {
  /// The position in a widget where the user requested its menu.
  enum Place {
    /// A point, requested by pointer or touch.
    case point(x: Double, y: Double)
    /// The whole widget, requested by keyboard.
    case whole
  }

  /// Opens the menu of a widget. Returns whether the widget has one.
  typealias Opening = @MainActor (UnsafeMutablePointer<GtkWidget>, Place) -> Bool

  /// Opens a menu of a list at a row's GTK widget, or at `nil` where there is no row. The place is relative to the list. Returns whether there is a
  /// menu.
  typealias RowOpening = @MainActor (UnsafeMutablePointer<GtkWidget>?, Place) -> Bool

  private static let listeningKey = "gtkviews-context-menu"

  /// The functions that open the menus, by widget.
  private static var openings: [UnsafeMutablePointer<GtkWidget>: Opening] = [:]

  /// Registers a function that opens a widget's menu when the user requests it.
  static func listen(on widget: UnsafeMutablePointer<GtkWidget>, _ opening: @escaping Opening) {
    openings[widget] = opening
    guard g_object_get_data(widget.gobject, listeningKey) == nil else { return }
    g_object_set_data(widget.gobject, listeningKey, UnsafeMutableRawPointer(bitPattern: 1))
    addControllers(to: widget) { place in openings[widget]?(widget, place) ?? false }
  }

  /// Unregisters the menu of a widget.
  static func forget(_ widget: UnsafeMutablePointer<GtkWidget>) {
    openings[widget] = nil
  }

  /// Opens the menus of rows. GTK's row widget is larger than the content of the row, and it takes the focus.
  ///
  /// - Parameter others: Opens the menu of a row without a menu of its own, and the menu of the area without rows.
  static func listenForRows(of list: UnsafeMutablePointer<GtkWidget>, others: @escaping RowOpening) {
    addControllers(to: list) { place in
      let row = row(of: list, at: place)
      if let row, open(in: row, place, relativeTo: list) { return true }
      return others(row, place)
    }
  }

  /// Returns GTK's widget of the row at a place in a list. For a request by keyboard, this is the row with the focus.
  private static func row(of list: UnsafeMutablePointer<GtkWidget>, at place: Place) -> UnsafeMutablePointer<GtkWidget>? {
    guard case .point(let x, let y) = place else { return gtk_widget_get_focus_child(list) }
    var row = gtk_widget_pick(list, x, y, GTK_PICK_DEFAULT)
    while let widget = row, gtk_widget_get_parent(widget) != list { row = gtk_widget_get_parent(widget) }
    return row
  }

  /// Opens the first menu in a row.
  private static func open(
    in widget: UnsafeMutablePointer<GtkWidget>, _ place: Place, relativeTo origin: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    if let opening = openings[widget] { return opening(widget, place.moved(from: origin, to: widget)) }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if open(in: current, place, relativeTo: origin) { return true }
      child = gtk_widget_get_next_sibling(current)
    }
    return false
  }

  /// Adds the controllers that open a menu. The controllers live as long as the widget. A view's widgets are removed together with the view.
  private static func addControllers(to widget: UnsafeMutablePointer<GtkWidget>, _ open: @escaping @MainActor (Place) -> Bool) {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click, 0)
    connect(click, .click("pressed")) { _, x, y in
      guard let event = gtk_event_controller_get_current_event(click), gdk_event_triggers_context_menu(event) != 0 else { return }
      if open(.point(x: x, y: y)) { gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    gtk_widget_add_controller(widget, click)
    let press = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(press, 1)
    connect(press, .point("pressed")) { x, y in
      if open(.point(x: x, y: y)) { gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    gtk_widget_add_controller(widget, press)
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { isMenuKey($0) && open(.whole) }
    gtk_widget_add_controller(widget, keys)
  }

  private static func isMenuKey(_ key: KeyPress) -> Bool {
    let held = key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
    switch Int32(key.key) {
    case GDK_KEY_Menu: return held == 0
    case GDK_KEY_F10: return held == GDK_SHIFT_MASK.rawValue
    default: return false
    }
  }
}

extension ContextMenus.Place {
  /// Returns the same place relative to another widget.
  @MainActor
  func moved(from origin: UnsafeMutablePointer<GtkWidget>, to widget: UnsafeMutablePointer<GtkWidget>) -> Self {
    guard case .point(let x, let y) = self else { return self }
    var (newX, newY) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(origin, widget, x, y, &newX, &newY) != 0 else { return .whole }
    return .point(x: newX, y: newY)
  }
}

/// A visible menu. It closes when the user selects an entry.
@MainActor
final class MenuPopover {
  /// The widget with the menu, borrowed. When it is destroyed, the menu closes.
  let anchor: UnsafeMutablePointer<GtkWidget>
  private let menu = MenuModel(showsShortcuts: false)
  /// Owned. The anchor, its parent, also owns it until the popover is unparented.
  private let popover: GObjectReference
  private var connections: [SignalConnection] = []
  /// The widget that had the focus before the menu opened.
  private let focus: WeakGObjectReference

  /// Opens a menu.
  init(
    _ contents: MenuContents, at anchor: UnsafeMutablePointer<GtkWidget>, _ place: ContextMenus.Place,
    closed: @escaping @MainActor () -> Void
  ) {
    self.anchor = anchor
    Self.moveFocus(toRowOf: anchor)
    menu.show(contents)
    popover = GObjectReference(gtk_popover_menu_new_from_model(menu.model))
    focus = WeakGObjectReference(gtk_widget_get_root(anchor).flatMap { gtk_root_get_focus($0) })
    gtk_widget_insert_action_group(popover.widget, MenuModel.prefix, menu.actions)
    gtk_widget_set_parent(popover.widget, anchor)
    point(at: place)
    connections = [
      // GTK activates the selected entry after the menu has closed.
      connect(popover.pointer, .closed) { MainLoop.onNextTurn { closed() } },
      // GTK warns if a widget is destroyed while our popover is still its child.
      connect(anchor, .destroy) { closed() },
    ]
    EntryNames.give(below: popover.widget)
    gtk_popover_popup(bubble)
  }

  private var bubble: UnsafeMutablePointer<GtkPopover> { popover.pointer.cast(to: GtkPopover.self, gtk_popover_get_type()) }

  /// Updates the entries of the menu.
  func show(_ contents: MenuContents) {
    menu.show(contents)
    EntryNames.give(below: popover.widget)
  }

  /// Removes the menu from the screen.
  func end() {
    connections.forEach { $0.disconnect() }
    connections = []
    giveFocusBack()
    keepSurface(of: popover.opaque)
    gtk_widget_set_visible(popover.widget, 0)
    gtk_widget_unparent(popover.widget)
    // GTK still accesses a popover after it emitted `closed`.
    MainLoop.onNextTurn { [popover] in _ = popover }
  }

  /// Moves the focus to the list row of a menu. If another row kept the focus, GTK 4.12 and newer would scroll to that row when the menu closes.
  private static func moveFocus(toRowOf anchor: UnsafeMutablePointer<GtkWidget>) {
    var row = anchor
    while let parent = gtk_widget_get_parent(row), !RowFocus.isRowsView(parent) { row = parent }
    guard let list = gtk_widget_get_parent(row), let focused = gtk_widget_get_focus_child(list), focused != row else { return }
    _ = RowFocus.giveFocus(to: row, from: GTK_DIR_TAB_FORWARD)
  }

  private func point(at place: ContextMenus.Place) {
    gtk_popover_set_position(bubble, GTK_POS_BOTTOM)
    guard case .point(let x, let y) = place else { return }
    gtk_popover_set_has_arrow(bubble, 0)
    gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
    var spot = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(bubble, &spot)
  }

  /// Restores the focus. GTK 4.8 never frees a popover that disappears with the focus inside, and when GTK itself closes a popover, it moves the
  /// focus to the anchor.
  private func giveFocusBack() {
    guard let root = gtk_widget_get_root(anchor), let now = gtk_root_get_focus(root) else { return }
    guard now == anchor || gtk_widget_is_ancestor(now, anchor) != 0 else { return }
    let before = focus.widget.flatMap { gtk_widget_get_root($0) == root ? $0 : nil }
    if now != before { gtk_root_set_focus(root, before) }
  }
}

/// Keeps the surface of a popover alive for a moment. Half a second after the pointer moved, GTK 4.8 looks for a tooltip on the surface that was
/// under the pointer, and warns if the surface is gone.
@MainActor
func keepSurface(of popover: OpaquePointer) {
  guard let surface = gtk_native_get_surface(popover) else { return }
  g_timeout_add_full(G_PRIORITY_LOW, 600, { _ in 0 }, g_object_ref(surface.rawPointer), { g_object_unref($0) })
}
