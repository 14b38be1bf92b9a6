internal import GtkBridge

extension View {
  /// Asks where to save a document, and saves it there, while a Boolean is true and the document is there.
  ///
  /// ```swift
  /// Button("Export…") { isExporting = true }
  ///   .fileExporter(isPresented: $isExporting, document: shows, contentType: .json, defaultFilename: "Shows") { result in
  ///     if case .failure(let error) = result { alert = AnyAppAlert(error: error) }
  ///   }
  /// ```
  ///
  /// The Boolean is `false` when the dialog is gone, whoever closed it. The file is written besides the program's other work: a file that was
  /// there stays until the new one is complete.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - document: What to save. It makes its file when a person has said where.
  ///   - contentType: What the file is. Its ending is added to the file's first name.
  ///   - defaultFilename: The file's first name.
  ///   - onCompletion: Called once when the file is written, or cannot be, or the dialog cannot be shown; also when the view has gone while it
  ///     was written. Who cancels saves nothing, and it is not called; nor when code, or the end of the window, closes the dialog.
  @preconcurrency public nonisolated func fileExporter<Document: FileDocument>(
    isPresented: Binding<Bool>, document: Document?, contentType: ContentType, defaultFilename: String? = nil,
    onCompletion: @escaping @MainActor (_ result: Result<FileURL, any Error>) -> Void
  ) -> some View {
    exporting(isPresented, document, [contentType], defaultFilename, onCompletion, onCancellation: {})
  }

  /// Asks where to save a document, and as which of some types, and saves it there, while a Boolean is true and the document is there.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - document: What to save. It makes its file when a person has said where.
  ///   - contentTypes: What the file may be: what the ending of the chosen name says, else the first. If it is nothing, what the document can be
  ///     written as.
  ///   - defaultFilename: The file's first name.
  ///   - onCompletion: Called once when the file is written, or cannot be, or the dialog cannot be shown.
  ///   - onCancellation: Called once when a person has closed the dialog without saving.
  @preconcurrency public nonisolated func fileExporter<Document: FileDocument>(
    isPresented: Binding<Bool>, document: Document?, contentTypes: [ContentType] = [], defaultFilename: String? = nil,
    onCompletion: @escaping @MainActor (_ result: Result<FileURL, any Error>) -> Void, onCancellation: @escaping @MainActor () -> Void = {}
  ) -> some View {
    exporting(
      isPresented, document, contentTypes.isEmpty ? Document.writableContentTypes : contentTypes, defaultFilename, onCompletion,
      onCancellation: onCancellation)
  }

  private nonisolated func exporting<Document: FileDocument>(
    _ isPresented: Binding<Bool>, _ document: Document?, _ types: [ContentType], _ name: String?,
    _ onCompletion: @escaping @MainActor (Result<FileURL, any Error>) -> Void, onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    let document = MainActorValue(document)
    return fileDialog(isPresented: isPresented.item(while: document)) {
      FileDialogContent(.saveFile, filters: ContentType.filters(types), name: name.map { types.first?.completing($0) ?? $0 })
    } answered: { answer in
      switch answer {
      case .chosen(let addresses): document.value?.write(to: FileURL(addresses[0]), types, onCompletion)
      case .cancelled: onCancellation()
      case .failed(let reason): onCompletion(.failure(FileDialogError.unavailable(reason)))
      }
    }
  }
}

extension ContentType {
  /// A file's name with this type's ending, if it has none.
  func completing(_ name: String) -> String {
    guard let preferredFilenameExtension, !suffixes.contains(where: { name.lowercased().hasSuffix("." + $0.lowercased()) }) else { return name }
    return name + "." + preferredFilenameExtension
  }
}

extension FileDocument {
  /// Writes the document to a file, as the type that the file's name says, and tells what came of it.
  @MainActor func write(
    to file: FileURL, _ types: [ContentType], _ onCompletion: @escaping @MainActor (Result<FileURL, any Error>) -> Void
  ) {
    let suffix = file.pathExtension.lowercased()
    let type = types.first { $0.suffixes.contains { $0.lowercased() == suffix } } ?? types.first ?? .data
    do {
      let content = try fileWrapper(configuration: FileDocumentWriteConfiguration(contentType: type))
      Files.write(content.regularFileContents, to: file.absoluteString) { failure in
        onCompletion(failure.map { .failure(FileDialogError.notWritten($0)) } ?? .success(file))
      }
    } catch {
      onCompletion(.failure(error))
    }
  }
}
