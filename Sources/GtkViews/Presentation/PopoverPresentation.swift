internal import CGtk
internal import GtkBridge

/// A popover that contains views and points at the presenting view.
nonisolated struct PopoverPresentation<Item, Content: View>: ViewsPresentation {
  let item: Binding<Item?>
  let identify: @MainActor (Item) -> AnyHashable
  let onDismiss: (@MainActor () -> Void)?
  let placement: PopoverPlacement
  let content: @MainActor (Item) -> Content

  typealias Controller = PopoverContentController<Item, Content>
}

/// Mounts the views of a popover while the popover is on screen.
@MainActor
final class PopoverContentController<Item, Content: View>: PresentationController {
  private let model: PresentationModel<PopoverPresentation<Item, Content>>
  /// The object by which the views in the popover disable its dismissal by the user.
  private let context = PresentationContext()
  private var popoverPresenter: PopoverPresenter!
  private let views: PresentedViews<Item, Content>
  /// The bar with the toolbar items of the views, above them. `nil` while the popover is not on screen.
  private var bar: WindowBar?
  /// A reference to this object while the popover is on screen. This reference keeps the object alive if the presenting
  /// view is removed before the popover closes.
  private var selfWhilePresented: PopoverContentController?

  init(over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<PopoverPresentation<Item, Content>>) {
    self.model = model
    views = PresentedViews(of: model)
    popoverPresenter = PopoverPresenter(
      at: widget, source: model.source,
      content: PopoverPresenter.Content(
        make: { [unowned self] _ in makeViews() },
        update: { [unowned self] in updateViews() },
        discard: { [weak self] in self?.discard() }))
    context.setInteractiveDismissDisabled = { [weak self] in self?.popoverPresenter.setInteractiveDismissDisabled($0) }
  }

  var presenter: DialogPresenter { popoverPresenter }
  var presentedNodes: [ViewNode] { views.nodes }

  func environmentDidChange(to environment: EnvironmentValues) {
    views.updateEnvironment(contentEnvironment(environment))
  }

  /// Creates the views. The returned widget, which contains them, is borrowed.
  private func makeViews() -> UnsafeMutablePointer<GtkWidget> {
    selfWhilePresented = self
    popoverPresenter.placement = model.kind.placement
    bar = WindowBar()
    return views.make(in: contentEnvironment(model.node.environment))
  }

  /// Returns the environment of the views in the popover. `environment` is the environment of the presenting view.
  private func contentEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.dismiss = DismissAction(in: context) { [weak self] in self?.popoverPresenter.dismiss() }
    environment.resetForPresentedViews(in: context)
    environment.resetForWindow(with: bar)
    return environment
  }

  private func updateViews() {
    popoverPresenter.placement = model.kind.placement
    views.update()
  }

  /// Removes the views after the popover has closed.
  private func discard() {
    views.discard()
    bar = nil
    selfWhilePresented = nil
  }
}

extension View {
  /// Shows a popover that points at this view while a Boolean is true. Escape or a click outside the popover closes it.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the popover is on screen. The binding is set to `false` when the user or the content
  ///     closes the popover.
  ///   - attachmentAnchor: The part of the view that the popover points at.
  ///   - arrowEdge: The side of the anchor where the popover appears. By default, the popover appears below the anchor.
  ///     If there is no room on that side, the popover appears on another side.
  ///   - onDismiss: Called once when the popover has closed, whether code or the user closed it.
  ///   - content: The views in the popover. They update when state that they read changes.
  @preconcurrency public nonisolated func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
    onDismiss: (@MainActor () -> Void)? = nil, @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    presentingPopover(
      isPresented.item, identify: { _ in true }, PopoverPlacement(attachmentAnchor, arrowEdge), onDismiss
    ) { _ in content() }
  }

  /// Shows a popover that points at this view while the binding holds an item.
  @preconcurrency public nonisolated func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
    onDismiss: (@MainActor () -> Void)? = nil, @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    presentingPopover(item, identify: { $0.id }, PopoverPlacement(attachmentAnchor, arrowEdge), onDismiss, content)
  }

  /// Shows a popover that points at this view while the binding holds an item. A key path identifies the item.
  @preconcurrency public nonisolated func popover<Item, ID: Hashable, Content: View>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil,
    onDismiss: (@MainActor () -> Void)? = nil, @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    let identify = Identification(id)
    return presentingPopover(
      item, identify: { identify($0) }, PopoverPlacement(attachmentAnchor, arrowEdge), onDismiss, content)
  }

  private nonisolated func presentingPopover<Item, Content: View>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable, _ placement: PopoverPlacement,
    _ onDismiss: (@MainActor () -> Void)?, _ content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    PresentingView(
      content: self,
      kind: PopoverPresentation(
        item: item, identify: identify, onDismiss: onDismiss, placement: placement, content: content))
  }
}
