internal import CGtk
internal import GtkBridge

/// The commands of a program in the main menu of its window. A ``CommandMenu``, a ``CommandGroup`` and a view that
/// consists of such views are commands.
///
/// ```swift
/// struct PlayerCommands: Commands {
///   let player: Player
///
///   var body: some Commands {
///     CommandMenu("Playback") {
///       Button("Play", action: player.toggle).keyboardShortcut("p")
///       Button("Back 15 Seconds", action: player.goBack).keyboardShortcut(.leftArrow)
///     }
///   }
/// }
/// ```
public protocol Commands: View {}

/// The result builder of commands. It is the ``ViewBuilder``, because commands are views.
public typealias CommandsBuilder = ViewBuilder

extension TupleView: Commands where repeat each Content: Commands {}
extension _ConditionalContent: Commands where First: Commands, Second: Commands {}
extension Optional: Commands where Wrapped: Commands {}
extension Group: Commands where Content: Commands {}
extension EmptyView: Commands {}

extension View {
  /// Adds commands to the main menu of the window. A button at the end of the title bar and F10 open the menu.
  ///
  /// ```swift
  /// LibraryView(store: store).commands {
  ///   CommandGroup(after: .newItem) { Button("Add Podcast…", action: add).keyboardShortcut("n") }
  ///   CommandMenu("Playback") { Button("Play", action: play).keyboardShortcut("p") }
  /// }
  /// ```
  ///
  /// Keyboard shortcuts work while the menu is closed. The menu's entry “Keyboard Shortcuts”, and Control with a
  /// question mark, open a window that shows the shortcuts of all commands and of the controls in the window.
  public nonisolated func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some View {
    CommandsView(content: self, commands: content(), appCommands: EmptyView?.none)
  }
}

/// The views of a window, with its main menu.
nonisolated struct CommandsView<Content: View, CustomCommands: View, AppCommands: View>: View {
  let content: Content
  /// The commands of the program.
  let commands: CustomCommands
  /// The library's commands for settings and quitting. `nil` if the program is not an ``App``.
  let appCommands: AppCommands?
  @State private var overview = ShortcutsOverview()

  @MainActor var body: some View {
    ShortcutsView(content: content.toolbar { menu }, overview: overview)
  }

  @MainActor private var menu: some View {
    Menu {
      CommandList(commands: commands, standardCommands: StandardCommands(overview: overview, appCommands: appCommands))
    } label: {
      Image(systemName: "line.3.horizontal").accessibilityLabel("Main Menu")
    }
    .help("Main Menu")
    .primaryMenu()
  }
}

/// The commands that the library adds to the menu: the command that opens the window of keyboard shortcuts, and the
/// commands of an ``App``. A ``CommandGroup`` of the program can replace these commands.
nonisolated struct StandardCommands<AppCommands: View>: View {
  let overview: ShortcutsOverview
  let appCommands: AppCommands?

  @MainActor var body: some View {
    CommandGroup(replacing: .help) {
      Button("Keyboard Shortcuts", action: overview.present).keyboardShortcut("?")
    }
    appCommands
  }
}

extension View {
  /// Opens the menu when the user presses F10.
  fileprivate nonisolated func primaryMenu() -> some View { AttributedView(self, PrimaryMenuAttribute()) }
}

private nonisolated struct PrimaryMenuAttribute: WidgetAttribute {
  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    if widget.isA(gtk_menu_button_get_type()) { gtk_menu_button_set_primary(widget.opaque, 1) }
  }
}

/// The commands of a window, ordered by their positions in the menu.
private nonisolated struct CommandList<CustomCommands: View, AppCommands: View>: PrimitiveView {
  /// The commands of the program.
  let commands: CustomCommands
  /// The commands that the library adds.
  let standardCommands: StandardCommands<AppCommands>

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    CommandListNode(view, in: context)
  }
}

@MainActor
private final class CommandListNode<CustomCommands: View, AppCommands: View>: _ViewNode<
  CommandList<CustomCommands, AppCommands>
>, MenuGathering
{
  private var commandsNode: _ViewNode<CustomCommands>!
  private var standardCommandsNode: _ViewNode<StandardCommands<AppCommands>>!

  override init(_ view: CommandList<CustomCommands, AppCommands>, in context: _NodeContext) {
    super.init(view, in: context)
    commandsNode = CustomCommands._makeNode(view.commands, in: contextBelow())
    standardCommandsNode = StandardCommands<AppCommands>._makeNode(view.standardCommands, in: contextBelow())
  }

  override var children: [ViewNode] { [commandsNode, standardCommandsNode] }

  override func update(to view: CommandList<CustomCommands, AppCommands>) {
    super.update(to: view)
    commandsNode.update(to: view.commands)
    standardCommandsNode.update(to: view.standardCommands)
  }

  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    let programParts = commandParts(in: commandsNode)
    let replacedGroups = Set(programParts.compactMap(\.position.replacedGroup))
    let standardParts = commandParts(in: standardCommandsNode)
    let allParts = programParts + standardParts.filter { !replacedGroups.contains($0.position.group) }
    // Commands with the same position keep the order in which they are written.
    let orderedParts = allParts.enumerated().sorted {
      ($0.element.position.sortKey, $0.offset) < ($1.element.position.sortKey, $1.offset)
    }
    // A shortcut around all commands does not belong to a single command.
    for (_, part) in orderedParts { part.gather(into: &contents, shortcuts: []) }
  }

  /// Returns the nodes of the command menus and command groups in the subtree of a node.
  private func commandParts(in node: ViewNode) -> [any CommandPart] {
    if let part = node as? any CommandPart { return [part] }
    return node.children.flatMap { commandParts(in: $0) }
  }
}

/// The position of commands in the main menu, relative to a group.
nonisolated struct CommandPosition: Equatable {
  /// The position relative to the library's own commands of the group. These commands and the commands that replace
  /// them have the side `replacing`. ``sortKey`` uses the raw value.
  enum Side: Int {
    case before = -1
    case replacing = 0
    case after = 1
  }

  let group: CommandGroupPlacement
  let side: Side

  /// The group in which the commands replace the library's own commands. `nil` if the commands are before or after the
  /// group.
  var replacedGroup: CommandGroupPlacement? { side == .replacing ? group : nil }
  /// The number by which commands are sorted. Each group has three numbers: for the commands before the group, in the
  /// group and after the group.
  var sortKey: Int { group.rank * 3 + side.rawValue }
}

/// The node of a ``CommandMenu`` or a ``CommandGroup``.
@MainActor
protocol CommandPart: MenuGathering {
  /// The position of the commands in the menu.
  var position: CommandPosition { get }
}
