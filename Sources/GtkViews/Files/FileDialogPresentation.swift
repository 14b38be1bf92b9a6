internal import CGtk
internal import GtkBridge

/// A file dialog that is on screen while a Boolean is true. The binding `presence` represents the Boolean: its value is
/// not `nil` while the Boolean is true.
nonisolated struct FileDialogPresentation: PresentationKind {
  let presence: Binding<Presence?>
  let content: @MainActor () -> FileDialogContent
  let onAnswer: @MainActor (FileDialogAnswer) -> Void

  @MainActor var id: AnyHashable? { presence.wrappedValue }
  @MainActor func clear() { presence.wrappedValue = nil }
  @MainActor var onDismiss: (@MainActor () -> Void)? { nil }

  typealias Controller = FileDialogController
}

/// Presents the dialog of a ``FileDialogPresentation``.
@MainActor
final class FileDialogController: PresentationController {
  private let dialogPresenter: FileDialogPresenter

  init(over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<FileDialogPresentation>) {
    dialogPresenter = FileDialogPresenter(
      over: widget, source: model.source,
      content: {
        model.kind.presence.wrappedValue.map { _ in
          model.node.environment.fileDialogSettings.applied(to: model.kind.content(), in: model.node)
        }
      },
      // The answer may arrive after the node was released, so the closure retains the presentation model.
      onAnswer: { model.kind.onAnswer($0) })
  }

  var presenter: DialogPresenter { dialogPresenter }
  var presentedNodes: [ViewNode] { [] }
  /// Does nothing, because an open file dialog keeps its content.
  func environmentDidChange(to environment: EnvironmentValues) {}
}

extension View {
  /// Presents a file dialog while `presence` is not `nil`. All file dialogs use this function. The texts and the
  /// initial folder come from the environment.
  nonisolated func fileDialog(
    presence: Binding<Presence?>, content: @escaping @MainActor () -> FileDialogContent,
    onAnswer: @escaping @MainActor (FileDialogAnswer) -> Void
  ) -> some View {
    PresentingView(
      content: self, kind: FileDialogPresentation(presence: presence, content: content, onAnswer: onAnswer))
  }

  /// Sets the initial folder of the file dialogs in this view.
  ///
  /// - Parameter defaultDirectory: The folder, or `nil` for the folder of the last file dialog.
  public nonisolated func fileDialogDefaultDirectory(_ defaultDirectory: FileURL?) -> some View {
    environment(\.fileDialogSettings.folder, defaultDirectory)
  }

  /// Sets the message of the file dialogs in this view. The message is the title of the dialogs.
  public nonisolated func fileDialogMessage(_ messageKey: LocalizedStringKey) -> some View {
    environment(\.fileDialogSettings.message, TextState(messageKey))
  }

  /// Sets the message of the file dialogs in this view to a text that is shown verbatim.
  @_disfavoredOverload
  public nonisolated func fileDialogMessage(_ message: some StringProtocol) -> some View {
    environment(\.fileDialogSettings.message, TextState(verbatim: String(message)))
  }

  /// Sets the label of the confirmation button of the file dialogs in this view.
  public nonisolated func fileDialogConfirmationLabel(_ labelKey: LocalizedStringKey) -> some View {
    environment(\.fileDialogSettings.confirmationLabel, TextState(labelKey))
  }

  /// Sets the label of the confirmation button of the file dialogs in this view to a text that is shown verbatim.
  @_disfavoredOverload
  public nonisolated func fileDialogConfirmationLabel(_ label: some StringProtocol) -> some View {
    environment(\.fileDialogSettings.confirmationLabel, TextState(verbatim: String(label)))
  }
}

/// The initial folder and the texts of the file dialogs in a view.
struct FileDialogSettings: Hashable, Sendable {
  /// The initial folder. `nil` for the folder of the last file dialog.
  var folder: FileURL?
  /// The message, which is the title of the dialog. `nil` for the default title.
  var message: TextState?
  /// The label of the confirmation button. `nil` for the default label.
  var confirmationLabel: TextState?

  /// Returns a dialog's content with these settings. Reports NUL characters in the texts and in the name of a file to
  /// save.
  @MainActor func applied(to content: FileDialogContent, in node: ViewNode) -> FileDialogContent {
    var content = content
    content.folder = folder?.absoluteString
    content.title = message?.translated(reportedAs: "The message of a file dialog", in: node)
    content.acceptLabel = (confirmationLabel?.translated(reportedAs: "The button of a file dialog", in: node)).map {
      Self.escapingMnemonics($0)
    }
    content.name = content.name?.reportingNulls(reportedAs: "The name of a file to save", in: node)
    return content
  }

  /// Returns a label with its underscores doubled, because in GTK, a single underscore marks the next letter as the
  /// mnemonic.
  private static func escapingMnemonics(_ label: String) -> String {
    label.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}

private struct FileDialogSettingsKey: EnvironmentKey {
  static var defaultValue: FileDialogSettings { FileDialogSettings() }
}

extension EnvironmentValues {
  /// The texts and the initial folder of the file dialogs in the view.
  var fileDialogSettings: FileDialogSettings {
    get { self[FileDialogSettingsKey.self] }
    set { self[FileDialogSettingsKey.self] = newValue }
  }
}
