internal import CGtk

extension View {
  /// Adds a context menu and a primary action to the rows of a ``List``. The user performs the primary action with a
  /// double-click on a row, or with Return.
  ///
  /// The modifier applies to the lists in this view whose selection values have the type `itemType`. A single click
  /// still selects a row. For a selected row, the menu and the action receive all selected values. For any other row,
  /// they receive only the value of this row.
  ///
  /// ```swift
  /// List(songs, selection: $selection) { SongRow(song: $0) }
  ///   .contextMenu(forSelectionType: Song.ID.self) { ids in
  ///     if ids.isEmpty {
  ///       Button("New Song") { model.add() }
  ///     } else {
  ///       Button("Delete", role: .destructive) { model.delete(ids) }
  ///     }
  ///   } primaryAction: { ids in
  ///     model.play(ids)
  ///   }
  /// ```
  ///
  /// If a view in the row has a ``contextMenu(menuItems:)``, that menu opens instead.
  ///
  /// - Parameters:
  ///   - itemType: The type of the selection values.
  ///   - menu: Creates the entries, as in a ``Menu``, when the menu opens. Receives the selection values of the rows.
  ///     The set is empty if the pointer is on no row, or if the row cannot be selected. A menu without entries does
  ///     not open.
  ///   - primaryAction: The action of a double-click or Return. Receives the selection values of the rows. If
  ///     `primaryAction` is `nil`, Return selects the row.
  @preconcurrency public nonisolated func contextMenu<Item: Hashable, Entries: View>(
    forSelectionType itemType: Item.Type = Item.self,
    @ViewBuilder menu: @escaping @MainActor (_ items: Set<Item>) -> Entries,
    primaryAction: (@MainActor (_ items: Set<Item>) -> Void)? = nil
  ) -> some View {
    RowActionsView(content: self, makeEntries: menu, primaryAction: primaryAction)
  }
}

/// The context menu and the primary action of rows whose selection values have the type `Value`.
@MainActor
final class RowActions<Value: Hashable> {
  /// Opens the menu for the rows with these selection values, at a location in a widget. Returns whether a menu was
  /// opened.
  let openMenu: (Set<Value>, UnsafeMutablePointer<GtkWidget>, ContextMenus.Location) -> Bool
  /// Performs the primary action for the rows with these selection values. Returns whether an action was performed.
  let performPrimaryAction: (Set<Value>) -> Bool

  init(
    openMenu: @escaping (Set<Value>, UnsafeMutablePointer<GtkWidget>, ContextMenus.Location) -> Bool,
    performPrimaryAction: @escaping (Set<Value>) -> Bool
  ) {
    self.openMenu = openMenu
    self.performPrimaryAction = performPrimaryAction
  }
}

/// The environment key of the actions of a list's rows.
enum RowActionsKey<Value: Hashable>: EnvironmentKey {
  static var defaultValue: RowActions<Value>? { nil }
}

/// A view in which the lists with selection values of the type `Value` have a context menu and a primary action for
/// their rows.
nonisolated struct RowActionsView<Content: View, Value: Hashable, Entries: View>: PrimitiveView {
  let content: Content
  let makeEntries: @MainActor (Set<Value>) -> Entries
  let primaryAction: (@MainActor (Set<Value>) -> Void)?

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    RowActionsNode(view, in: context)
  }
}

@MainActor
private final class RowActionsNode<Content: View, Value: Hashable, Entries: View>: _ViewNode<
  RowActionsView<Content, Value, Entries>
>, RowContributing,
TransitionContributing
{
  private var content: _ViewNode<Content>!
  private var actions: RowActions<Value>!
  private var menu: NodeContextMenu<Entries>!
  /// The selection values of the rows for which the menu was last opened.
  private var menuValues: Set<Value> = []

  override init(_ view: RowActionsView<Content, Value, Entries>, in context: _NodeContext) {
    super.init(view, in: context)
    menu = NodeContextMenu(of: self)
    actions = RowActions { [weak self] values, widget, location in
      self?.openMenu(for: values, at: widget, location) ?? false
    } performPrimaryAction: { [weak self] values in
      self?.performPrimaryAction(values) ?? false
    }
    content = Content._makeNode(view.content, in: contextBelow(environmentInside))
  }

  override var children: [ViewNode] { menu.children(with: content) }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .contributesRows] }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    content.collectWidgets(into: &widgets)
  }

  func contributeTransitionParts(to parts: inout [TransitionPart]) { content.collectTransitionParts(into: &parts) }

  func contributeRows(to rows: inout RowCollector) { content.collectRows(into: &rows) }

  override func update(to view: RowActionsView<Content, Value, Entries>) {
    super.update(to: view)
    content.update(to: view.content)
    let isMenuOpen = menu.anchor != nil
    if isMenuOpen { menu.update { [menuValues] in view.makeEntries(menuValues) } }
  }

  override func environmentDidChange() {
    content.updateEnvironment(environmentInside)
    menu.environmentDidChange()
  }

  override func widgetsDidChange() {
    guard content != nil else { return }
    // The widgets may belong to the views of the menu, from which the entries are read.
    menu.updateEntries()
    super.widgetsDidChange()
  }

  override func willUnmount() { menu.close() }

  /// The environment of the content, with the actions.
  private var environmentInside: EnvironmentValues {
    var environment = environment
    environment[RowActionsKey<Value>.self] = actions
    return environment
  }

  private func openMenu(
    for values: Set<Value>, at widget: UnsafeMutablePointer<GtkWidget>, _ location: ContextMenus.Location
  ) -> Bool {
    menuValues = values
    return menu.open(at: widget, location) { [view] in view.makeEntries(values) }
  }

  private func performPrimaryAction(_ values: Set<Value>) -> Bool {
    guard isMounted, environment.isEnabled, let action = view.primaryAction else { return false }
    action(values)
    return true
  }
}
