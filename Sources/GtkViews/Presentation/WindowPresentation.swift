internal import CGtk
internal import GtkBridge

/// The description of a sheet, a full-screen cover or a separate window, with the views in it.
nonisolated struct WindowPresentation<Item, Content: View>: ViewsPresentation {
  let style: ModalWindow.Style
  let item: Binding<Item?>
  let identify: @MainActor (Item) -> AnyHashable
  let onDismiss: (@MainActor () -> Void)?
  let content: @MainActor (Item) -> Content

  typealias Controller = WindowContentController<Item, Content>
}

/// Mounts the views of a presented window while the window is on screen. The window is a sheet, a cover or a separate
/// window.
@MainActor
final class WindowContentController<Item, Content: View>: PresentationController {
  private let model: PresentationModel<WindowPresentation<Item, Content>>
  /// The object with which the views in the window prevent the user from closing the window.
  private let context = PresentationContext()
  private var windowPresenter: ModalWindowPresenter!
  private let views: PresentedViews<Item, Content>
  /// The bar at the top of the window. `nil` while the window is not on screen.
  private var bar: WindowBar?
  /// Observes the width of the window, which determines the size class of the views. `nil` while the window is not on
  /// screen.
  private var sizeClassObserver: WindowSizeClassObserver?
  /// A reference to this object while the window is on screen. The reference keeps the object alive if the presenting
  /// view is removed before the window closes.
  private var selfWhilePresented: WindowContentController?

  init(over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<WindowPresentation<Item, Content>>) {
    self.model = model
    views = PresentedViews(of: model)
    windowPresenter = ModalWindowPresenter(
      model.kind.style, over: widget, source: model.source,
      content: ModalWindowPresenter.Content(
        make: { [unowned self] in makeViews(of: $0) },
        update: { [unowned self] _ in views.update() },
        discard: { [weak self] _ in self?.discard() }))
    context.setInteractiveDismissDisabled = { [weak self] in self?.windowPresenter.setInteractiveDismissDisabled($0) }
  }

  var presenter: DialogPresenter { windowPresenter }
  var presentedNodes: [ViewNode] { views.nodes }

  func environmentDidChange(to environment: EnvironmentValues) {
    views.updateEnvironment(contentEnvironment(environment))
  }

  /// Creates the views of a window. The returned widget contains them.
  private func makeViews(of window: ModalWindow) -> UnsafeMutablePointer<GtkWidget> {
    selfWhilePresented = self
    bar = WindowBar(of: window.window) { [weak window] in window?.title = $0 }
    let sizeClassObserver = WindowSizeClassObserver(window.window, fallback: model.node.environment.horizontalSizeClass)
    sizeClassObserver.sizeClassDidChange = { [weak self] in self?.views.setSizeClass($0) }
    self.sizeClassObserver = sizeClassObserver
    window.window.widget.applyLayoutDirection(of: model.node.environment)
    return ToastLayer.around(views.make(in: contentEnvironment(model.node.environment)))
  }

  /// Returns the environment of the views in the window. `environment` is the environment of the presenting view.
  private func contentEnvironment(_ environment: EnvironmentValues) -> EnvironmentValues {
    var environment = environment
    environment.dismiss = DismissAction(in: context) { [weak self] in self?.windowPresenter.window?.dismiss() }
    environment.resetForPresentedViews(in: context)
    environment.resetForWindow(with: bar)
    environment.horizontalSizeClass = sizeClassObserver?.sizeClass ?? environment.horizontalSizeClass
    return environment
  }

  /// Removes the views after the window has closed.
  private func discard() {
    views.discard()
    bar = nil
    sizeClassObserver = nil
    selfWhilePresented = nil
  }
}

extension View {
  /// Shows a modal window while a Boolean is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the window is on screen. The binding is set to `false` when the user or
  ///     ``EnvironmentValues/dismiss`` closes the window.
  ///   - onDismiss: Called once when the window has closed, whether code or the user closed it.
  ///   - content: The views in the window. They update when state that they read changes.
  @preconcurrency public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    presenting(.sheet, isPresented.item, identify: { _ in true }, onDismiss) { _ in content() }
  }

  /// Shows a modal window while the binding holds an item. Another item with the same id updates the window in place.
  /// An item with another id gets a new window after the first window has closed.
  @preconcurrency public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    presenting(.sheet, item, identify: { $0.id }, onDismiss, content)
  }

  /// Shows a modal window while the binding holds an item. A key path identifies the item.
  @preconcurrency public nonisolated func sheet<Item, ID: Hashable, Content: View>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    let identify = Identification(id)
    return presenting(.sheet, item, identify: { identify($0) }, onDismiss, content)
  }

  /// Shows views that cover the window of this view while a Boolean is true.
  @preconcurrency public nonisolated func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    presenting(.fullScreenCover, isPresented.item, identify: { _ in true }, onDismiss) { _ in content() }
  }

  /// Shows views that cover the window of this view while the binding holds an item.
  @preconcurrency public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    presenting(.fullScreenCover, item, identify: { $0.id }, onDismiss, content)
  }

  /// Shows views that cover the window of this view while the binding holds an item. A key path identifies the item.
  @preconcurrency public nonisolated func fullScreenCover<Item, ID: Hashable, Content: View>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    let identify = Identification(id)
    return presenting(.fullScreenCover, item, identify: { identify($0) }, onDismiss, content)
  }

  /// Shows a separate window while a Boolean is true. The window of this view stays usable. The keys Escape and Control
  /// with W close the new window.
  @preconcurrency public nonisolated func window<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    presenting(.window, isPresented.item, identify: { _ in true }, onDismiss) { _ in content() }
  }

  /// Shows a separate window while the binding holds an item. Another item with the same id updates the window in
  /// place.
  @preconcurrency public nonisolated func window<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    presenting(.window, item, identify: { $0.id }, onDismiss, content)
  }

  /// Shows a separate window while the binding holds an item. A key path identifies the item.
  @preconcurrency public nonisolated func window<Item, ID: Hashable, Content: View>(
    item: Binding<Item?>, id: KeyPath<Item, ID>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    let identify = Identification(id)
    return presenting(.window, item, identify: { identify($0) }, onDismiss, content)
  }

  private nonisolated func presenting<Item, Content: View>(
    _ style: ModalWindow.Style, _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable,
    _ onDismiss: (@MainActor () -> Void)?, _ content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    PresentingView(
      content: self,
      kind: WindowPresentation(style: style, item: item, identify: identify, onDismiss: onDismiss, content: content))
  }
}

extension Binding where Value == Bool {
  /// The Boolean as an optional item: `true` is an item without data, and `false` is `nil`.
  nonisolated var item: Binding<Presence?> {
    presence { wrappedValue }
  }

  /// Returns an optional item that exists while the Boolean is true and a value is not `nil`.
  nonisolated func item<Wrapped>(whileNotNil value: MainActorValue<Wrapped?>) -> Binding<Presence?> {
    presence { wrappedValue && value.value != nil }
  }

  /// Returns an optional item that exists while a condition is true. Writing `nil` sets the Boolean to `false`.
  private nonisolated func presence(while isPresent: @escaping @MainActor () -> Bool) -> Binding<Presence?> {
    Binding<Presence?>(get: { isPresent() ? Presence() : nil }, set: { wrappedValue = $0 != nil })
      .withIdentityAndChangeDetector(of: self)
  }
}

/// The item of a presentation with a Boolean. It has no data.
nonisolated struct Presence: Hashable, Sendable {}
