public import CGtk

/// A stack of pages, of which the topmost is visible. A new page slides in, and a removed page slides out.
///
/// ``NavigationPresenter`` adds the pages on top of the first one.
@MainActor
public final class PageStack {
  /// Owned. A `GtkStack`, which owns the pages.
  private let stack = GObjectReference(gtk_stack_new())
  /// The first page, which is never removed. Borrowed from the stack.
  private var root: UnsafeMutablePointer<GtkWidget>?
  /// The pages above the first one, topmost last.
  private var pages: [Page] = []

  /// Called after a page above the first one was added or has begun to leave.
  public var didChange: @MainActor () -> Void = {}

  /// A page above the first one.
  private final class Page {
    /// Borrowed from the stack.
    let widget: UnsafeMutablePointer<GtkWidget>
    let onBackRequest: @MainActor () -> Void
    let onRemoval: @MainActor () -> Void
    /// Whether ``PageStack/remove(_:slides:)`` was called for the page. The page stays in the stack until its
    /// transition has ended.
    var isLeaving = false

    init(
      _ widget: UnsafeMutablePointer<GtkWidget>, onBackRequest: @escaping @MainActor () -> Void,
      onRemoval: @escaping @MainActor () -> Void
    ) {
      self.widget = widget
      self.onBackRequest = onBackRequest
      self.onRemoval = onRemoval
    }
  }

  /// Creates a stack without a page.
  public init() {
    gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    connect(stack.pointer, .notify("notify::transition-running")) { [weak self] in
      self?.removeLeavingPagesUnlessSliding()
    }
    // A running transition may not end while the stack is not on screen, so the leaving pages are removed now.
    connect(stack.pointer, .unmap) { [weak self] in self?.removeLeavingPages() }
  }

  /// The stack, borrowed. Put it into a window.
  public var widget: UnsafeMutablePointer<GtkWidget> { stack.widget }

  /// The topmost page that is not leaving. It is visible, or becomes visible in the running transition.
  /// `nil` before ``setRoot(_:)``.
  public var topmost: UnsafeMutablePointer<GtkWidget>? { pages.last { !$0.isLeaving }?.widget ?? root }

  /// Whether there is a page to go back from.
  public var canGoBack: Bool { pages.contains { !$0.isLeaving } }

  /// Adds the first page to the stack. Call this function once.
  public func setRoot(_ widget: UnsafeMutablePointer<GtkWidget>) {
    root = widget
    gtk_stack_add_child(stack.opaque, widget)
  }

  /// Goes back from the topmost page: calls its `onBackRequest`. The code that added the page decides whether the page
  /// is removed.
  public func goBack() {
    pages.last { !$0.isLeaving }?.onBackRequest()
  }

  /// Adds a page on top of the others.
  ///
  /// - Parameters:
  ///   - onBackRequest: Called when the user wants to go back from the page.
  ///   - onRemoval: Called when the page is not visible any more, before it is removed.
  func push(
    _ widget: UnsafeMutablePointer<GtkWidget>, onBackRequest: @escaping @MainActor () -> Void,
    onRemoval: @escaping @MainActor () -> Void
  ) {
    pages.append(Page(widget, onBackRequest: onBackRequest, onRemoval: onRemoval))
    gtk_stack_add_child(stack.opaque, widget)
    showTopmost()
  }

  /// Removes a page. Its `onRemoval` is called when the page is not visible any more, or immediately if no transition
  /// runs. If `slides` is `false`, the page is removed without a transition. A second call for the page has no effect.
  func remove(_ widget: UnsafeMutablePointer<GtkWidget>, slides: Bool) {
    guard let page = pages.first(where: { $0.widget == widget }), !page.isLeaving else { return }
    page.isLeaving = true
    guard slides else { return withoutTransition { showTopmost() } }
    showTopmost()
  }

  private func showTopmost() {
    if let topmost { gtk_stack_set_visible_child(stack.opaque, topmost) }
    didChange()
    removeLeavingPagesUnlessSliding()
  }

  /// Runs a change of the topmost page without a transition, and then removes the leaving pages immediately.
  private func withoutTransition(_ change: () -> Void) {
    gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_NONE)
    change()
    gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
    removeLeavingPages()
  }

  private func removeLeavingPagesUnlessSliding() {
    if gtk_stack_get_transition_running(stack.opaque) == 0 { removeLeavingPages() }
  }

  /// Removes the leaving pages, topmost first.
  private func removeLeavingPages() {
    while let position = pages.lastIndex(where: \.isLeaving) {
      let page = pages.remove(at: position)
      page.onRemoval()
      gtk_stack_remove(stack.opaque, page.widget)
    }
  }
}
