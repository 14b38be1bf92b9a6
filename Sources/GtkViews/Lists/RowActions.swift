internal import CGtk

extension View {
  /// Offers a menu for rows of a ``List``, and does something with rows that are double-clicked, or on which Return is pressed.
  ///
  /// It is for the lists in this view whose rows are chosen by values of this type. A click chooses a row, as before. What is meant with a row
  /// are all rows that are chosen, if it is one of them; otherwise it is the row alone.
  ///
  /// ```swift
  /// List(songs, selection: $chosen) { SongRow(song: $0) }
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
  /// A row in which a view has a ``contextMenu(menuItems:)`` has that menu.
  ///
  /// - Parameters:
  ///   - itemType: The type of the values by which rows are chosen.
  ///   - menu: The entries for rows with these values, as in a ``Menu``; for none where there is no row, or one that cannot be chosen. They are
  ///     made when the menu opens. If there are none, it does not open.
  ///   - primaryAction: What a double-click or Return does with rows of these values. If it is `nil`, Return chooses the row.
  @preconcurrency public nonisolated func contextMenu<Item: Hashable, Items: View>(
    forSelectionType itemType: Item.Type = Item.self, @ViewBuilder menu: @escaping @MainActor (_ items: Set<Item>) -> Items,
    primaryAction: (@MainActor (_ items: Set<Item>) -> Void)? = nil
  ) -> some View {
    RowActionsView(content: self, items: menu, primaryAction: primaryAction)
  }
}

/// What can be done with the rows of a list that are chosen by values of one type.
@MainActor
final class RowActions<Value: Hashable> {
  /// Opens the menu for rows at a place of a widget. Whether it has entries.
  let openMenu: (Set<Value>, UnsafeMutablePointer<GtkWidget>, ContextMenus.Place) -> Bool
  /// Does with rows what a double-click does. Whether there is something.
  let activate: (Set<Value>) -> Bool

  init(
    openMenu: @escaping (Set<Value>, UnsafeMutablePointer<GtkWidget>, ContextMenus.Place) -> Bool, activate: @escaping (Set<Value>) -> Bool
  ) {
    self.openMenu = openMenu
    self.activate = activate
  }
}

/// Under which a list finds what can be done with its rows.
enum RowActionsKey<Value: Hashable>: EnvironmentKey {
  static var defaultValue: RowActions<Value>? { nil }
}

nonisolated struct RowActionsView<Content: View, Value: Hashable, Items: View>: PrimitiveView {
  let content: Content
  let items: @MainActor (Set<Value>) -> Items
  let primaryAction: (@MainActor (Set<Value>) -> Void)?

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    RowActionsNode(view, in: context)
  }
}

@MainActor
private final class RowActionsNode<Content: View, Value: Hashable, Items: View>: _ViewNode<RowActionsView<Content, Value, Items>> {
  private var content: _ViewNode<Content>!
  private var actions: RowActions<Value>!
  private var menu: OpenedMenu<Items>!
  /// What the menu that is open is for.
  private var meant: Set<Value> = []

  override init(_ view: RowActionsView<Content, Value, Items>, in context: _NodeContext) {
    super.init(view, in: context)
    menu = OpenedMenu(of: self)
    actions = RowActions { [weak self] values, widget, place in
      self?.openMenu(for: values, at: widget, place) ?? false
    } activate: { [weak self] values in
      self?.activate(values) ?? false
    }
    content = Content._makeNode(view.content, in: contextBelow(environmentInside))
  }

  override var children: [ViewNode] { menu.nodes(besides: content) }

  override var passesRows: Bool { true }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) { content.collectWidgets(into: &widgets) }

  override func collectTransitionParts(into parts: inout [TransitionPart]) { content.collectTransitionParts(into: &parts) }

  override func collectRows(into rows: inout RowCollector) { content.collectRows(into: &rows) }

  override func update(to view: RowActionsView<Content, Value, Items>) {
    super.update(to: view)
    content.update(to: view.content)
    if menu.anchor != nil { menu.update { [meant] in view.items(meant) } }
  }

  override func environmentDidChange() {
    content.updateEnvironment(environmentInside)
    menu.environmentDidChange()
  }

  override func widgetsDidChange() {
    guard content != nil else { return }
    menu.show()
    super.widgetsDidChange()
  }

  override func willUnmount() { menu.close() }

  private var environmentInside: EnvironmentValues {
    var environment = environment
    environment[RowActionsKey<Value>.self] = actions
    return environment
  }

  private func openMenu(for values: Set<Value>, at widget: UnsafeMutablePointer<GtkWidget>, _ place: ContextMenus.Place) -> Bool {
    meant = values
    return menu.open(at: widget, place) { [view] in view.items(values) }
  }

  private func activate(_ values: Set<Value>) -> Bool {
    guard isMounted, environment.isEnabled, let action = view.primaryAction else { return false }
    action(values)
    return true
  }
}
