public import CGtk
internal import Presentation

/// Shows a page upon the others of a stack while a piece of state holds a value.
///
/// Going back from the page clears the state. What was presented from inside of the page goes with it.
@MainActor
public final class NavigationPresenter: DialogPresenter {
  /// What fills the page.
  @MainActor
  public struct Content {
    /// Makes the page for the item that the state holds. The stack owns it from then on.
    public let make: @MainActor () -> UnsafeMutablePointer<GtkWidget>
    /// Brings the page up to date: the state holds the same item, but something about it may have changed.
    public let update: @MainActor () -> Void
    /// Lets go of the page, which is out of sight. Its widgets go directly after this.
    public let discard: @MainActor () -> Void

    /// Makes it out of its parts.
    public init(
      make: @escaping @MainActor () -> UnsafeMutablePointer<GtkWidget>,
      update: @escaping @MainActor () -> Void = {}, discard: @escaping @MainActor () -> Void = {}
    ) {
      self.make = make
      self.update = update
      self.discard = discard
    }
  }

  private let content: Content
  private weak var stack: PageStack?
  /// Borrowed of the stack while the page is in it.
  private var page: UnsafeMutablePointer<GtkWidget>?

  /// Begins with no page, and looks at the state when told that it may have changed.
  ///
  /// - Parameters:
  ///   - stack: Where the page is put. Without one, nothing is shown, and the state is cleared.
  ///   - widget: The widget that presents, which is in one of the stack's pages.
  ///   - source: The state.
  ///   - content: What fills the page.
  public init(in stack: PageStack?, from widget: some GObjectPointer, source: PresentationSource, content: Content) {
    self.stack = stack
    self.content = content
    super.init(over: widget, source: source)
  }

  /// Takes the page away, as its own content asks for: its state becomes `nil`.
  public func dismiss() {
    send(.contentAskedToClose)
  }

  /// Allows or forbids going back from the page that is there.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  override var hasWindow: Bool { false }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let stack else { return dialogIsGone() }
    let page = content.make()
    self.page = page
    stack.push(
      page, onBackRequest: { [weak self] in self?.send(.userAskedToClose) }, onGone: { [weak self] in self?.pageIsGone() })
  }

  override func updateDialog() {
    if page != nil { content.update() }
  }

  override func closeDialog() {
    guard let page else { return }
    for presenter in DialogStack.presented(inside: page).reversed() { presenter.parentIsClosing(departure) }
    // What it stands in goes as well, so nobody would see it slide.
    guard let stack else { return pageIsGone() }
    stack.remove(page, slides: !leavesWithParent)
  }

  private func pageIsGone() {
    guard page != nil else { return }
    page = nil
    content.discard()
    dialogIsGone()
  }
}
