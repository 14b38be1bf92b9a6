internal import CGtk
internal import GtkBridge

/// The position of an item in the bar at the top of its window.
public enum ToolbarItemPlacement: Hashable, Sendable {
  /// At the end of the bar.
  case automatic
  /// In the middle of the bar, instead of the title.
  case principal
  /// At the start of the bar, for navigation.
  case navigation
  /// At the end, for the most frequent actions.
  case primaryAction
  /// At the end, for less frequent actions.
  case secondaryAction
  /// At the end and highlighted, for the action that closes a sheet and applies the input.
  case confirmationAction
  /// At the start, for the action that closes a sheet without a change.
  case cancellationAction
  /// At the end, for the action that closes a sheet and discards the input.
  case destructiveAction
  /// At the start of the bar.
  case topBarLeading
  /// At the end of the bar.
  case topBarTrailing
}

/// Views for the bar at the top of a window: a ``ToolbarItem``, several items, or a view that consists of items.
///
/// ```swift
/// struct EditingItems: ToolbarContent {
///   let save: @MainActor () -> Void
///
///   var body: some ToolbarContent {
///     ToolbarItem(placement: .confirmationAction) { Button("Save", action: save) }
///   }
/// }
/// ```
public protocol ToolbarContent: View {}

/// Builds the items of a toolbar, like a ``ViewBuilder`` builds views.
public typealias ToolbarContentBuilder = ViewBuilder

extension TupleView: ToolbarContent where repeat each Content: ToolbarContent {}
extension _ConditionalContent: ToolbarContent where First: ToolbarContent, Second: ToolbarContent {}
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
extension Group: ToolbarContent where Content: ToolbarContent {}
extension ForEach: ToolbarContent where Content: ToolbarContent {}

/// Views at one position in the bar at the top of a window.
///
/// ```swift
/// .toolbar {
///   ToolbarItem(placement: .primaryAction) {
///     Button("Add") { add() }
///   }
/// }
/// ```
public nonisolated struct ToolbarItem<Content: View>: PrimitiveView, ToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content

  /// Creates views at one position.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ToolbarItemNode(view, in: context)
  }
}

/// Several views at one position in the bar at the top of a window.
public typealias ToolbarItemGroup = ToolbarItem

extension View {
  /// Adds views to the bar at the top of the window that contains this view, while this view exists.
  ///
  /// ```swift
  /// episodes.toolbar {
  ///   ToolbarItem(placement: .primaryAction) {
  ///     Button(action: add) { Image(systemName: "plus") }.accessibilityLabel("Add")
  ///   }
  /// }
  /// ```
  ///
  /// The added views are in the title bar of the window. If the window is already on screen and its title bar is not a
  /// `GtkHeaderBar`, the added views are in a bar above the content. The added views of a full-screen cover or of a
  /// popover are in such a bar too.
  ///
  /// Added views outside a ``ToolbarItem`` are at the end of the bar. If several views add items to the same end of the
  /// bar, the items are in the order of these views, regardless of the order in which the items were added.
  public nonisolated func toolbar<Items: View>(@ViewBuilder content: () -> Items) -> some View {
    ToolbarView(content: self, items: ToolbarItems(content: content()))
  }
}

extension EnvironmentValues {
  /// The control styles around the toolbar that contains the view, or that contains the menu of the view. `nil` for
  /// views outside of toolbars.
  fileprivate var stylesOutsideToolbar: StylesOutsideToolbar? {
    get { self[StylesOutsideToolbarKey.self] }
    set { self[StylesOutsideToolbarKey.self] = newValue }
  }

  /// Resets the environment for views that a view in a toolbar presents. The presented views are not in a toolbar, and
  /// their controls do not have the toolbar's styles.
  mutating func leaveToolbar() {
    guard let outside = stylesOutsideToolbar else { return }
    stylesOutsideToolbar = nil
    isInToolbar = false
    // These two styles are the ones that a toolbar sets.
    if toggleStyle == .button { toggleStyle = outside.toggle }
    if buttonStyle == .borderedProminent { buttonStyle = outside.button }
  }
}

/// The control styles of the views around a toolbar.
private struct StylesOutsideToolbar: Equatable {
  let toggle: ToggleStyleKind
  let button: ButtonStyleKind
}

private struct StylesOutsideToolbarKey: EnvironmentKey {
  static var defaultValue: StylesOutsideToolbar? { nil }
}

/// A view that adds the views of a toolbar to the bar of its window.
nonisolated struct ToolbarView<Content: View, Items: View>: PrimitiveView {
  let content: Content
  let items: ToolbarItems<Items>

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ToolbarNode(view, in: context)
  }
}

