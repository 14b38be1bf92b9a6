internal import CGtk

/// The contents of a menu as data. The contents are read from the nodes of the views in the menu. Controls in a menu
/// create no widgets, except for their labels, which are not shown.
struct MenuContents {
  /// The items of the menu and its submenus, in order.
  private(set) var items: [MenuItem] = []
  /// The visible structure of the menu.
  private(set) var entries: [Entry] = []

  /// A part of a menu. While the entries stay equal, the menu keeps its widgets, even if the actions of its items
  /// change.
  indirect enum Entry: Equatable {
    /// An item. `index` is the position of the item in ``items``.
    case item(index: Int, title: String, kind: MenuItem.Kind, shortcuts: [KeyboardShortcut])
    /// A line between entries.
    case divider
    /// A section with a title, which may be empty, and its entries.
    case section(title: String, [Entry])
    /// A submenu with its entries.
    case submenu(title: String, [Entry])
  }

  /// Adds the entries of a node and the nodes below it. A view without children that is not a control, such as a text,
  /// becomes a disabled entry. Its accessible name is the title of the entry. A view without this name adds no entry.
  ///
  /// - Parameter shortcuts: The keyboard shortcuts that modifiers around the node set, the innermost one first.
  @MainActor mutating func gather(_ node: ViewNode, shortcuts: [KeyboardShortcut] = []) {
    if let node = node as? any MenuGathering { return node.gather(into: &self, shortcuts: shortcuts) }
    let shortcuts = ((node as? any ShortcutProviding)?.keyboardShortcut.map { [$0] } ?? []) + shortcuts
    let children = node.children
    for child in children { gather(child, shortcuts: shortcuts) }
    guard children.isEmpty else { return }
    let title = AccessibleName.spoken(node.widgets)
    if !title.isEmpty { add(MenuItem(title: title, isEnabled: false) {}) }
  }

  mutating func add(_ item: MenuItem, shortcuts: [KeyboardShortcut] = []) {
    entries.append(.item(index: items.count, title: item.title, kind: item.kind, shortcuts: shortcuts))
    items.append(item)
  }

  mutating func addDivider() {
    entries.append(.divider)
  }

  /// Adds a section with a title. `gather` adds the entries of the section.
  mutating func addSection(_ title: String, _ gather: (inout MenuContents) -> Void) {
    entries.append(.section(title: title, gatherEntries(with: gather)))
  }

  /// Adds a submenu. `gather` adds the entries of the submenu. If `gather` adds none, there is no submenu.
  mutating func addSubmenu(_ title: String, _ gather: (inout MenuContents) -> Void) {
    let inner = gatherEntries(with: gather)
    if !inner.isEmpty { entries.append(.submenu(title: title, inner)) }
  }

  /// Returns the entries that `gather` adds. Their items are added to ``items``, but ``entries`` does not change.
  private mutating func gatherEntries(with gather: (inout MenuContents) -> Void) -> [Entry] {
    let outerEntries = entries
    entries = []
    gather(&self)
    defer { entries = outerEntries }
    return entries
  }
}

/// An item of a menu.
struct MenuItem {
  /// The kind of an item. GTK uses a different widget for each kind.
  enum Kind: Hashable {
    /// An item that only runs its action.
    case plain
    /// An item that is on or off.
    case check
    /// One option out of several.
    case radio
  }

  let title: String
  var kind = Kind.plain
  /// Whether a `check` item is on, or a `radio` item is selected.
  var isOn = false
  var isEnabled: Bool
  let action: @MainActor () -> Void
}

/// A node that adds itself to the contents of a menu.
@MainActor
protocol MenuGathering: ViewNode {
  /// Adds the node's entries to a menu.
  ///
  /// - Parameter shortcuts: The keyboard shortcuts that modifiers around the node set, the innermost one first. The
  ///   menu displays the first one.
  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut])
}

/// A node that sets the keyboard shortcut of the view below it.
@MainActor
protocol ShortcutProviding: ViewNode {
  var keyboardShortcut: KeyboardShortcut? { get }
}

extension ShortcutNode: ShortcutProviding {
  var keyboardShortcut: KeyboardShortcut? { view.shortcut }
}

extension EnvironmentValues {
  /// Returns the environment for the label of a control in a menu. The environment has no ``buttonCollector``, so the
  /// label creates a widget. The menu reads the label's text from this widget. The collector is notified when the text
  /// changes.
  func forMenuLabel(_ collector: ButtonCollector) -> EnvironmentValues {
    var environment = self
    environment.buttonCollector = nil
    environment.textWatcher = collector
    return environment
  }

  /// Returns the environment for the views in a menu. With a ``buttonCollector``, controls create no widgets. The
  /// collector only notifies the menu of changes, and the menu then reads its contents.
  func forMenu(notifying collector: ButtonCollector) -> EnvironmentValues {
    var environment = self
    environment.buttonCollector = collector
    environment.textWatcher = collector
    environment.isInToolbar = false
    return environment
  }
}

/// The node of a control in a menu. The control has no widget in the window. The text of the control's label is the
/// title of the control's menu entry.
@MainActor
class LabeledMenuNode<Control: View, Label: View>: _ViewNode<Control>, MenuGathering {
  /// Returns the label of the control.
  private let label: @MainActor (Control) -> Label
  /// Notified after each change of the node, so that the menu reads its contents again.
  private let collector: ButtonCollector
  private var labelNode: _ViewNode<Label>!

  init(
    _ view: Control, in context: _NodeContext, _ collector: ButtonCollector,
    label: @escaping @MainActor (Control) -> Label
  ) {
    self.label = label
    self.collector = collector
    super.init(view, in: context)
    labelNode = Label._makeNode(label(view), in: contextBelow(environment.forMenuLabel(collector)))
    collector.noteChange()
  }

  override final var canBeRecycled: Bool { childrenCanBeRecycled }

  /// The text of the label.
  final var title: String { AccessibleName.spoken(labelNode.widgets) }

  override var children: [ViewNode] { [labelNode] }

  override func update(to view: Control) {
    super.update(to: view)
    labelNode.update(to: label(view))
    collector.noteChange()
  }

  override func environmentDidChange() {
    labelNode.updateEnvironment(environment.forMenuLabel(collector))
    collector.noteChange()
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  override func widgetsDidChange() { collector.noteChange() }

  override func didUnmount() { collector.noteChange() }

  /// Adds nothing. Subclasses add their entries.
  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {}
}

/// The node of a section or a submenu, which has a label and entries.
@MainActor
class MenuGroupNode<Group: View, Label: View, Content: View>: LabeledMenuNode<Group, Label> {
  /// Returns the views whose entries are in the group.
  private let contentOf: @MainActor (Group) -> Content
  private(set) final var content: _ViewNode<Content>!

  init(
    _ view: Group, in context: _NodeContext, _ collector: ButtonCollector,
    label: @escaping @MainActor (Group) -> Label, content: @escaping @MainActor (Group) -> Content
  ) {
    contentOf = content
    super.init(view, in: context, collector, label: label)
    self.content = Content._makeNode(content(view), in: contextBelow())
  }

  override final var children: [ViewNode] { super.children + [content] }

  override final func update(to view: Group) {
    super.update(to: view)
    content.update(to: contentOf(view))
  }

  override final func environmentDidChange() {
    super.environmentDidChange()
    content.updateEnvironment(environment)
  }
}
