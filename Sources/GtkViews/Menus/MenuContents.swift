internal import CGtk

/// What a menu consists of, read from the views in it: they make no widgets there.
struct MenuContents {
  /// What can be done, in the order in which it stands in the menu and in its submenus.
  private(set) var items: [MenuItem] = []
  /// What the menu looks like.
  private(set) var entries: [Entry] = []

  /// A part of a menu. Two that are equal need no other widgets, whatever their items do.
  indirect enum Entry: Hashable {
    case item(index: Int, title: String, kind: MenuItem.Kind, shortcut: KeyboardShortcut?)
    case divider
    case section(title: String, [Entry])
    case menu(title: String, [Entry])
  }

  /// Reads the views below a node.
  @MainActor mutating func gather(_ node: ViewNode, shortcut: KeyboardShortcut? = nil) {
    if let node = node as? any MenuGathering { return node.gather(into: &self, shortcut: shortcut) }
    let shortcut = (node as? any ShortcutCarrying)?.carried ?? shortcut
    let children = node.children
    for child in children { gather(child, shortcut: shortcut) }
    guard children.isEmpty else { return }
    let title = AccessibleName.spoken(node.widgets)
    if !title.isEmpty { add(MenuItem(title: title, isEnabled: false) {}) }
  }

  mutating func add(_ item: MenuItem, shortcut: KeyboardShortcut? = nil) {
    entries.append(.item(index: items.count, title: item.title, kind: item.kind, shortcut: shortcut))
    items.append(item)
  }

  mutating func addDivider() {
    entries.append(.divider)
  }

  /// Adds what is gathered under a title of its own.
  mutating func addSection(_ title: String, _ gather: (inout MenuContents) -> Void) {
    entries.append(.section(title: title, within(gather)))
  }

  /// Adds what is gathered as a menu in the menu.
  mutating func addMenu(_ title: String, _ gather: (inout MenuContents) -> Void) {
    let inner = within(gather)
    if !inner.isEmpty { entries.append(.menu(title: title, inner)) }
  }

  private mutating func within(_ gather: (inout MenuContents) -> Void) -> [Entry] {
    let outer = entries
    entries = []
    gather(&self)
    defer { entries = outer }
    return entries
  }
}

/// Something that a menu offers.
struct MenuItem {
  /// What of an item cannot change without another widget.
  enum Kind: Hashable {
    /// It is done once it is chosen.
    case plain
    /// It is on or off.
    case check
    /// It is one choice of several.
    case radio
  }

  let title: String
  var kind = Kind.plain
  /// Whether it is ticked.
  var isOn = false
  var isEnabled: Bool
  let action: @MainActor () -> Void
}

/// A node that knows what it is in a menu.
@MainActor
protocol MenuGathering: ViewNode {
  /// Adds what it is in a menu. The shortcut is that of a modifier around it.
  func gather(into contents: inout MenuContents, shortcut: KeyboardShortcut?)
}

/// A node that gives the view below it a keyboard shortcut.
@MainActor
protocol ShortcutCarrying: ViewNode {
  var carried: KeyboardShortcut? { get }
}

extension EnvironmentValues {
  /// For what is written on a control in a menu: it is a view, of which the menu takes the text.
  func inside(_ collector: ButtonCollector) -> EnvironmentValues {
    var environment = self
    environment.buttonCollector = nil
    environment.textWatcher = collector
    return environment
  }

  /// For what is in a menu.
  func gathered(by collector: ButtonCollector) -> EnvironmentValues {
    var environment = self
    environment.buttonCollector = collector
    environment.textWatcher = collector
    environment.isInToolbar = false
    return environment
  }
}

/// A control of a menu, made of its label.
@MainActor
class MenuLabelNode<Content: View, Label: View>: _ViewNode<Content>, MenuGathering {
  private let label: @MainActor (Content) -> Label
  private let collector: ButtonCollector
  private var labelNode: _ViewNode<Label>!

  init(_ view: Content, in context: _NodeContext, _ collector: ButtonCollector, label: @escaping @MainActor (Content) -> Label) {
    self.label = label
    self.collector = collector
    super.init(view, in: context)
    labelNode = Label._makeNode(label(view), in: contextBelow(environment.inside(collector)))
    collector.noteChange()
  }

  override final var canBeRecycled: Bool { childrenCanBeRecycled }

  final var title: String { AccessibleName.spoken(labelNode.widgets) }

  override var children: [ViewNode] { [labelNode] }

  override func update(to view: Content) {
    super.update(to: view)
    labelNode.update(to: label(view))
    collector.noteChange()
  }

  override func environmentDidChange() {
    labelNode.updateEnvironment(environment.inside(collector))
    collector.noteChange()
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  override func widgetsDidChange() { collector.noteChange() }

  override func didUnmount() { collector.noteChange() }

  func gather(into contents: inout MenuContents, shortcut: KeyboardShortcut?) {}
}

/// Stands behind what has a label and entries below it in a menu: a section, or a menu in it.
@MainActor
class MenuGroupNode<Group: View, Label: View, Content: View>: MenuLabelNode<Group, Label> {
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

/// A line between the entries of a menu.
@MainActor
final class MenuDividerNode: _ViewNode<Divider>, MenuGathering {
  override var canBeRecycled: Bool { true }

  func gather(into contents: inout MenuContents, shortcut: KeyboardShortcut?) { contents.addDivider() }
}

/// A toggle in a menu: an entry with a tick.
struct MenuToggle<Label: View>: PrimitiveView {
  let isOn: Binding<Bool>
  /// What the binding said when the body was evaluated: it is read there, so that the body is evaluated when it says something else.
  let shown: Bool
  let label: Label
  let collector: ButtonCollector

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { MenuToggleNode(view, in: context) }
}

@MainActor
private final class MenuToggleNode<Label: View>: MenuLabelNode<MenuToggle<Label>, Label> {
  init(_ view: MenuToggle<Label>, in context: _NodeContext) {
    super.init(view, in: context, view.collector) { $0.label }
  }

  override func gather(into contents: inout MenuContents, shortcut: KeyboardShortcut?) {
    let item = MenuItem(title: title, kind: .check, isOn: view.shown, isEnabled: environment.isEnabled) { [view] in
      view.isOn.wrappedValue.toggle()
    }
    contents.add(item, shortcut: shortcut)
  }
}

/// A section of a menu: a line, the header, and what belongs to it. A menu has no room for a footer.
struct MenuSection<Header: View, Content: View>: PrimitiveView {
  let header: Header
  let content: Content
  let collector: ButtonCollector

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> { MenuSectionNode(view, in: context) }
}

@MainActor
private final class MenuSectionNode<Header: View, Content: View>: MenuGroupNode<MenuSection<Header, Content>, Header, Content> {
  init(_ view: MenuSection<Header, Content>, in context: _NodeContext) {
    super.init(view, in: context, view.collector, label: { $0.header }, content: { $0.content })
  }

  override func gather(into contents: inout MenuContents, shortcut: KeyboardShortcut?) {
    contents.addSection(title) { $0.gather(content) }
  }
}
