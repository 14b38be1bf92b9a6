internal import CGtk
internal import GtkBridge

/// The presentation of a page that is pushed on top of the page with the presenting view.
nonisolated struct DestinationPresentation<Item, Content: View>: ViewsPresentation {
  let item: Binding<Item?>
  let identify: @MainActor (Item) -> AnyHashable
  let content: @MainActor (Item) -> Content

  typealias Controller = DestinationController<Item, Content>
}

/// Mounts the views of a page while the page exists.
@MainActor
final class DestinationController<Item, Content: View>: PresentationController {
  private let model: PresentationModel<DestinationPresentation<Item, Content>>
  /// The object by which the views in the page disable going back.
  private let context = PresentationContext()
  /// The stack that contains the presenting view. `nil` is reported as a misuse.
  private let navigation: StackNavigation?
  private var pagePresenter: NavigationPresenter!
  private let views: PresentedViews<Item, Content>
  /// The page. `nil` while it does not exist.
  private var page: NavigationPage?
  /// A reference to this object while the page exists. The reference keeps this object alive if the presenting view is
  /// removed before the page.
  private var selfWhilePresented: DestinationController?

  init(
    over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<DestinationPresentation<Item, Content>>
  ) {
    self.model = model
    views = PresentedViews(of: model)
    navigation = model.node.environment.navigation
    pagePresenter = NavigationPresenter(
      in: navigation?.pages, from: widget, source: model.source,
      content: NavigationPresenter.Content(
        make: { [unowned self] in makePageWidget() },
        update: { [unowned self] in views.update() },
        discard: { [weak self] in self?.discard() }))
    context.setInteractiveDismissDisabled = { [weak self] in self?.setInteractiveDismissDisabled($0) }
    if navigation == nil { reportMissingStack() }
  }

  var presenter: DialogPresenter { pagePresenter }
  var presentedNodes: [ViewNode] { views.nodes }

  func environmentDidChange(to environment: EnvironmentValues) {
    views.updateEnvironment(contentEnvironment(environment))
  }

  private func makePageWidget() -> UnsafeMutablePointer<GtkWidget> {
    selfWhilePresented = self
    let page = navigation?.makePage(in: model.node.environment.windowBarPage?.outer)
    self.page = page
    let widget = views.make(in: contentEnvironment(model.node.environment))
    page?.widget = widget
    return widget
  }

  private func contentEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.dismiss = DismissAction(in: context) { [weak self] in self?.pagePresenter.dismiss() }
    environment.resetForPresentedViews(in: context)
    environment.pageLevel += 1
    environment.windowBarPage = page
    return environment
  }

  private func discard() {
    views.discard()
    page = nil
    selfWhilePresented = nil
  }

  private func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    pagePresenter.setInteractiveDismissDisabled(isDisabled)
    page?.isLocked = isDisabled
    navigation?.noteChange()
  }

  private func reportMissingStack() {
    let misuse = Misuse(
      """
      A navigationDestination is set in a view that is in no NavigationStack, so there is nothing to show it in; its state is cleared. Put \
      the view, or one above it, into a NavigationStack.
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
  }
}

extension View {
  /// Pushes a page onto the page of this view while a Boolean is true. Going back sets the Boolean to `false`.
  ///
  /// The view must be in a ``NavigationStack``.
  public nonisolated func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) -> some View {
    pushing(isPresented.item, identify: { _ in true }) { _ in destination() }
  }

  /// Pushes a page onto the page of this view while the binding holds an item. Going back sets the binding to `nil`.
  ///
  /// Another item with the same id updates the page in place. An item with another id gets a new page after the old
  /// page was removed.
  public nonisolated func navigationDestination<Item: Identifiable, Destination: View>(
    item: Binding<Item?>, @ViewBuilder destination: @escaping @MainActor (Item) -> Destination
  ) -> some View {
    pushing(item, identify: { $0.id }, destination)
  }

  /// Pushes a page onto the page of this view while the binding holds an item. Going back sets the binding to `nil`.
  ///
  /// An item that is not equal to the old item gets a new page after the old page was removed.
  @_disfavoredOverload
  public nonisolated func navigationDestination<Item: Hashable, Destination: View>(
    item: Binding<Item?>, @ViewBuilder destination: @escaping @MainActor (Item) -> Destination
  ) -> some View {
    pushing(item, identify: { $0 }, destination)
  }

  /// Pushes a page onto the page of this view while the binding holds an item. Going back sets the binding to `nil`.
  ///
  /// The key path `id` leads to the id of an item. Another item with the same id updates the page in place. An item
  /// with another id gets a new page after the old page was removed.
  public nonisolated func navigationDestination<Item, ID: Hashable, Destination: View>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, @ViewBuilder destination: @escaping @MainActor (Item) -> Destination
  ) -> some View {
    let identify = Identification(id)
    return pushing(item, identify: { identify($0) }, destination)
  }

  private nonisolated func pushing<Item, Destination: View>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable,
    _ destination: @escaping @MainActor (Item) -> Destination
  ) -> some View {
    PresentingView(content: self, kind: DestinationPresentation(item: item, identify: identify, content: destination))
  }
}
