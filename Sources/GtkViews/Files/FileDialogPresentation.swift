internal import CGtk
internal import GtkBridge

/// A file dialog, while a Boolean is true.
nonisolated struct FileDialogPresentation: PresentationKind {
  let isPresented: Binding<Presence?>
  let content: @MainActor () -> FileDialogContent
  let answered: @MainActor (FileDialogAnswer) -> Void

  @MainActor var id: AnyHashable? { isPresented.wrappedValue }
  @MainActor func clear() { isPresented.wrappedValue = nil }
  @MainActor var onDismiss: (@MainActor () -> Void)? { nil }

  typealias Presenter = FileDialogHolder
}

@MainActor
final class FileDialogHolder: PresentationHolder {
  private let dialog: FileDialogPresenter

  init(over widget: UnsafeMutablePointer<GtkWidget>, node owner: PresentationOwner<FileDialogPresentation>) {
    dialog = FileDialogPresenter(
      over: widget, source: owner.source,
      content: { owner.kind.isPresented.wrappedValue.map { _ in owner.node.environment.fileDialogTexts.applied(to: owner.kind.content(), in: owner.node) } },
      // It may come when the node is gone already, so it holds what it needs.
      onAnswer: { owner.kind.answered($0) })
  }

  var presenter: DialogPresenter { dialog }
  var presented: [ViewNode] { [] }
  func environmentDidChange(to environment: EnvironmentValues) {}
}

extension View {
  /// What all file dialogs are. The dialogs' environment says the rest.
  nonisolated func fileDialog(
    isPresented: Binding<Presence?>, content: @escaping @MainActor () -> FileDialogContent,
    answered: @escaping @MainActor (FileDialogAnswer) -> Void
  ) -> some View {
    PresentingView(content: self, kind: FileDialogPresentation(isPresented: isPresented, content: content, answered: answered))
  }

  /// Says in which folder the file dialogs of the views below begin.
  ///
  /// - Parameter defaultDirectory: The folder, or `nil` for that in which the last dialog ended.
  public nonisolated func fileDialogDefaultDirectory(_ defaultDirectory: FileURL?) -> some View {
    environment(\.fileDialogTexts.folder, defaultDirectory)
  }

  /// Says what the file dialogs of the views below are for. It is their title.
  public nonisolated func fileDialogMessage(_ messageKey: LocalizedStringKey) -> some View {
    environment(\.fileDialogTexts.message, TextState(messageKey))
  }

  /// Says what the file dialogs of the views below are for, with a text that is shown as it is.
  @_disfavoredOverload
  public nonisolated func fileDialogMessage(_ message: some StringProtocol) -> some View {
    environment(\.fileDialogTexts.message, TextState(verbatim: String(message)))
  }

  /// Says what is written on the button that accepts, in the file dialogs of the views below.
  public nonisolated func fileDialogConfirmationLabel(_ labelKey: LocalizedStringKey) -> some View {
    environment(\.fileDialogTexts.confirmation, TextState(labelKey))
  }

  /// Says what is written on the button that accepts, in the file dialogs of the views below, with a text that is shown as it is.
  @_disfavoredOverload
  public nonisolated func fileDialogConfirmationLabel(_ label: some StringProtocol) -> some View {
    environment(\.fileDialogTexts.confirmation, TextState(verbatim: String(label)))
  }
}

/// What views around say about the file dialogs below them.
struct FileDialogTexts: Hashable, Sendable {
  var folder: FileURL?
  var message: TextState?
  var confirmation: TextState?

  /// The content of a dialog of a view's, with what is said here.
  @MainActor func applied(to content: FileDialogContent, in node: ViewNode) -> FileDialogContent {
    var content = content
    content.folder = folder?.absoluteString
    content.title = message?.translated(as: "The message of a file dialog", in: node)
    content.acceptLabel = (confirmation?.translated(as: "The button of a file dialog", in: node)).map { Self.withoutMarks($0) }
    content.name = content.name?.shown(as: "The name of a file to save", in: node)
    return content
  }

  /// In a button's text GTK takes an underline for the mark of a letter.
  private static func withoutMarks(_ label: String) -> String {
    label.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}

private struct FileDialogTextsKey: EnvironmentKey {
  static var defaultValue: FileDialogTexts { FileDialogTexts() }
}

extension EnvironmentValues {
  /// What views around say about the file dialogs below them.
  var fileDialogTexts: FileDialogTexts {
    get { self[FileDialogTextsKey.self] }
    set { self[FileDialogTextsKey.self] = newValue }
  }
}
