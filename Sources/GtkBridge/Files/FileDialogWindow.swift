internal import CGtk
internal import CGtkDialogs

/// How a file dialog ended.
enum FileDialogOutcome: Equatable {
  /// The user answered, or the dialog could not be shown.
  case answered(FileDialogAnswer)
  /// Code closed the dialog, or the window below the dialog was destroyed.
  case closed
}

/// The GTK API that shows file dialogs.
package enum FileDialogBackend: CaseIterable, Sendable {
  /// `GtkFileDialog` if GTK has it, or else `GtkFileChooserNative`.
  case automatic
  /// `GtkFileChooserNative` in every case.
  case chooser

  fileprivate var cBackend: CGtkFileDialogBackend {
    switch self {
    case .automatic: CGTK_FILE_DIALOG_BACKEND_AUTOMATIC
    case .chooser: CGTK_FILE_DIALOG_BACKEND_CHOOSER
    }
  }

  /// The backends that this version of GTK has. Without `GtkFileDialog`, `automatic` is the same as `chooser`.
  package static var available: [FileDialogBackend] {
    cgtk_file_dialog_has_file_dialog() ? allCases : [.chooser]
  }
}

/// A visible file dialog of GTK or of the desktop.
@MainActor
final class FileDialogWindow: DialogWindow {
  /// Owned. The C object of the dialog. `nil` after ``free()``.
  private var dialog: OpaquePointer?
  private let onEnd: @MainActor (FileDialogOutcome) -> Void

  init(
    on host: UnsafeMutablePointer<GtkWindow>, _ content: FileDialogContent, backend: FileDialogBackend,
    onEnd: @escaping @MainActor (FileDialogOutcome) -> Void
  ) {
    self.onEnd = onEnd
    // Safe because `deinit` frees the dialog. A freed dialog makes no callbacks.
    let data = Unmanaged.passUnretained(self).toOpaque()
    dialog = content.withCContent { cgtk_file_dialog_show(host, $0, backend.cBackend, dialogEnded, data) }
  }

  isolated deinit { free() }

  /// The dialog's window. `nil` if the dialog has ended, or if the desktop shows the dialog.
  var window: UnsafeMutablePointer<GtkWindow>? { dialog.flatMap { cgtk_file_dialog_window($0) } }

  /// Closes the dialog from code. The outcome is ``FileDialogOutcome/closed``.
  func cancel() {
    if let dialog { cgtk_file_dialog_cancel(dialog) }
  }

  func move(to host: UnsafeMutablePointer<GtkWindow>) {
    if let dialog { cgtk_file_dialog_set_parent(dialog, host) }
  }

  /// Closes the dialog without a callback.
  func free() {
    if let dialog { cgtk_file_dialog_free(dialog) }
    dialog = nil
  }

  fileprivate func ended(_ outcome: FileDialogOutcome) {
    onEnd(outcome)
  }
}

/// The C callback of a dialog. `data` is the unretained `FileDialogWindow`.
private let dialogEnded: CGtkFileDialogCallback = { cOutcome, addresses, reason, data in
  guard let data else { return }
  let outcome = FileDialogOutcome(cOutcome, addresses, reason)
  // Safe because a `FileDialogWindow` frees its dialog in `deinit`, and GTK makes callbacks on the main thread, where
  // the main actor runs.
  let window = Unmanaged<FileDialogWindow>.fromOpaque(data).takeUnretainedValue()
  MainActor.assumeIsolated { window.ended(outcome) }
}

extension FileDialogOutcome {
  fileprivate init(
    _ outcome: CGtkFileDialogOutcome, _ addresses: UnsafePointer<UnsafePointer<CChar>?>?,
    _ reason: UnsafePointer<CChar>?
  ) {
    switch outcome {
    case CGTK_FILE_DIALOG_CHOSEN: self = .answered(.selected(addresses.map { Self.strings($0) } ?? []))
    case CGTK_FILE_DIALOG_DISMISSED: self = .answered(.cancelled)
    case CGTK_FILE_DIALOG_FAILED: self = .answered(.failed(reason.map { String(cString: $0) } ?? ""))
    default: self = .closed
    }
  }

  /// Returns the strings of a list that ends with a null pointer.
  private static func strings(_ list: UnsafePointer<UnsafePointer<CChar>?>) -> [String] {
    var strings: [String] = []
    var next = list
    while let string = next.pointee {
      strings.append(String(encodingInvalidBytesOf: string))
      next += 1
    }
    return strings
  }
}

extension FileDialogContent {
  /// Passes the content to a closure as a C struct that is valid during the call.
  @MainActor fileprivate func withCContent<Result>(_ body: (UnsafePointer<CGtkFileDialogContent>) -> Result) -> Result {
    let cStrings = CStrings()
    let filters = filters.map { filter in
      CGtkFileFilter(
        name: cStrings.string(filter.name), mime_types: cStrings.list(filter.mimeTypes),
        suffixes: cStrings.list(filter.filenameExtensions))
    }
    return withExtendedLifetime(cStrings) {
      filters.withUnsafeBufferPointer { filters in
        var content = CGtkFileDialogContent(
          action: action.cAction, title: cStrings.string(shownTitle),
          accept_label: acceptLabel.flatMap { cStrings.string($0) },
          filters: filters.baseAddress, filter_count: Int32(filters.count),
          folder: folder.flatMap { cStrings.string($0) }, name: name.flatMap { cStrings.string($0) })
        return body(&content)
      }
    }
  }
}

extension FileDialogContent.Action {
  fileprivate var cAction: CGtkFileDialogAction {
    switch self {
    case .openFile: CGTK_FILE_DIALOG_OPEN
    case .openFiles: CGTK_FILE_DIALOG_OPEN_SEVERAL
    case .openFolder: CGTK_FILE_DIALOG_OPEN_FOLDER
    case .openFolders: CGTK_FILE_DIALOG_OPEN_SEVERAL_FOLDERS
    case .saveFile: CGTK_FILE_DIALOG_SAVE
    }
  }
}
