internal import GtkBridge

extension View {
  /// Presents a dialog while a Boolean is true and the document is not `nil`. When the user has selected a file name
  /// and folder in the dialog, the document is saved there.
  ///
  /// ```swift
  /// Button("Export…") { isExporting = true }
  ///   .fileExporter(isPresented: $isExporting, document: shows, contentType: .json) { result in
  ///     if case .failure(let error) = result { alert = AnyAppAlert(error: error) }
  ///   }
  /// ```
  ///
  /// The Boolean becomes `false` when the dialog has closed, for any reason. The file is written in the background. An
  /// existing file stays until the new one is complete.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - document: The document to save. Its file is created after the user has selected a file name.
  ///   - contentType: The type of the file. Its extension is added to the suggested file name.
  ///   - defaultFilename: The suggested file name.
  ///   - onCompletion: Called once when the file is written, when it cannot be written, or when the dialog cannot be
  ///     shown. It is also called if the view disappears while the file is being written. It is not called when the
  ///     user cancels, when code closes the dialog, or when the window closes.
  @preconcurrency public nonisolated func fileExporter<Document: FileDocument>(
    isPresented: Binding<Bool>, document: Document?, contentType: ContentType, defaultFilename: String? = nil,
    onCompletion: @escaping @MainActor (_ result: Result<FileURL, any Error>) -> Void
  ) -> some View {
    exporting(isPresented, document, [contentType], defaultFilename, onCompletion, onCancellation: {})
  }

  /// Presents a dialog while a Boolean is true and the document is not `nil`. When the user has selected a file name
  /// and folder in the dialog, the document is saved there as one of several types.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - document: The document to save. Its file is created after the user has selected a file name.
  ///   - contentTypes: The possible types of the file. The extension of the file name selects the type. If no type has
  ///     this extension, the first type is used. If the array is empty, the document's `writableContentTypes` are used.
  ///   - defaultFilename: The suggested file name.
  ///   - onCompletion: Called once when the file is written, when it cannot be written, or when the dialog cannot be
  ///     shown.
  ///   - onCancellation: Called once when the user has closed the dialog without saving.
  @preconcurrency public nonisolated func fileExporter<Document: FileDocument>(
    isPresented: Binding<Bool>, document: Document?, contentTypes: [ContentType] = [], defaultFilename: String? = nil,
    onCompletion: @escaping @MainActor (_ result: Result<FileURL, any Error>) -> Void,
    onCancellation: @escaping @MainActor () -> Void = {}
  ) -> some View {
    exporting(
      isPresented, document, contentTypes.isEmpty ? Document.writableContentTypes : contentTypes, defaultFilename,
      onCompletion,
      onCancellation: onCancellation)
  }

  private nonisolated func exporting<Document: FileDocument>(
    _ isPresented: Binding<Bool>, _ document: Document?, _ types: [ContentType], _ filename: String?,
    _ onCompletion: @escaping @MainActor (Result<FileURL, any Error>) -> Void,
    onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    let document = MainActorValue(document)
    return fileDialog(presence: isPresented.item(whileNotNil: document)) {
      FileDialogContent(
        .saveFile, filters: ContentType.filters(types),
        name: filename.map { types.first?.addingExtension(to: $0) ?? $0 })
    } onAnswer: { answer in
      switch answer {
      case .selected(let addresses): document.value?.write(to: FileURL(addresses[0]), types, onCompletion)
      case .cancelled: onCancellation()
      case .failed(let reason): onCompletion(.failure(FileDialogError.unavailable(reason)))
      }
    }
  }
}

extension ContentType {
  /// Returns a file name with this type's extension added, unless the name has one of the type's extensions already.
  func addingExtension(to name: String) -> String {
    guard let preferredFilenameExtension,
      !filenameExtensions.contains(where: { name.lowercased().hasSuffix("." + $0.lowercased()) })
    else {
      return name
    }
    return name + "." + preferredFilenameExtension
  }
}

extension FileDocument {
  /// Writes the document to a file, and calls `onCompletion` with the result. The extension of the file selects one of
  /// the types. If no type has this extension, the first type is used. Without types, `data` is used.
  @MainActor func write(
    to file: FileURL, _ types: [ContentType], _ onCompletion: @escaping @MainActor (Result<FileURL, any Error>) -> Void
  ) {
    let filenameExtension = file.pathExtension.lowercased()
    let selectedType =
      types.first { $0.filenameExtensions.contains { $0.lowercased() == filenameExtension } } ?? types.first ?? .data
    do {
      let content = try fileWrapper(configuration: FileDocumentWriteConfiguration(contentType: selectedType))
      Files.write(content.regularFileContents, to: file.absoluteString) { failure in
        onCompletion(failure.map { .failure(FileDialogError.notWritten($0)) } ?? .success(file))
      }
    } catch {
      onCompletion(.failure(error))
    }
  }
}
