/// The texts and the options of a file dialog. All texts are plain, without markup.
public struct FileDialogContent: Hashable, Sendable {
  /// The operation for which the user selects files or folders.
  public enum Action: Hashable, Sendable {
    /// Opens an existing file.
    case openFile
    /// Opens one or more existing files.
    case openFiles
    /// Opens a folder.
    case openFolder
    /// Opens one or more folders.
    case openFolders
    /// Saves a file. The user enters its name and selects its folder. GTK requests a confirmation before an existing
    /// file is replaced.
    case saveFile
  }

  /// The operation for which the user selects files or folders.
  public var action: Action
  /// The dialog's title, or `nil` for the name of the action in the user's language.
  public var title: String?
  /// The label of the button that accepts the selection, or `nil` for GTK's own label. An underscore precedes the
  /// letter that activates the button together with Alt.
  public var acceptLabel: String?
  /// The filters that the dialog offers. The first filter is selected initially. Without filters, the dialog offers all
  /// files.
  public var filters: [FileDialogFilter]
  /// The address of the folder that is shown first, such as `file:///home/robin/Music`, or `nil` for the folder of the
  /// last dialog.
  public var folder: String?
  /// The initial name of the file to save, or `nil` for an empty name. Used only by ``Action/saveFile``.
  public var name: String?

  /// Creates the content of a file dialog. The parameters are the properties of the same names.
  public init(
    _ action: Action, title: String? = nil, acceptLabel: String? = nil, filters: [FileDialogFilter] = [],
    folder: String? = nil, name: String? = nil
  ) {
    self.action = action
    self.title = title
    self.acceptLabel = acceptLabel
    self.filters = filters
    self.folder = folder
    self.name = name
  }

  /// The title to show: `title`, or else the name of the action, because the dialog of GTK 4.8 has no default title.
  @MainActor var shownTitle: String {
    if let title { return title }
    return switch action {
    case .openFile: Localization.translate("Open File")
    case .openFiles: Localization.translate("Open Files")
    case .openFolder: Localization.translate("Choose Folder")
    case .openFolders: Localization.translate("Choose Folders")
    case .saveFile: Localization.translate("Save File")
    }
  }
}

/// A kind of files, such as images, to which the user can limit a file dialog. A file is of this kind if it has one of
/// the types or one of the extensions.
public struct FileDialogFilter: Hashable, Sendable {
  /// The name of the filter for the user, such as "Images".
  public var name: String
  /// The MIME types of the files, such as `image/png`, and `audio/*` for all types of audio.
  public var mimeTypes: [String]
  /// The extensions of the file names, without the dot. The case of the letters is ignored.
  public var filenameExtensions: [String]

  /// Creates a filter.
  public init(name: String, mimeTypes: [String] = [], filenameExtensions: [String] = []) {
    self.name = name
    self.mimeTypes = mimeTypes
    self.filenameExtensions = filenameExtensions
  }
}

/// The user's answer to a file dialog.
public enum FileDialogAnswer: Hashable, Sendable {
  /// The user selected the files or folders at these addresses, such as `file:///home/robin/Music/rain.ogg`.
  case selected([String])
  /// The user pressed Cancel, Escape or the close button.
  case cancelled
  /// The dialog could not be shown, for this reason.
  case failed(String)
}
