internal import CGtk
internal import GtkBridge

/// A view with a stack of pages. The user goes from the root view to other pages and back.
///
/// ```swift
/// NavigationStack {
///   List(shows, selection: $selection) { Text($0.title) }
///     .navigationTitle("Library")
///     .navigationDestination(item: $show) { ShowView(show: $0) }
/// }
/// ```
///
/// The pages can also come from a path, which is one value for the whole stack: an array, a ``NavigationPath``, or the
/// store of a stack of features. The path has an element for each page above the root view. A page exists as long as
/// the path has the page's element at the same position. Going back to a page removes the elements of all pages above
/// that page.
///
/// Each page has its own title and toolbar in the bar at the top of the window. While the user can go back, a back
/// button is at the start of the bar. Alt with the left arrow also goes back.
public nonisolated struct NavigationStack<Root: View>: PrimitiveView {
  let root: Root
  /// Returns the path that stores the pages. `nil` if the stack stores them itself.
  let path: (@MainActor () -> PagePath)?

  /// Creates a stack with a root view. The stack itself stores the values that a ``NavigationLink`` pushes.
  public init(@ViewBuilder root: () -> Root) {
    self.root = root()
    path = nil
  }

  /// Creates a stack with a page for each value in a collection. A `navigationDestination(for:)` in the stack makes the
  /// page of a value.
  public init<Values: MutableCollection & RangeReplaceableCollection & RandomAccessCollection>(
    path: Binding<Values>, @ViewBuilder root: () -> Root
  ) where Values.Element: Hashable {
    self.root = root()
    self.path = { PagePath(path) }
  }

  /// Creates a stack with a page for each value of a path. For each type of values, a `navigationDestination(for:)` in
  /// the stack makes the pages.
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
    self.root = root()
    self.path = { PagePath(path) }
  }

  /// Creates a stack with a page for each feature of a stack of features.
  ///
  /// ```swift
  /// NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
  ///   LibraryView(store: store)
  /// } destination: { store in
  ///   switch store.case {
  ///   case .show(let store): ShowView(store: store)
  ///   case .episode(let store): EpisodeView(store: store)
  ///   }
  /// }
  /// ```
  @MainActor @preconcurrency public init<Path: NavigationPathSource, Destination: View>(
    path: Path, @ViewBuilder root: () -> Root, @ViewBuilder destination: @escaping @MainActor (Path.Page) -> Destination
  ) {
    self.root = root()
    self.path = { PagePath(path) { AnyView(destination($0)) } }
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    NavigationStackNode(view, in: context)
  }
}

/// A page of a navigation stack.
@MainActor
final class NavigationPage: WindowBarPage {
  /// Borrowed from the stack. `nil` until the views of the page are created.
  var widget: UnsafeMutablePointer<GtkWidget>?
  /// Whether the user cannot go back from the page.
  var isLocked = false
  private weak var navigation: StackNavigation?

  init(of navigation: StackNavigation, in outerPage: WindowBarPage?) {
    self.navigation = navigation
    super.init(in: outerPage)
  }

  /// Whether the page is the topmost page of its stack, and the page that contains the stack is visible.
  override var isVisible: Bool {
    guard let navigation, let widget, navigation.pages.topmost == widget else { return false }
    return super.isVisible
  }
}

/// The pages of a navigation stack, and the back button.
@MainActor
final class StackNavigation: WindowBarContributor {
  /// The widgets of the pages.
  let pages = PageStack()
  /// The page or column that contains the stack. `nil` if there is none.
  let page: WindowBarPage?
  /// Creates the views for the values of pages.
  let destinations = NavigationDestinations()
  /// The path, which stores the pages that `NavigationLink`s push. Pages of `navigationDestination(isPresented:)` and
  /// `navigationDestination(item:)` are stored by the presenting view.
  fileprivate(set) var path: PagePath?
  private let bar: WindowBar?
  private let backButton = BackButton()
  /// All existing pages, in the order of their creation. Weak.
  private var existingPages: [WeakPage] = []

