public import CGtk
internal import Presentation

/// Shows a modal window, a sheet or a full-screen cover, while a piece of state holds a value.
///
/// The window stays while the item's identity does: its content is then brought up to date in place, and keeps what the user has typed or
/// scrolled. For another item the window closes, and a new one with new content is shown.
@MainActor
public final class ModalWindowPresenter: DialogPresenter {
  /// What fills the window.
  @MainActor
  public struct Content {
    /// Makes the content for the item that the state holds, and gives the window a title, and a size if it needs one.
    public let make: @MainActor (ModalWindow) -> UnsafeMutablePointer<GtkWidget>
    /// Brings the content up to date: the state holds the same item, but something about it may have changed.
    public let update: @MainActor (ModalWindow) -> Void
    /// Lets go of the content. Its widgets go with the window, directly after this.
    public let discard: @MainActor (ModalWindow) -> Void

    /// Makes it out of its parts.
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
  private var modal: ModalWindow?

  /// Begins with nothing on screen, and looks at the state when told that it may have changed.
  ///
  /// - Parameters:
  ///   - style: A sheet, or a cover of the whole parent.
  ///   - widget: The widget that presents. Its window is what the new one stands on.
  ///   - source: The state.
  ///   - content: What fills the window.
  public init(_ style: ModalWindow.Style, over widget: some GObjectPointer, source: PresentationSource, content: Content) {
    self.style = style
    self.content = content
    super.init(over: widget, source: source)
  }

  /// The window on screen, or `nil` when there is none.
  public var window: ModalWindow? { modal }

  /// Allows or forbids Escape and the close button, for the window that is on screen.
  public func setInteractiveDismissDisabled(_ isDisabled: Bool) {
    modal?.isInteractiveDismissDisabled = isDisabled
    send(.interactiveDismissalChanged(to: isDisabled ? .disabled : .enabled))
  }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    let modal = ModalWindow(
      style, on: host,
      onCloseRequest: { [weak self] in self?.send(.userAskedToClose) },
      onDismissRequest: { [weak self] in self?.send(.contentAskedToClose) },
      onGone: { [weak self] in self?.windowIsGone() })
    self.modal = modal
    gtk_window_set_child(modal.window, content.make(modal))
    modal.present()
  }

  override func updateDialog() {
    if let modal { content.update(modal) }
  }

  override func closeDialog() {
    modal?.close()
  }

  override func moveDialog(to host: UnsafeMutablePointer<GtkWindow>) {
    modal?.move(to: host)
  }

  override var dialogWindow: UnsafeMutablePointer<GtkWindow>? { modal?.window }

  private func windowIsGone() {
    guard let modal else { return }
    content.discard(modal)
    self.modal = nil
    dialogIsGone()
  }
}
