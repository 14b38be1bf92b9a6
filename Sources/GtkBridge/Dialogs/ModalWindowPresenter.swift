public import CGtk
internal import Presentation

/// Shows a sheet, a full-screen cover or a separate window while a piece of state holds a value, the *item*.
///
/// The window stays open while the item's identity stays the same. Its content is updated in place, so the text that
/// the user has typed and the scroll position are kept. For another item, the window closes, and a new window with new
/// content is shown.
@MainActor
public final class ModalWindowPresenter: DialogPresenter {
  /// The content of the window, as the closures that create, update and release it.
  @MainActor
  public struct Content {
    /// Creates the content for the item in the state, and sets the window's title. The closure may also set the
    /// window's size.
    public let make: @MainActor (ModalWindow) -> UnsafeMutablePointer<GtkWidget>
    /// Updates the content. The state holds the same item, but parts of the item may have changed.
    public let update: @MainActor (ModalWindow) -> Void
    /// Releases the content. Directly afterwards, the content's widgets are destroyed with the window.
    public let discard: @MainActor (ModalWindow) -> Void

    /// Creates the content from its closures.
    public init(
      make: @escaping @MainActor (ModalWindow) -> UnsafeMutablePointer<GtkWidget>,
      update: @escaping @MainActor (ModalWindow) -> Void = { _ in },
      discard: @escaping @MainActor (ModalWindow) -> Void = { _ in }
    ) {
      self.make = make
      self.update = update
      self.discard = discard
    }
  }

  private let style: ModalWindow.Style
  private let content: Content
  private var modalWindow: ModalWindow?

  /// Creates a presenter without a visible window. The presenter reads the state after
  /// ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - style: The kind of the window.
  ///   - widget: The presenting widget. A sheet or a cover is shown above the window of this widget.
  ///   - source: The piece of state that holds the item.
  ///   - content: The content of the window.
  public init(
    _ style: ModalWindow.Style, over widget: some GObjectPointer, source: PresentationSource, content: Content
  ) {
    self.style = style
    self.content = content
    super.init(over: widget, source: source)
  }

  /// The window on screen, or `nil` if there is none.
  public var window: ModalWindow? { modalWindow }

  /// Enables or disables Escape and the close button of the visible window.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    modalWindow?.isInteractiveDismissDisabled = isDisabled
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    let modalWindow = ModalWindow(
      style, on: host,
      onCloseRequest: { [weak self] in self?.send(.userAskedToClose) },
      onDismissRequest: { [weak self] in self?.send(.contentAskedToClose) },
      onDestroy: { [weak self] in self?.windowWasDestroyed() })
    self.modalWindow = modalWindow
    gtk_window_set_child(modalWindow.window, content.make(modalWindow))
    modalWindow.present()
  }

  override func updateDialog() {
    if let modalWindow { content.update(modalWindow) }
  }

  override func closeDialog() {
    modalWindow?.close()
  }

  override func moveDialog(to host: UnsafeMutablePointer<GtkWindow>) {
    modalWindow?.move(to: host)
  }

  override var ownWindow: UnsafeMutablePointer<GtkWindow>? { modalWindow?.window }

  private func windowWasDestroyed() {
    guard let modalWindow else { return }
    content.discard(modalWindow)
    self.modalWindow = nil
    dialogDidClose()
  }
}
