import AppFeatures
import Foundation

/// The locations of the program's files, and its settings from the environment.
struct ProcessEnvironment {
  private let environment: [String: String]
  private let executable: URL?

  /// Creates the environment of a process.
  ///
  /// - Parameters:
  ///   - environment: The process's variables.
  ///   - executable: The program's own file.
  init(environment: [String: String], executable: URL?) {
    self.environment = environment.filter { !$0.value.isEmpty }
    self.executable = executable?.resolvingSymlinksInPath()
  }

  /// The user's library: `podcaster/library.sqlite` in the user's data folder (`XDG_DATA_HOME`).
  var library: URL {
    let data = folder("XDG_DATA_HOME") ?? home.appending(path: ".local/share", directoryHint: .isDirectory)
    return data.appending(path: "podcaster/library.sqlite", directoryHint: .notDirectory)
  }

  /// The folder of downloads: `podcaster/downloads` in the user's data folder.
  var downloads: URL { library.deletingLastPathComponent().appending(path: "downloads", directoryHint: .isDirectory) }

  /// The user's settings: `podcaster/settings.json` in the user's configuration folder (`XDG_CONFIG_HOME`).
  var settings: URL {
    let configuration = folder("XDG_CONFIG_HOME") ?? home.appending(path: ".config", directoryHint: .isDirectory)
    return configuration.appending(path: "podcaster/settings.json", directoryHint: .notDirectory)
  }

  /// The feed of the sample show, or `nil` if it is not installed.
  var sampleShow: URL? {
    let folders =
      [folder("PODCASTER_RESOURCES"), share?.appending(path: "podcaster")].compactMap(\.self)
      + dataFolders.map { $0.appending(path: "podcaster") }
    return folders.map { $0.appending(path: "sample-show/feed.xml", directoryHint: .notDirectory) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
  }

  /// The folder of the translation catalogues.
  var translations: URL {
    let folders = [folder("PODCASTER_RESOURCES"), share].compactMap(\.self).map { $0.appending(path: "locale") }
    return folders.first { FileManager.default.fileExists(atPath: $0.path) } ?? URL(filePath: "/usr/share/locale")
  }

  /// The audio sink, as a GStreamer description.
  var audioSink: String { environment["PODCASTER_AUDIO_SINK"] ?? "autoaudiosink" }

  /// The time limit for fetching a feed, in seconds in the variable. `nil` for the standard limits. Tests of hostile
  /// servers set it.
  var feedTimeLimit: Duration? {
    environment["PODCASTER_FEED_TIME_LIMIT"].flatMap(Int.init).flatMap { $0 > 0 ? .seconds($0) : nil }
  }

  /// How long the program continues without a window and without sound. Tests set the variable.
  var closedWindowTimeLimit: Duration {
    environment["PODCASTER_CLOSED_WINDOW_LIMIT"].flatMap(Int.init).flatMap { $0 > 0 ? .seconds($0) : nil }
      ?? ClosedWindow.timeLimit
  }

  /// The variable with the actions that a process passes to the new start of the program when it ends.
  static let startActionsName = "PODCASTER_START_ACTIONS"

  /// The actions that were requested while the previous process was ending.
  var startActions: [DesktopAction] {
    (environment[Self.startActionsName] ?? "").split(separator: ",").compactMap { DesktopAction(text: String($0)) }
  }

  /// The locale of dates and lengths. It is the locale of the texts, unless the environment sets another locale for
  /// dates.
  var locale: Locale {
    let names = ["LC_ALL", "LC_TIME", "LANGUAGE", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    let first = names.lazy.compactMap { $0.split(separator: ":").first }.map { $0.prefix { $0 != "." && $0 != "@" } }
      .first { $0 != "C" && $0 != "POSIX" }
    return Locale(identifier: first.map(String.init) ?? "en_US")
  }

  private var home: URL { folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser }

  /// The `share` folder next to the program's `bin` folder.
  private var share: URL? {
    executable?.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "share", directoryHint: .isDirectory)
  }

  private var dataFolders: [URL] {
    (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
      .map { URL(filePath: String($0), directoryHint: .isDirectory) }
  }

  /// Returns the folder of an environment variable, or `nil` if it is not set. Relative paths in the `XDG_` variables
  /// are ignored, as the XDG Base Directory specification requires. `PODCASTER_RESOURCES` may be relative, for
  /// developers.
  private func folder(_ variable: String) -> URL? {
    guard let path = environment[variable], path.hasPrefix("/") || !variable.hasPrefix("XDG_") else { return nil }
    return URL(filePath: path, directoryHint: .isDirectory)
  }
}
