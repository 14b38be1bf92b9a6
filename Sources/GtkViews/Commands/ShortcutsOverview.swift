internal import CGtk
internal import GtkBridge

/// The GTK window that shows all keyboard shortcuts of another window.
@MainActor
final class ShortcutsOverview {
  /// Weak. The window shows the shortcuts of the views below this node.
  fileprivate weak var node: ViewNode?
  /// The window of keyboard shortcuts. `nil` before it is opened.
  private var window: WeakGObjectReference?

  nonisolated init() {}

  /// Shows the window, or brings it to the front. A new window contains the shortcuts that exist when it opens.
  func present() {
    if let window = window?.pointer?.window { return gtk_window_present(window) }
    guard let node, let parent = node.widgets.first.flatMap({ gtk_widget_get_root($0) }),
      let newWindow = makeWindow(of: groups(below: node))
    else {
      return
    }
    gtk_window_set_transient_for(newWindow, parent.window)
    gtk_window_set_destroy_with_parent(newWindow, 1)
    nameSearchField(in: newWindow.widget)
    window = WeakGObjectReference(newWindow)
    gtk_window_present(newWindow)
  }

  /// A group of keyboard shortcuts, in the order of their views.
  struct Group: Equatable {
    let title: String
    var shortcuts: [Shortcut] = []
  }

  /// A line of the window.
  struct Shortcut: Equatable {
    let title: String
    /// The keys in GTK's notation, such as `<Control>n`.
    let accelerator: String
  }

  /// Returns the groups of shortcuts of the views below a node. Shortcuts outside a group are in the group “General”.
  func groups(below node: ViewNode) -> [Group] {
    var groups = [Group(title: Localization.translate("General"))]
    collectShortcuts(of: node, inGroupAt: 0, &groups)
    return groups.filter { !$0.shortcuts.isEmpty }
  }

  /// Adds the shortcuts of a node and the nodes below it to the groups. `groupIndex` is the index of the group around
  /// the node.
  private func collectShortcuts(of node: ViewNode, inGroupAt groupIndex: Int, _ groups: inout [Group]) {
    var groupIndex = groupIndex
    if let node = node as? any ShortcutGroup {
      if let existingIndex = groups.firstIndex(where: { $0.title == node.title }) {
        groupIndex = existingIndex
      } else {
        groupIndex = groups.count
        groups.append(Group(title: node.title))
      }
    }
    // Return and Escape, the keys of the default button and the cancel button, are not listed.
    if let key = (node as? any ShortcutProviding)?.keyboardShortcut, key != .defaultAction, key != .cancelAction {
      let shortcut = Shortcut(title: title(of: node), accelerator: key.accelerator)
      if !shortcut.title.isEmpty, !groups[groupIndex].shortcuts.contains(shortcut) {
        groups[groupIndex].shortcuts.append(shortcut)
      }
    }
    if let listed = (node as? any ShortcutListing)?.listedShortcut, !groups[groupIndex].shortcuts.contains(listed) {
      groups[groupIndex].shortcuts.append(listed)
    }
    for child in node.children { collectShortcuts(of: child, inGroupAt: groupIndex, &groups) }
  }

  /// Returns the title of a control. A control in a menu has no widget, so its title comes from its menu item.
  private func title(of node: ViewNode) -> String {
    let widgets = node.widgets
    if !widgets.isEmpty { return AccessibleName.spoken(widgets) }
    var contents = MenuContents()
    contents.gather(node)
    return contents.items.first?.title ?? ""
  }

  /// Sets the accessible names of the search field and the search button in a widget. The search button has only an
  /// icon, and reveals the search field. GTK 4.8 gives them no names for screen readers.
  private func nameSearchField(in widget: UnsafeMutablePointer<GtkWidget>) {
    let isSearchButton =
      widget.isA(gtk_toggle_button_get_type()) && gtk_widget_get_ancestor(widget, gtk_header_bar_get_type()) != nil
    if isSearchButton || widget.isA(gtk_search_entry_get_type()) {
      return AccessibleName.setDefault(Localization.translate("Search"), on: widget)
    }
    // GTK's menu of sections contains a toggle button too. The menu is skipped, because there is only one section.
    guard !widget.isA(gtk_menu_button_get_type()) else { return }
    var nextChild = gtk_widget_get_first_child(widget)
    while let child = nextChild {
      nameSearchField(in: child)
      nextChild = gtk_widget_get_next_sibling(child)
    }
  }

