internal import CGtk
internal import GtkBridge

/// A GTK menu, which consists of its visible structure and its actions. Both are updated in place, also while the menu
/// is open.
@MainActor
final class MenuModel {
  /// The prefix under which the widget with the menu provides the actions, as in `menu.item0`.
  static let prefix = "menu"

  /// The visible structure. Owned: a `GMenu`.
  private let menu = GObjectReference(takingOver: g_menu_new())
  /// The actions. Owned: a `GSimpleActionGroup`.
  private let actionGroup = GObjectReference(takingOver: g_simple_action_group_new())
  /// The submenus and sections, innermost first. Owned: each is a `GMenu`.
  private var innerMenus: [GObjectReference] = []
  /// The entries in `menu`.
  private var displayedEntries: [MenuContents.Entry] = []
  /// The items among the entries, with their ticks and enabled states. An entry refers to its item by index.
  private var items: [MenuItem] = []
  /// The names of the items' actions.
  private var actionNames: [String] = []
  private let showsShortcuts: Bool

  /// Creates an empty menu.
  ///
  /// - Parameter showsShortcuts: Whether keyboard shortcuts are shown next to the items.
  init(showsShortcuts: Bool) {
    self.showsShortcuts = showsShortcuts
  }

  /// The `GMenuModel`. Borrowed.
  var model: UnsafeMutablePointer<GMenuModel> { menu.pointer.cast(to: GMenuModel.self, g_menu_model_get_type()) }

  /// The actions of the items, for the widget with the menu. Borrowed.
  var actions: OpaquePointer { actionGroup.opaque }

  var isEmpty: Bool { displayedEntries.isEmpty }

  /// The keyboard shortcuts of items, and the names of the items' actions with the prefix. Empty if the menu does not
  /// show shortcuts.
  private(set) var shortcuts: [(shortcut: KeyboardShortcut, actionName: String)] = []

  /// Updates the menu. Returns whether its entries changed. The ticks and the enabled states are not part of the
  /// entries.
  @discardableResult
  func update(to contents: MenuContents) -> Bool {
    let entriesDidChange = contents.entries != displayedEntries
    items = contents.items
    if entriesDidChange {
      displayedEntries = contents.entries
      // The items are removed before their actions, so that no item without an action is visible in between.
      removeEntries()
      replaceActions()
      shortcuts = []
      fill(menu.opaque, with: displayedEntries)
    }
    for (index, item) in items.enumerated() { updateAction(item, index) }
    return entriesDidChange
  }

  /// Removes the entries of the menu, and of each submenu and section. If only the sections were removed, the popover
  /// would keep the pages of their submenus, and GTK would warn about a new page with the same title.
  private func removeEntries() {
    for innerMenu in innerMenus { g_menu_remove_all(innerMenu.opaque) }
    innerMenus = []
    g_menu_remove_all(menu.opaque)
  }

  /// Adds the keyboard shortcuts of the entries to the names of their actions. GTK caches the shortcut of an action by
  /// the action's name. Without the shortcut in the name, GTK would display the old shortcut next to another item
  /// whose action gets the same name later.
  private func addShortcutsToActionNames(of entries: [MenuContents.Entry]) {
    for entry in entries {
      switch entry {
      case .item(let index, _, _, let shortcuts) where actionNames.indices.contains(index):
        for shortcut in shortcuts { actionNames[index] += "-\(shortcut.key.keyval)-\(shortcut.modifiers.gdk.rawValue)" }
      case .section(_, let inner), .submenu(_, let inner): addShortcutsToActionNames(of: inner)
      case .item, .divider: break
      }
    }
  }

  /// Replaces the actions with an action for each item.
  private func replaceActions() {
    for name in actionNames { g_action_map_remove_action(actionGroup.opaque, name) }
    actionNames = items.indices.map { "item\($0)" }
    addShortcutsToActionNames(of: displayedEntries)
    for (index, item) in items.enumerated() {
      let action = GObjectReference(takingOver: makeAction(item.kind, actionNames[index]))
      connect(action.pointer, .ignoringArgument("activate")) { [weak self] in self?.runAction(index) }
      g_action_map_add_action(actionGroup.opaque, action.opaque)
    }
  }

