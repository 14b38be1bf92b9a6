internal import GtkBridge

extension View {
  /// Presents a dialog while a Boolean is true. The user selects an existing file in the dialog.
  ///
  /// ```swift
  /// Button("Import…") { isImporting = true }
  ///   .fileImporter(isPresented: $isImporting, allowedContentTypes: [.xml]) { result in
  ///     if case .success(let file) = result { subscribe(from: file) }
  ///   }
  /// ```
  ///
  /// The Boolean becomes `false` when the dialog has closed, for any reason. When `onCompletion` is called, the Boolean
  /// is already `false`. In a sandbox, the desktop provides the dialog. Otherwise, GTK provides it.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - allowedContentTypes: The types of files that the user can select. If all types are folders, the user selects a
  ///     folder. Otherwise, types of folders are ignored. If the array is empty, the user can select any file.
  ///   - onCompletion: Called once when the user has selected a file, or when the dialog could not be shown. It is not
  ///     called when the user cancels, when code closes the dialog, or when the window closes.
  @preconcurrency public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [ContentType],
    onCompletion: @escaping @MainActor (_ result: Result<FileURL, any Error>) -> Void
  ) -> some View {
    // The dialog returns exactly one file, because it does not allow several.
    importing(
      isPresented, allowedContentTypes, allowsMultiple: false, { onCompletion($0.map { $0[0] }) }, onCancellation: {})
  }

  /// Presents a dialog while a Boolean is true. The user selects one or more existing files in the dialog.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - allowedContentTypes: The types of files that the user can select. If all types are folders, the user selects
  ///     folders. Otherwise, types of folders are ignored. If the array is empty, the user can select any file.
  ///   - allowsMultipleSelection: Whether the user can select more than one file.
  ///   - onCompletion: Called once with the files that the user has selected, or with an error if the dialog could not
  ///     be shown.
  @preconcurrency public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [ContentType], allowsMultipleSelection: Bool,
    onCompletion: @escaping @MainActor (_ result: Result<[FileURL], any Error>) -> Void
  ) -> some View {
    importing(
      isPresented, allowedContentTypes, allowsMultiple: allowsMultipleSelection, onCompletion, onCancellation: {})
  }

  /// Presents a dialog while a Boolean is true, and reports its cancellation. The user selects one or more existing
  /// files in the dialog.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - allowedContentTypes: The types of files that the user can select. If all types are folders, the user selects
  ///     folders. Otherwise, types of folders are ignored. If the array is empty, the user can select any file.
  ///   - allowsMultipleSelection: Whether the user can select more than one file.
  ///   - onCompletion: Called once with the files that the user has selected, or with an error if the dialog could not
  ///     be shown.
  ///   - onCancellation: Called once when the user has closed the dialog without a selection.
  @preconcurrency public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [ContentType], allowsMultipleSelection: Bool,
    onCompletion: @escaping @MainActor (_ result: Result<[FileURL], any Error>) -> Void,
    onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    importing(
      isPresented, allowedContentTypes, allowsMultiple: allowsMultipleSelection, onCompletion,
      onCancellation: onCancellation)
  }

  private nonisolated func importing(
    _ isPresented: Binding<Bool>, _ types: [ContentType], allowsMultiple: Bool,
    _ onCompletion: @escaping @MainActor (Result<[FileURL], any Error>) -> Void,
    onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    fileDialog(presence: isPresented.item) {
      let selectsFolders = !types.isEmpty && types.allSatisfy { $0.isFolder }
      let action: FileDialogContent.Action =
        switch (selectsFolders, allowsMultiple) {
        case (false, false): .openFile
        case (false, true): .openFiles
        case (true, false): .openFolder
        case (true, true): .openFolders
        }
      return FileDialogContent(action, filters: selectsFolders ? [] : ContentType.filters(types))
    } onAnswer: { answer in
      switch answer {
      case .selected(let addresses): onCompletion(.success(addresses.map { FileURL($0) }))
      case .cancelled: onCancellation()
      case .failed(let reason): onCompletion(.failure(FileDialogError.unavailable(reason)))
      }
    }
  }
}

extension ContentType {
  /// Returns the filters of a file dialog: one for each type. If there are several types, a filter for all of them
  /// comes first. Types of folders have no filter. The result is empty if any file is allowed.
  @MainActor static func filters(_ types: [ContentType]) -> [FileDialogFilter] {
    let types = types.filter { !$0.isFolder }
    guard !types.contains(where: { $0.includesAllFiles }) else { return [] }
    guard types.count > 1 else { return types.map(\.filter) }
    let combinedFilter = FileDialogFilter(
      name: Localization.translate("All Supported Files"), mimeTypes: types.flatMap(\.mimeTypes),
      filenameExtensions: types.flatMap(\.filenameExtensions))
    return [combinedFilter] + types.map(\.filter)
  }
}
