internal import CGtk
internal import Presentation

/// Shows a file dialog while a piece of state holds a value.
///
/// A dialog ends with an answer: a selection, a cancellation by the user, or an error. After the answer, the dialog
/// closes, the state becomes `nil`, and then `onAnswer` is called once. A dialog has no answer if code closes it, or if
/// it closes together with the window below it.
@MainActor
public final class FileDialogPresenter: DialogPresenter {
  private let content: @MainActor () -> FileDialogContent?
  private let pendingAnswer: PendingAnswer
  private let backend: FileDialogBackend
  /// The visible dialog.
  private var dialog: FileDialogWindow?

  /// The GTK API with which new presenters show dialogs. Only tests set this property.
  package static var backend = FileDialogBackend.automatic

  /// Creates a presenter without a visible dialog. The presenter reads the state after
  /// ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - widget: The presenting widget. The dialog is shown above the window of this widget.
  ///   - source: The state that opens and closes the dialog.
  ///   - content: Returns the content of the dialog, or `nil` to show no dialog. The closure is called only when the
  ///     dialog is about to be shown. Later changes of the state do not change the visible dialog.
  ///   - onAnswer: Called with the answer, after the source's `onDismiss`. The presenter may have been released
  ///     by then.
  public init(
    over widget: some GObjectPointer, source: PresentationSource,
    content: @escaping @MainActor () -> FileDialogContent?,
    onAnswer: @escaping @MainActor (FileDialogAnswer) -> Void
  ) {
    self.content = content
    let pendingAnswer = PendingAnswer(onAnswer: onAnswer)
    self.pendingAnswer = pendingAnswer
    backend = Self.backend
    super.init(
      over: widget,
      source: PresentationSource(id: source.id, clear: source.clear) {
        source.onDismiss()
        pendingAnswer.deliver()
      })
  }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let content = content() else { return dialogDidClose() }
    pendingAnswer.value = nil
    dialog = FileDialogWindow(on: host, content, backend: backend) { [weak self] in self?.dialogEnded($0) }
  }

  override var visibleDialog: (any DialogWindow)? { dialog }

  /// Closes the dialog as if it had ended with this answer. For tests, which cannot control a dialog of the desktop.
  package func answer(_ answer: FileDialogAnswer) {
    guard let dialog else { return }
    dialog.free()
    dialogEnded(.answered(answer))
  }

  private func dialogEnded(_ outcome: FileDialogOutcome) {
    dialog = nil
    guard case .answered(let answer) = outcome else { return dialogDidClose() }
    pendingAnswer.value = answer
    // This event sets the state to `nil`, also after a selection.
    dialogDidClose(thenSend: .userAskedToClose)
  }

  /// Keeps the answer after the dialog has ended, until the source's `onDismiss` has been called.
  @MainActor private final class PendingAnswer {
    var value: FileDialogAnswer?
    private let onAnswer: @MainActor (FileDialogAnswer) -> Void

    init(onAnswer: @escaping @MainActor (FileDialogAnswer) -> Void) {
      self.onAnswer = onAnswer
    }

    /// If there is an answer, removes it and calls `onAnswer` with it.
    func deliver() {
      guard let value else { return }
      self.value = nil
      onAnswer(value)
    }
  }
}
