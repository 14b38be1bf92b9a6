public import CGtk
internal import GtkBridge
public import Testing

/// A file for one test, in a temporary folder of its own.
@MainActor public struct SampleFile {
  /// The folder's path.
  public let folder: String
  /// The file's path.
  public let path: String

  /// Creates the folder, and in the folder a file with this name. The text in the file is “sample”.
  public init(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let newFolder = try #require(g_dir_make_tmp("podcaster-files-XXXXXX", nil), sourceLocation: sourceLocation)
    defer { g_free(newFolder) }
    folder = String(cString: newFolder)
    path = "\(folder)/\(name)"
    try #require(g_file_set_contents(path, "sample", -1, nil) != 0, sourceLocation: sourceLocation)
  }

  /// The file's address.
  public var address: String { Files.address(ofPath: path) }

  /// The folder's address.
  public var folderAddress: String { Files.address(ofPath: folder) }

  /// The contents of the file, or `nil` if it is gone.
  public var contents: String? {
    var text: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(path, &text, nil, nil) != 0, let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Removes the file.
  public func removeFile() { delete(path) }

  /// Removes the file and its folder.
  public func remove() {
    removeFile()
    delete(folder)
  }

  private func delete(_ path: String) {
    guard let file = g_file_new_for_path(path) else { return }
    g_file_delete(file, nil, nil)
    g_object_unref(file.rawPointer)
  }
}

/// Waits until a file dialog of GTK shows the path of the dialog's current folder. GTK 4.18 looks up each folder of the
/// path, and prints a warning if the dialog is closed before the lookups finish. A dialog that does not save begins
/// with the recent files, which have no folder. Then there is no path to wait for.
@MainActor public func waitUntilPathIsShown(
  in dialog: UnsafeMutablePointer<GtkWindow>, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let mayHaveNoFolder = gtk_file_chooser_get_action(dialog.opaque) != GTK_FILE_CHOOSER_ACTION_SAVE
  await waitUntil("the dialog to show its path", sourceLocation: sourceLocation) {
    guard let folder = gtk_file_chooser_get_current_folder(dialog.opaque) else { return mayHaveNoFolder }
    defer { g_object_unref(folder.rawPointer) }
    let pathBars = widgets(in: dialog.widget).filter { $0.typeName == "GtkPathBar" && gtk_widget_get_mapped($0) != 0 }
    let buttons = pathBars.flatMap { widgets(ofType: gtk_toggle_button_get_type(), in: $0) }
    return buttons.count == pathButtonCount(to: folder)
  }
}

/// Returns the number of folders that GTK's path bar shows for a folder: the folder itself and all folders above it. If
/// the folder is in the user's home folder, the path bar begins with the home folder.
@MainActor private func pathButtonCount(to folder: OpaquePointer) -> Int {
  var count = 1
  let home = g_file_new_for_path(g_get_home_dir())!
  defer { g_object_unref(home.rawPointer) }
  var current = g_object_ref(folder.rawPointer)
  while let file = current.map({ OpaquePointer($0) }), g_file_equal(file, home) == 0,
    let parent = g_file_get_parent(file)
  {
    g_object_unref(file.rawPointer)
    current = parent.rawPointer
    count += 1
  }
  g_object_unref(current)
  return count
}

/// Selects a file in a file dialog of GTK, as the user would: waits until the file is selected, and accepts.
@MainActor public func selectFile(
  _ path: String, in dialog: UnsafeMutablePointer<GtkWindow>, sourceLocation: SourceLocation = #_sourceLocation
) async {
  guard let file = g_file_new_for_path(path) else { return }
  gtk_file_chooser_set_file(dialog.opaque, file, nil)
  g_object_unref(file.rawPointer)
  await accept(path, in: dialog, sourceLocation: sourceLocation)
}

/// Accepts a file dialog of GTK, once the file with this path is selected in it.
@MainActor public func accept(
  _ path: String, in dialog: UnsafeMutablePointer<GtkWindow>, sourceLocation: SourceLocation = #_sourceLocation
) async {
  await waitUntil("“\(path)” to be selected", sourceLocation: sourceLocation) { selectedPath(in: dialog) == path }
  await waitUntilPathIsShown(in: dialog, sourceLocation: sourceLocation)
  await answer(dialog, GTK_RESPONSE_ACCEPT)
}

/// Sends a response to a file dialog of GTK, as its buttons do.
@MainActor public func answer(_ dialog: UnsafeMutablePointer<GtkWindow>, _ response: GtkResponseType) async {
  await performInEventHandler {
    gtk_dialog_response(dialog.rawPointer.assumingMemoryBound(to: GtkDialog.self), response.rawValue)
  }
}

/// Returns the path of the selected file in a file dialog of GTK.
@MainActor public func selectedPath(in dialog: UnsafeMutablePointer<GtkWindow>) -> String? {
  guard let file = gtk_file_chooser_get_file(dialog.opaque) else { return nil }
  defer { g_object_unref(file.rawPointer) }
  guard let path = g_file_get_path(file) else { return nil }
  defer { g_free(path) }
  return String(cString: path)
}