  /// Creates the action of an item. GTK draws the item of an action with a Boolean state as a check item, and the item
  /// of an action with a string state as a radio item. A radio item has a tick if this state is its target value, “on”.
  private func makeAction(_ kind: MenuItem.Kind, _ name: String) -> OpaquePointer {
    switch kind {
    case .plain: return g_simple_action_new(name, nil)
    case .check: return g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0))
    case .radio:
      let type = g_variant_type_new("s")
      defer { g_variant_type_free(type) }
      return g_simple_action_new_stateful(name, type, g_variant_new_string(""))
    }
  }

  private func runAction(_ index: Int) {
    guard index < items.count, items[index].isEnabled else { return }
    items[index].action()
  }

  /// Sets the enabled state and the tick of an item.
  private func updateAction(_ item: MenuItem, _ index: Int) {
    guard let action = g_action_map_lookup_action(actionGroup.opaque, actionNames[index]) else { return }
    g_simple_action_set_enabled(action, item.isEnabled ? 1 : 0)
    switch item.kind {
    case .plain: break
    case .check: g_simple_action_set_state(action, g_variant_new_boolean(item.isOn ? 1 : 0))
    case .radio: g_simple_action_set_state(action, g_variant_new_string(item.isOn ? "on" : ""))
    }
  }

  /// Adds entries to a GTK menu. GTK draws a line between the sections of a menu. So a divider ends a section, and the
  /// entries outside of sections become sections without titles. If there is neither a divider nor a section among the
  /// entries, the GTK menu gets no sections.
  private func fill(_ menu: OpaquePointer, with entries: [MenuContents.Entry]) {
    let needsNoSections = entries.allSatisfy {
      if case .divider = $0 { false } else if case .section = $0 { false } else { true }
    }
    if needsNoSections { return entries.forEach { append($0, to: menu) } }
    var unsectioned: [MenuContents.Entry] = []
    func closeSection() {
      if !unsectioned.isEmpty { appendSection(nil, unsectioned, to: menu) }
      unsectioned = []
    }
    for entry in entries {
      switch entry {
      case .divider: closeSection()
      case .section(let title, let inner):
        closeSection()
        appendSection(title.isEmpty ? nil : title, inner, to: menu)
      case .item, .submenu: unsectioned.append(entry)
      }
    }
    closeSection()
  }

  private func appendSection(_ title: String?, _ entries: [MenuContents.Entry], to menu: OpaquePointer) {
    g_menu_append_section(menu, title, makeInnerMenu(of: entries))
  }

  /// Creates the `GMenu` of a section or a submenu. Borrowed from `innerMenus`.
  private func makeInnerMenu(of entries: [MenuContents.Entry]) -> UnsafeMutablePointer<GMenuModel> {
    let innerMenu = GObjectReference(takingOver: g_menu_new())
    fill(innerMenu.opaque, with: entries)
    innerMenus.append(innerMenu)
    return innerMenu.pointer.cast(to: GMenuModel.self, g_menu_model_get_type())
  }

  private func append(_ entry: MenuContents.Entry, to menu: OpaquePointer) {
    switch entry {
    case .item(let index, let title, let kind, let shortcuts):
      append(makeItem(index, title, kind, shortcuts), to: menu)
    case .submenu(let title, let entries):
      append(g_menu_item_new_submenu(Self.escaped(title), makeInnerMenu(of: entries)), to: menu)
    // `fill` handles dividers and sections itself.
    case .divider, .section: break
    }
  }

  private func append(_ item: OpaquePointer, to menu: OpaquePointer) {
    g_menu_append_item(menu, item)
    g_object_unref(item.rawPointer)
  }

  /// Creates the `GMenuItem` of an item. If the menu shows shortcuts, the `GMenuItem` shows the first shortcut, and all
  /// the item's shortcuts are added to ``shortcuts``.
  private func makeItem(
    _ index: Int, _ title: String, _ kind: MenuItem.Kind, _ itemShortcuts: [KeyboardShortcut]
  ) -> OpaquePointer {
    let item = g_menu_item_new(Self.escaped(title), nil)!
    let actionName = "\(Self.prefix).\(actionNames[index])"
    g_menu_item_set_action_and_target_value(item, actionName, kind == .radio ? g_variant_new_string("on") : nil)
    if showsShortcuts, let shortcut = itemShortcuts.first {
      shortcuts += itemShortcuts.map { ($0, actionName) }
      if let name = gtk_accelerator_name(shortcut.key.keyval, shortcut.modifiers.gdk) {
        g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(name))
        g_free(name)
      }
    }
    return item
  }

  /// Returns a title with its underscores doubled, because in GTK, a single underscore marks the letter of a keyboard
  /// mnemonic.
  private static func escaped(_ title: String) -> String {
    title.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}
