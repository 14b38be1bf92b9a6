internal import GtkBridge

extension View {
  /// Asks for a file that is there, while a Boolean is true.
  ///
  /// ```swift
  /// Button("Import…") { isImporting = true }
  ///   .fileImporter(isPresented: $isImporting, allowedContentTypes: [.xml]) { result in
  ///     if case .success(let file) = result { subscribe(from: file) }
  ///   }
  /// ```
  ///
  /// The Boolean is `false` when the dialog is gone, whoever closed it, and before `onCompletion` is called. The dialog is the desktop's own
  /// where the program runs in a sandbox, and GTK's otherwise.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - allowedContentTypes: What may be chosen: files of these types; a folder, if it is folders alone; any file, if it is nothing.
  ///   - onCompletion: Called once when a person has chosen a file, or the dialog could not be shown. Who cancels has chosen none, and it is
  ///     not called; nor when code, or the end of the window, closes the dialog.
  @preconcurrency public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [ContentType],
    onCompletion: @escaping @MainActor (_ result: Result<FileURL, any Error>) -> Void
  ) -> some View {
    importing(isPresented, allowedContentTypes, several: false, { onCompletion($0.map { $0[0] }) }, onCancellation: {})
  }

  /// Asks for one file or several that are there, while a Boolean is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - allowedContentTypes: What may be chosen: files of these types; folders, if it is folders alone; any file, if it is nothing.
  ///   - allowsMultipleSelection: Whether more than one may be chosen.
  ///   - onCompletion: Called once when a person has chosen, with one file or more, or when the dialog could not be shown.
  @preconcurrency public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [ContentType], allowsMultipleSelection: Bool,
    onCompletion: @escaping @MainActor (_ result: Result<[FileURL], any Error>) -> Void
  ) -> some View {
    importing(isPresented, allowedContentTypes, several: allowsMultipleSelection, onCompletion, onCancellation: {})
  }

  /// Asks for one file or several that are there, while a Boolean is true, and says when a person does not want to choose.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is on screen.
  ///   - allowedContentTypes: What may be chosen: files of these types; folders, if it is folders alone; any file, if it is nothing.
  ///   - allowsMultipleSelection: Whether more than one may be chosen.
  ///   - onCompletion: Called once when a person has chosen, with one file or more, or when the dialog could not be shown.
  ///   - onCancellation: Called once when a person has closed the dialog without choosing.
  @preconcurrency public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [ContentType], allowsMultipleSelection: Bool,
    onCompletion: @escaping @MainActor (_ result: Result<[FileURL], any Error>) -> Void, onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    importing(isPresented, allowedContentTypes, several: allowsMultipleSelection, onCompletion, onCancellation: onCancellation)
  }

  private nonisolated func importing(
    _ isPresented: Binding<Bool>, _ types: [ContentType], several: Bool,
    _ onCompletion: @escaping @MainActor (Result<[FileURL], any Error>) -> Void, onCancellation: @escaping @MainActor () -> Void
  ) -> some View {
    fileDialog(isPresented: isPresented.item) {
      let isOfFolders = !types.isEmpty && types.allSatisfy { $0.isFolder }
      let action: FileDialogContent.Action =
        switch (isOfFolders, several) {
        case (false, false): .openFile
        case (false, true): .openFiles
        case (true, false): .openFolder
        case (true, true): .openFolders
        }
      return FileDialogContent(action, filters: isOfFolders ? [] : ContentType.filters(types))
    } answered: { answer in
      switch answer {
      case .chosen(let addresses): onCompletion(.success(addresses.map { FileURL($0) }))
      case .cancelled: onCancellation()
      case .failed(let reason): onCompletion(.failure(FileDialogError.unavailable(reason)))
      }
    }
  }
}

extension ContentType {
  /// What a file dialog offers for some types: all of them together, and then each by itself. Nothing where any file will do.
  @MainActor static func filters(_ types: [ContentType]) -> [FileDialogFilter] {
    let types = types.filter { !$0.isFolder }
    guard !types.contains(where: { $0.isAnything }) else { return [] }
    guard types.count > 1 else { return types.map(\.filter) }
    let all = FileDialogFilter(
      name: Localization.translate("All Supported Files"), mimeTypes: types.flatMap(\.mimeTypes), suffixes: types.flatMap(\.suffixes))
    return [all] + types.map(\.filter)
  }
}
