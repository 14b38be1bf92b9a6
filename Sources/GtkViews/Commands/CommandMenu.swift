internal import CGtk

/// Commands with a title. They form a submenu of the main menu, and a group in the window of keyboard shortcuts.
///
/// ```swift
/// CommandMenu("Playback") {
///   Button("Play") { play() }
///     .keyboardShortcut("p")
/// }
/// ```
public nonisolated struct CommandMenu<Content: View>: PrimitiveView, Commands {
  let title: Text
  let content: Content

  /// Creates commands with a title that is looked up in the catalogue of translations.
  public init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    title = Text(key)
    self.content = content()
  }

  /// Creates commands with a title that is shown verbatim.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.title = Text(title)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    // A menu puts its `ButtonCollector` into the environment. Outside a menu, the view displays nothing.
    guard let collector = context.environment.buttonCollector else { return _ViewNode(view, in: context) }
    return CommandMenuNode(view, in: context, collector)
  }
}

/// The node of a command menu in the main menu. Its entries are also a group in the window of keyboard shortcuts.
@MainActor
private final class CommandMenuNode<Content: View>: MenuGroupNode<CommandMenu<Content>, Text, Content>, CommandPart,
  ShortcutGroup
{
  init(_ view: CommandMenu<Content>, in context: _NodeContext, _ collector: ButtonCollector) {
    super.init(view, in: context, collector, label: { $0.title }, content: { $0.content })
  }

  // The menu is in the group `.menus`, after the menus that were written before it. `.replacing` replaces only the
  // library's own commands, and this group has none.
  var position: CommandPosition { CommandPosition(group: .menus, side: .replacing) }

  override func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    contents.addSubmenu(title) { $0.gather(content) }
  }
}

/// A group of commands in the main menu. The order of the groups is the usual order on desktops.
public struct CommandGroupPlacement: Hashable, Sendable {
  /// The position of the group in the menu. The group at the top has rank 0.
  let rank: Int

  /// Commands that create or open something.
  public static let newItem = CommandGroupPlacement(rank: 0)
  /// Commands that save something.
  public static let saveItem = CommandGroupPlacement(rank: 1)
  /// Commands that import or export something.
  public static let importExport = CommandGroupPlacement(rank: 2)
  /// Commands that print.
  public static let printItem = CommandGroupPlacement(rank: 3)
  /// Commands that undo and redo changes.
  public static let undoRedo = CommandGroupPlacement(rank: 4)
  /// Commands that copy and move content.
  public static let pasteboard = CommandGroupPlacement(rank: 5)
  /// Commands for the text that the user is writing.
  public static let textEditing = CommandGroupPlacement(rank: 6)
  /// Commands for the sidebar next to the content.
  public static let sidebar = CommandGroupPlacement(rank: 7)
  /// The menus of ``CommandMenu``.
  static let menus = CommandGroupPlacement(rank: 8)
  /// Commands that open the settings.
  public static let appSettings = CommandGroupPlacement(rank: 9)
  /// Commands that provide help. The library's own command opens the window of keyboard shortcuts.
  public static let help = CommandGroupPlacement(rank: 10)
  /// Commands that show information about the program.
  public static let appInfo = CommandGroupPlacement(rank: 11)
  /// Commands that quit the program.
  public static let appTermination = CommandGroupPlacement(rank: 12)
}

/// Commands before a group of the main menu, after it, or instead of the library's commands in it. Separators surround
/// them.
///
/// ```swift
/// CommandGroup(after: .newItem) {
///   Button("Import") { isImporting = true }
/// }
/// ```
public nonisolated struct CommandGroup<Content: View>: PrimitiveView, Commands {
  let position: CommandPosition
  let content: Content

  /// Creates commands that appear before the commands of a group.
  public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    position = CommandPosition(group: group, side: .before)
    content = addition()
  }

  /// Creates commands that appear after the commands of a group.
  public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    position = CommandPosition(group: group, side: .after)
    content = addition()
  }

  /// Creates commands that replace the library's own commands of a group, such as the command that quits the program.
  public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    position = CommandPosition(group: group, side: .replacing)
    content = addition()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    CommandGroupNode(view, in: context)
  }
}

@MainActor
private final class CommandGroupNode<Content: View>: _ViewNode<CommandGroup<Content>>, CommandPart {
  private var content: _ViewNode<Content>!

  override init(_ view: CommandGroup<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: CommandGroup<Content>) {
    let positionDidChange = view.position != position
    super.update(to: view)
    content.update(to: view.content)
    if positionDidChange { environment.buttonCollector?.noteChange() }
  }

  var position: CommandPosition { view.position }

  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    // GTK draws a line between the sections of a menu, so the commands become a section without a title.
    contents.addSection("") { $0.gather(content) }
  }
}
