public import CGtk
internal import GtkBridge
public import Testing

/// A menu on screen.
@MainActor
public struct ShownMenu {
  /// The popover of the menu, borrowed.
  public let popover: UnsafeMutablePointer<GtkWidget>

  /// Creates a value for an open menu.
  public init(_ popover: UnsafeMutablePointer<GtkWidget>) {
    self.popover = popover
  }

  /// Opens the menu of a button. Returns `nil` if the button has none.
  public init?(opening button: UnsafeMutablePointer<GtkWidget>) async {
    await performInEventHandler { gtk_menu_button_popup(button.opaque) }
    guard let popover = gtk_menu_button_get_popover(button.opaque)?.widget else { return nil }
    await waitUntil("the menu is open") { gtk_widget_get_mapped(popover) != 0 }
    self.init(popover)
  }

  /// The entries of the menu and of its submenus, open or not. Hidden entries, headings of submenus and GTK's own back
  /// buttons are left out.
  private var entries: [UnsafeMutablePointer<GtkWidget>] {
    widgets(in: popover).filter {
      $0.typeName == "GtkModelButton" && gtk_widget_get_visible($0) != 0 && gtk_widget_has_css_class($0, "back") == 0
        && !isSubmenuHeading($0)
    }
  }

  /// Whether an entry is the heading of a submenu, which has the style of a title or an arrow to the left.
  private func isSubmenuHeading(_ entry: UnsafeMutablePointer<GtkWidget>) -> Bool {
    widgets(in: entry).contains {
      gtk_widget_has_css_class($0, "title") != 0
        || (gtk_widget_get_css_name($0).map { String(cString: $0) } == "arrow"
          && gtk_widget_has_css_class($0, "left") != 0)
    }
  }

  private func entry(_ title: String) -> UnsafeMutablePointer<GtkWidget>? {
    entries.first { texts(in: $0).first == title }
  }

  /// The titles of the entries, also of insensitive ones, in GTK's order.
  public var titles: [String] { entries.compactMap { texts(in: $0).first } }

  /// Whether the entry with this title can be selected. `nil` if there is no such entry.
  public func isSensitive(_ title: String) -> Bool? { entry(title).map { gtk_widget_get_sensitive($0) != 0 } }

  /// Whether the accessible name of an entry is its title.
  public func hasTitleAsAccessibleName(_ title: String) -> Bool {
    entry(title).map { hasAccessibleName(title, $0) } ?? false
  }

  /// Whether an entry has a check mark.
  public func isTicked(_ title: String) -> Bool {
    guard let entry = entry(title) else { return false }
    return widgets(in: entry).contains {
      gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_CHECKED.rawValue != 0
    }
  }

  /// Selects an entry, as a click does. Records an issue if there is none with this title.
  public func select(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let entry = entry(title) else {
      Issue.record("There is no entry “\(title)” in \(titles)", sourceLocation: sourceLocation)
      return
    }
    await performInEventHandler { emit("clicked", on: entry) }
    await mainLoopSettles()
  }

  /// Closes the menu without selecting an entry.
  public func close() async {
    await performInEventHandler { gtk_popover_popdown(popover.cast(to: GtkPopover.self, gtk_popover_get_type())) }
    await waitUntil("the menu is closed") { gtk_widget_get_mapped(popover) == 0 }
  }
}
