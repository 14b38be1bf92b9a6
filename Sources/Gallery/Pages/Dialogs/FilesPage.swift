import GtkViews

extension GalleryPage {
  static let files = GalleryPage(
    "files", "Files", in: .dialogs,
    "The desktop’s dialogs to select files and folders, and to save a document. Each dialog is open while a Boolean is true.",
    names: [
      "fileImporter(isPresented:allowedContentTypes:onCompletion:)",
      "fileImporter(isPresented:allowedContentTypes:allowsMultipleSelection:onCompletion:)",
      "fileImporter(isPresented:allowedContentTypes:allowsMultipleSelection:onCompletion:onCancellation:)",
      "fileExporter(isPresented:document:contentType:defaultFilename:onCompletion:)",
      "fileExporter(isPresented:document:contentTypes:defaultFilename:onCompletion:onCancellation:)",
      "fileDialogDefaultDirectory(_:)", "fileDialogMessage(_:)", "fileDialogConfirmationLabel(_:)",
      "ContentType", "FileURL", "FileDocument", "FileWrapper", "FileDocumentWriteConfiguration", "FileDialogError",
    ],
    code: """
      .fileImporter(isPresented: $isImporting, allowedContentTypes: [.image]) { result in
        if case .success(let file) = result { answer = file.lastPathComponent }
      }
      """
  ) { FilesPage() }
}

private struct FilesPage: View {
  /// The result of the last dialog, as a text.
  @State private var answer = "nothing yet"

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      PictureImporter(answer: $answer)
      FilesImporter(answer: $answer)
      NoteExporter(answer: $answer)
      Text(verbatim: "The answer: \(answer)").foregroundStyle(.secondary)
    }
  }
}

private struct PictureImporter: View {
  @Binding var answer: String
  @State private var isImporting = false

  var body: some View {
    Button("A Picture…") { isImporting = true }
      .fileImporter(isPresented: $isImporting, allowedContentTypes: [.image]) { result in
        if case .success(let file) = result { answer = file.lastPathComponent }
      }
  }
}

private struct FilesImporter: View {
  @Binding var answer: String
  @State private var isImporting = false
  @State private var isSelectingFolders = false
  /// The type of OPML files, which contain lists of shows.
  private let opml = ContentType(filenameExtension: "opml") ?? .xml

  var body: some View {
    HStack(spacing: 8) {
      Button("Show Lists…") { isImporting = true }
        .fileImporter(isPresented: $isImporting, allowedContentTypes: [opml, .xml], allowsMultipleSelection: true) {
          result in
          if case .success(let files) = result { answer = "\(files.count) files" }
        } onCancellation: {
          answer = "none"
        }
        .fileDialogMessage("Which shows?")
        .fileDialogConfirmationLabel("Subscribe")
      Button("Folders…") { isSelectingFolders = true }
        .fileImporter(isPresented: $isSelectingFolders, allowedContentTypes: [.folder], allowsMultipleSelection: true) {
          result in
          if case .success(let folders) = result { answer = folders.map(\.path).joined(separator: ", ") }
        }
        .fileDialogDefaultDirectory(FileURL(fileURLWithPath: "/usr/share"))
    }
  }
}

/// The document that `NoteExporter` saves.
private struct Note: FileDocument {
  static let writableContentTypes: [ContentType] = [.plainText, .json]
  var text: String

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: (configuration.contentType == .json ? "\"\(text)\"" : text).utf8)
  }
}

private struct NoteExporter: View {
  @Binding var answer: String
  @State private var isSaving = false
  @State private var isExporting = false

  var body: some View {
    HStack(spacing: 8) {
      Button("Save a Note…") { isSaving = true }
        .fileExporter(
          isPresented: $isSaving, document: Note(text: "Rain"), contentType: .plainText, defaultFilename: "Note"
        ) { showResult($0) }
      Button("Export It as…") { isExporting = true }
        .fileExporter(
          isPresented: $isExporting, document: Note(text: "Rain"), contentTypes: [.plainText, .json],
          defaultFilename: "Note"
        ) {
          showResult($0)
        } onCancellation: {
          answer = "not exported"
        }
    }
  }

  private func showResult(_ result: Result<FileURL, any Error>) {
    switch result {
    case .success(let file): answer = "saved as \(file.lastPathComponent)"
    case .failure(let error as FileDialogError): answer = error.userMessage
    case .failure(let error): answer = "\(error)"
    }
  }
}