@MainActor
private final class ToolbarNode<Content: View, Items: View>: _ViewNode<ToolbarView<Content, Items>> {
  private var content: _ViewNode<Content>!
  private var items: _ViewNode<ToolbarItems<Items>>!

  override init(_ view: ToolbarView<Content, Items>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
    items = ToolbarItems._makeNode(view.items, in: contextBelow())
  }

  override var children: [ViewNode] { [content, items] }

  override func update(to view: ToolbarView<Content, Items>) {
    super.update(to: view)
    content.update(to: view.content)
    items.update(to: view.items)
  }
}

/// The views of one toolbar. They add no widgets to the container of the modified view.
nonisolated struct ToolbarItems<Content: View>: PrimitiveView {
  let content: Content

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ToolbarItemsNode(view, in: context)
  }
}

@MainActor
private final class ToolbarItemsNode<Content: View>: _ViewNode<ToolbarItems<Content>>, WindowBarContributor {
  private var content: _ViewNode<Content>!

  override init(_ view: ToolbarItems<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow(contentEnvironment(environment)))
    environment.windowBar?.add(self)
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: ToolbarItems<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func environmentDidChange() {
    content.updateEnvironment(contentEnvironment(environment))
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  override func widgetsDidChange() {
    environment.windowBar?.noteChange()
  }

  override func didUnmount() {
    environment.windowBar?.remove(self)
  }

  var page: WindowBarPage? { environment.windowBarPage }
  var orderingNode: ViewNode? { self }
  var needsBar: Bool { true }

  func contribute(to bar: inout WindowBarContent) {
    var placements: [UnsafeMutablePointer<GtkWidget>: ToolbarItemPlacement] = [:]
    collectPlacements(in: content, into: &placements)
    for widget in content.widgets {
      switch placements[widget] ?? .automatic {
      case .navigation, .cancellationAction, .topBarLeading: bar.start.append(widget)
      case .principal: bar.principal.append(widget)
      case .automatic, .primaryAction, .secondaryAction, .confirmationAction, .destructiveAction, .topBarTrailing:
        if widget.isMainMenuButton { bar.mainMenu.append(widget) } else { bar.end.append(widget) }
      }
    }
  }

  /// Finds the placements of the widgets that belong to a ``ToolbarItem``.
  private func collectPlacements(
    in node: ViewNode, into placements: inout [UnsafeMutablePointer<GtkWidget>: ToolbarItemPlacement]
  ) {
    guard let item = node as? any PlacedItem else {
      for child in node.children { collectPlacements(in: child, into: &placements) }
      return
    }
    for widget in node.widgets { placements[widget] = item.placement }
  }

  /// Returns the environment of the views in a toolbar. The toggles among these views look like buttons.
  private func contentEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.isInToolbar = true
    environment.stackAxis = .horizontal
    environment.stylesOutsideToolbar = StylesOutsideToolbar(
      toggle: environment.toggleStyle, button: environment.buttonStyle)
    environment.toggleStyle = .button
    return environment
  }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Whether the widget is the button of the main menu, the menu that F10 opens.
  @MainActor fileprivate var isMainMenuButton: Bool {
    isA(gtk_menu_button_get_type()) && gtk_menu_button_get_primary(opaque) != 0
  }
}

/// A node whose widgets have their own position in the bar.
@MainActor
private protocol PlacedItem: ViewNode {
  var placement: ToolbarItemPlacement { get }
}

@MainActor
private final class ToolbarItemNode<Content: View>: _ViewNode<ToolbarItem<Content>>, PlacedItem {
  private var content: _ViewNode<Content>!

  override init(_ view: ToolbarItem<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow(contentEnvironment(environment)))
  }

  override var children: [ViewNode] { [content] }

  var placement: ToolbarItemPlacement { view.placement }

  override func update(to view: ToolbarItem<Content>) {
    let placementDidChange = view.placement != self.view.placement
    super.update(to: view)
    if placementDidChange {
      environmentDidChange()
      widgetsDidChange()
    }
    content.update(to: view.content)
  }

  override func environmentDidChange() {
    content.updateEnvironment(contentEnvironment(environment))
  }

  /// Returns the environment of the item's views. The buttons of a confirmation item are prominent, unless they have
  /// another style.
  private func contentEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    guard placement == .confirmationAction, environment.isInToolbar, environment.buttonStyle == .automatic else {
      return environment
    }
    var environment = environment
    environment.buttonStyle = .borderedProminent
    return environment
  }
}
