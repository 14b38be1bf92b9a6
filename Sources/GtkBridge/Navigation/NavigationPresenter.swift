public import CGtk
internal import Presentation

/// Shows a page on top of the other pages of a ``PageStack`` while a piece of state holds a value.
///
/// Going back from the page clears the state. Dialogs and pages that were presented from inside the page close together
/// with the page. The base class treats the page as its dialog.
@MainActor
public final class NavigationPresenter: DialogPresenter {
  /// The content of the page.
  @MainActor
  public struct Content {
    /// Creates the page for the item in the state. The stack owns the page from then on.
    public let make: @MainActor () -> UnsafeMutablePointer<GtkWidget>
    /// Updates the page. The state holds the same item, but parts of the item may have changed.
    public let update: @MainActor () -> Void
    /// Releases the content after the page has become invisible. The stack destroys the page's widgets directly
    /// afterwards.
    public let discard: @MainActor () -> Void

    /// Creates the content from its closures.
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
  /// Weak. The stack that shows the page.
  private weak var stack: PageStack?
  /// Borrowed from the stack while the stack contains the page. `nil` if no page is shown.
  private var page: UnsafeMutablePointer<GtkWidget>?

  /// Creates a presenter without a page. The presenter reads the state after ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - stack: The stack that shows the page. If it is `nil`, no page is shown, and the state is cleared.
  ///   - widget: The presenting widget, which is in one of the stack's pages.
  ///   - source: The state that holds the item of the page, or `nil`.
  ///   - content: The content of the page.
  public init(in stack: PageStack?, from widget: some GObjectPointer, source: PresentationSource, content: Content) {
    self.stack = stack
    self.content = content
    super.init(over: widget, source: source)
  }

  /// Closes the page at the request of its own content. The state becomes `nil`.
  public func dismiss() {
    send(.contentAskedToClose)
  }

  /// Sets whether the user cannot go back from the page.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  override var hasWindow: Bool { false }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let stack else { return dialogDidClose() }
    let page = content.make()
    self.page = page
    stack.push(
      page, onBackRequest: { [weak self] in self?.send(.userAskedToClose) },
      onRemoval: { [weak self] in self?.pageWasRemoved() })
  }

  override func updateDialog() {
    if page != nil { content.update() }
  }

  override func closeDialog() {
    guard let page else { return }
    // The newest dialog closes first.
    for presenter in DialogStack.presented(inside: page).reversed() { presenter.parentIsClosing(closingEvent) }
    guard let stack else { return pageWasRemoved() }
    // A page that closes together with its parent is removed without a transition, because the transition
    // would not be visible.
    stack.remove(page, slides: parentClosingEvent == nil)
  }

  private func pageWasRemoved() {
    guard page != nil else { return }
    page = nil
    content.discard()
    dialogDidClose()
  }
}
