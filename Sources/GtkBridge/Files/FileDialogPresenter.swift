internal import CGtk
internal import Presentation

/// Shows a file dialog while a piece of state holds a value.
///
/// When the user answers, the dialog closes, the state becomes `nil`, and then the answer is reported once. A dialog that code closes, or that closes
/// with its parent, has no answer.
@MainActor
public final class FileDialogPresenter: DialogPresenter {
  private let content: @MainActor () -> FileDialogContent?
  private let answer: Answer
  private let backend: FileDialogBackend
  private var dialog: FileDialogWindow?

  /// The backend of presenters that are created from now on. For tests.
  package static var backend = FileDialogBackend.automatic

  /// Creates a presenter without a visible dialog. The presenter reads the state after ``DialogPresenter/stateMayHaveChanged()``.
  ///
  /// - Parameters:
  ///   - widget: The presenting widget. The dialog is shown above its window.
  ///   - source: The state.
  ///   - content: Returns the content of the dialog, or `nil` if the state holds nothing. It is called only while the state holds something, when the
  ///     dialog is shown. The dialog does not change afterwards.
  ///   - onAnswer: Called with the user's answer, after the source's `onDismiss`. By then the presenter may be gone.
  public init(
    over widget: some GObjectPointer, source: PresentationSource, content: @escaping @MainActor () -> FileDialogContent?,
    onAnswer: @escaping @MainActor (FileDialogAnswer) -> Void
  ) {
    self.content = content
    let answer = Answer(tell: onAnswer)
    self.answer = answer
    backend = Self.backend
    super.init(
      over: widget,
      source: PresentationSource(id: source.id, clear: source.clear) {
        source.onDismiss()
        answer.deliver()
      })
  }

  override func showDialog(on host: UnsafeMutablePointer<GtkWindow>) {
    guard let content = content() else { return dialogIsGone() }
    answer.value = nil
    dialog = FileDialogWindow(on: host, content, backend: backend) { [weak self] in self?.dialogEnded($0) }
  }

  override var dialogOnScreen: (any DialogOnScreen)? { dialog }

  /// Answers in place of the user and closes the dialog. Tests use it where the desktop shows the dialog.
  package func answer(_ answer: FileDialogAnswer) {
    guard let dialog else { return }
    dialog.free()
    dialogEnded(.answered(answer))
  }

  private func dialogEnded(_ outcome: FileDialogOutcome) {
    dialog = nil
    guard case .answered(let answer) = outcome else { return dialogIsGone() }
    self.answer.value = answer
    dialogIsGone(andTell: .userAskedToClose)
  }

  /// The answer, between the end of the dialog and the end of the presentation.
  @MainActor private final class Answer {
    var value: FileDialogAnswer?
    private let tell: @MainActor (FileDialogAnswer) -> Void

    init(tell: @escaping @MainActor (FileDialogAnswer) -> Void) {
      self.tell = tell
    }

    func deliver() {
      guard let value else { return }
      self.value = nil
      tell(value)
    }
  }
}