  private struct WeakPage {
    weak var page: NavigationPage?
  }

  init(in environment: EnvironmentValues) {
    bar = environment.windowBar
    page = environment.windowBarPage
    pages.didChange = { [weak self] in self?.noteChange() }
    backButton.goBack = { [weak self] in self?.pages.goBack() }
  }

  /// Pushes a page for a value onto the path. Returns whether the path can hold the value.
  func push(_ value: Any) -> Bool { path?.push(value) ?? false }

  /// Updates the bar after the topmost page or a property of it has changed.
  func noteChange() {
    bar?.noteChange()
  }

  /// Creates a page, which is not in the stack yet. `outerPage` is the page or column that contains the stack.
  func makePage(in outerPage: WindowBarPage?) -> NavigationPage {
    let page = NavigationPage(of: self, in: outerPage)
    existingPages.removeAll { $0.page == nil }
    existingPages.append(WeakPage(page: page))
    return page
  }

  /// Adds the back button to the window's bar.
  func addToBar() { bar?.add(self) }

  /// Removes the back button from the window's bar.
  func removeFromBar() { bar?.remove(self) }

  var needsBar: Bool { true }

  func contribute(to content: inout WindowBarContent) {
    guard pages.canGoBack else { return }
    // Only the topmost page of the stack can be visible.
    let isLocked = existingPages.contains { $0.page?.isLocked == true && $0.page?.isVisible == true }
    gtk_widget_set_sensitive(backButton.widget, isLocked ? 0 : 1)
    content.backButton = backButton.widget
  }
}

@MainActor
private final class NavigationStackNode<Root: View>: WidgetNode<NavigationStack<Root>> {
  private let navigation: StackNavigation
  private let rootPage: NavigationPage
  private var root: RootNode<PathPageView<Root>>!
  /// The path of a stack whose view has no path.
  private let ownPath = StateStorage(NavigationPath())

  init(_ view: NavigationStack<Root>, in context: _NodeContext) {
    navigation = StackNavigation(in: context.environment)
    rootPage = navigation.makePage(in: context.environment.windowBarPage)
    super.init(view, widget: navigation.pages.widget, in: context)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    // The bar shows only the back button that is added last. The stack is added before its content, so that the back
    // button of a stack in this stack replaces the button of this stack.
    navigation.addToBar()
    root = RootNode(makeRoot(of: view), in: contextBelow(contentEnvironment(environment)))
    rootPage.widget = root.widget
    navigation.pages.setRoot(root.widget)
    navigation.noteChange()
  }

  override var children: [ViewNode] { [root] }

  override func update(to view: NavigationStack<Root>) {
    super.update(to: view)
    root.update(to: makeRoot(of: view))
  }

  private func makeRoot(of view: NavigationStack<Root>) -> RootView<PathPageView<Root>> {
    let path =
      view.path?() ?? PagePath(Binding(get: { [ownPath] in ownPath.read() }, set: { [ownPath] in ownPath.write($0) }))
    navigation.path = path
    return RootView(content: PathPageView(content: view.root, path: path))
  }

  override func environmentDidChange() {
    root.updateEnvironment(contentEnvironment(environment))
  }

  override func didUnmount() {
    navigation.removeFromBar()
  }

  private func contentEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.navigation = navigation
    environment.windowBarPage = rootPage
    environment.stackAxis = .vertical
    return environment
  }
}

private struct NavigationKey: EnvironmentKey {
  static var defaultValue: StackNavigation? { nil }
}

extension EnvironmentValues {
  /// The innermost navigation stack that contains the view, or `nil` if no stack contains it.
  var navigation: StackNavigation? {
    get { windowValues[NavigationKey.self] }
    set { windowValues[NavigationKey.self] = newValue }
  }
}