  /// Creates the window from an XML description, because GTK before 4.14 has no functions to add content to the window.
  /// Reports a misuse and returns `nil` if GTK rejects the description.
  private func makeWindow(of groups: [Group]) -> UnsafeMutablePointer<GtkWindow>? {
    let builder = GObjectReference(takingOver: gtk_builder_new())
    let xml = description(of: groups)
    var error: UnsafeMutablePointer<GError>?
    guard gtk_builder_add_from_string(builder.opaque, xml, -1, &error) != 0 else {
      let problem = error.map { String(cString: $0.pointee.message) } ?? ""
      g_error_free(error)
      Misuse("GTK does not show the keyboard shortcuts: \(problem)", fileID: #fileID, line: #line).report()
      return nil
    }
    // The window outlives the builder, because GTK owns each window until it is closed.
    return gtk_builder_get_object(builder.opaque, "window")?.widget.window
  }

  /// Returns the XML description of the window, in the format of `GtkBuilder`.
  private func description(of groups: [Group]) -> String {
    // When the window opens, a screen reader speaks the title of the window. By default, this window has a title only
    // in its header bar. In newer versions of GTK, the default role of the window also prevents that the title is
    // spoken. Therefore the description sets a title and the role of a dialog.
    let title = escaped(Localization.translate("Keyboard Shortcuts"))
    var xml = """
      <interface><object class="GtkShortcutsWindow" id="window"><property name="accessible-role">dialog</property>\
      <property name="title">\(title)</property><property name="modal">1</property><child>\
      <object class="GtkShortcutsSection"><property name="section-name">all</property>
      """
    for group in groups {
      xml += "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">\(escaped(group.title))</property>"
      for shortcut in group.shortcuts {
        xml += """
          <child><object class="GtkShortcutsShortcut"><property name="title">\(escaped(shortcut.title))</property>\
          <property name="accelerator">\(escaped(shortcut.accelerator))</property></object></child>
          """
      }
      xml += "</object></child>"
    }
    return xml + "</object></child></object></interface>"
  }

  /// Returns a text with XML's special characters escaped.
  private func escaped(_ text: String) -> String {
    let escapedText = g_markup_escape_text(text, -1)
    defer { g_free(escapedText) }
    return escapedText.map { String(cString: $0) } ?? ""
  }
}

/// A node whose keyboard shortcuts form a group with a title.
@MainActor
protocol ShortcutGroup: ViewNode {
  var title: String { get }
}

/// A node that adds a line to the window of keyboard shortcuts.
@MainActor
protocol ShortcutListing: ViewNode {
  /// The line.
  var listedShortcut: ShortcutsOverview.Shortcut { get }
}

extension KeyboardShortcut {
  /// The shortcut in GTK's notation, such as `<Control>n`.
  @MainActor var accelerator: String {
    guard let name = gtk_accelerator_name(key.keyval, modifiers.gdk) else { return "" }
    defer { g_free(name) }
    return String(cString: name)
  }
}

/// A view whose keyboard shortcuts the overview shows.
nonisolated struct ShortcutsView<Content: View>: ModifyingView {
  let content: Content
  let overview: ShortcutsOverview

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ShortcutsNode(view, in: context)
  }
}

@MainActor
private final class ShortcutsNode<Content: View>: ModifierNode<ShortcutsView<Content>> {
  override init(_ view: ShortcutsView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    view.overview.node = self
  }

  override func update(to view: ShortcutsView<Content>) {
    super.update(to: view)
    view.overview.node = self
  }
}
