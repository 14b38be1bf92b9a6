internal import CGtk

/// Commands with a title: a menu in the main menu, and a group in the window of keyboard shortcuts.
public nonisolated struct CommandMenu<Content: View>: PrimitiveView, Commands {
  let title: Text
  let content: Content

  /// Creates commands with a title that is looked up in the catalogue.
  public init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    title = Text(key)
    self.content = content()
  }

  /// Creates commands with a title that is shown as it is.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.title = Text(title)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard let collector = context.environment.buttonCollector else { return _ViewNode(view, in: context) }
    return CommandMenuNode(view, in: context, collector)
  }
}

@MainActor
private final class CommandMenuNode<Content: View>: MenuGroupNode<CommandMenu<Content>, Text, Content>, CommandPart, ShortcutGroup {
  init(_ view: CommandMenu<Content>, in context: _NodeContext, _ collector: ButtonCollector) {
    super.init(view, in: context, collector, label: { $0.title }, content: { $0.content })
  }

  var place: CommandPlace { CommandPlace(group: .menus, side: 0) }

  override func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    contents.addMenu(title) { $0.gather(content) }
  }
}

/// A place among the commands of a window, in the usual order of desktops.
public struct CommandGroupPlacement: Hashable, Sendable {
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
  /// The place of the menus of ``CommandMenu``.
  static let menus = CommandGroupPlacement(rank: 8)
  /// Commands that open the settings.
  public static let appSettings = CommandGroupPlacement(rank: 9)
  /// Commands that provide help. The window of keyboard shortcuts is opened here.
  public static let help = CommandGroupPlacement(rank: 10)
  /// Commands that show information about the program.
  public static let appInfo = CommandGroupPlacement(rank: 11)
  /// Commands that quit the program.
  public static let appTermination = CommandGroupPlacement(rank: 12)
}

/// Commands next to others in the main menu, with separators around them.
public nonisolated struct CommandGroup<Content: View>: PrimitiveView, Commands {
  let place: CommandPlace
  let content: Content

  /// Creates commands that appear before the commands of a place.
  public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    place = CommandPlace(group: group, side: -1)
    content = addition()
  }

  /// Creates commands that appear after the commands of a place.
  public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    place = CommandPlace(group: group, side: 1)
    content = addition()
  }

  /// Creates commands that replace the library's commands of a place.
  public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
    place = CommandPlace(group: group, side: 0)
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
    let isElsewhere = view.place != place
    super.update(to: view)
    content.update(to: view.content)
    if isElsewhere { environment.buttonCollector?.noteChange() }
  }

  var place: CommandPlace { view.place }

  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    contents.addSection("") { $0.gather(content) }
  }
}
