/// What a file dialog asks for, and what it says. All texts are plain.
public struct FileDialogContent: Hashable, Sendable {
  /// What a person chooses.
  public enum Action: Hashable, Sendable {
    /// A file that is there.
    case openFile
    /// One file or more.
    case openFiles
    /// A folder.
    case openFolder
    /// One folder or more.
    case openFolders
    /// A name and a place for a file. GTK asks whether one that is there may be replaced.
    case saveFile
  }

  /// What a person chooses.
  public var action: Action
  /// The dialog's title, or `nil` for what the action is called in the user's language.
  public var title: String?
  /// What the button says that accepts, or `nil` for GTK's own. An underline stands before the letter that presses it.
  public var acceptLabel: String?
  /// Which files are offered; the first is chosen at the beginning. Without any all are.
  public var filters: [FileDialogFilter]
  /// The address of the folder that is shown first, such as `file:///home/robin/Music`, or `nil` for the one of the last dialog.
  public var folder: String?
  /// The name that a file to save has at first.
  public var name: String?

  /// Makes a dialog's content.
  public init(
    _ action: Action, title: String? = nil, acceptLabel: String? = nil, filters: [FileDialogFilter] = [], folder: String? = nil, name: String? = nil
  ) {
    self.action = action
    self.title = title
    self.acceptLabel = acceptLabel
    self.filters = filters
    self.folder = folder
    self.name = name
  }

  /// The title to show: GTK 4.8's own dialog has none of itself.
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

/// Files that are offered together.
public struct FileDialogFilter: Hashable, Sendable {
  /// What a person reads: "Images".
  public var name: String
  /// The types of the files, such as `image/png` and `audio/*`.
  public var mimeTypes: [String]
  /// How their names end, without the dot, in any case.
  public var suffixes: [String]

  /// Makes a filter.
  public init(name: String, mimeTypes: [String] = [], suffixes: [String] = []) {
    self.name = name
    self.mimeTypes = mimeTypes
    self.suffixes = suffixes
  }
}

/// What a person answered to a file dialog.
public enum FileDialogAnswer: Hashable, Sendable {
  /// These addresses, such as `file:///home/robin/Music/rain.ogg`: one or more.
  case chosen([String])
  /// Nothing: Cancel, Escape or the close button.
  case cancelled
  /// Nothing, since the dialog could not be shown, for this reason.
  case failed(String)
}
