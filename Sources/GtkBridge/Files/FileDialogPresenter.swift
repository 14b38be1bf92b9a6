internal import CGtk
internal import Presentation

/// Shows a file dialog while a piece of state holds a value.
///
/// A person answers, the dialog goes, the state is `nil`, and then the answer is told, once. A dialog that goes because code says so, or with
/// its parent, has no answer.
@MainActor
public final class FileDialogPresenter: DialogPresenter {
  private let content: @MainActor () -> FileDialogContent?
  private let answer: Answer
  private let backend: FileDialogBackend
  private var dialog: FileDialogWindow?

  /// What shows the dialogs of presenters that are made from now on. For tests.
  package static var backend = FileDialogBackend.automatic

  /// Begins with nothing on screen, and looks at the state when told that it may have changed.
  ///
  /// - Parameters:
  ///   - widget: The widget that presents. Its window is what the dialog stands on.
  ///   - source: The state.
  ///   - content: What to ask for, or `nil` when the state holds nothing. It is called only while it holds something, when the dialog is shown:
  ///     the dialog stays as it is until it is answered.
  ///   - onAnswer: Is told what a person answered, after the source's `onDismiss`. By then the presenter may be gone.
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

  /// Answers in a person's place, as a test does where the desktop shows the dialog, and closes it.
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

  /// The answer, between the end of the dialog and that of the presentation.
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
