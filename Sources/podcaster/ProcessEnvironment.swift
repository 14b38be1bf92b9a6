import AppFeatures
import Foundation

/// The locations of the program's files, and the options in environment variables.
///
/// `PODCASTER_RESOURCES` is the folder with the sample show and the translations, for a program that is not installed.
struct ProcessEnvironment {
  /// The environment variables that are not empty.
  private let variables: [String: String]
  /// The program's own file, or `nil` if it is unknown.
  private let executable: URL?

  /// Creates the environment of a process.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - executable: The program's own file.
  init(environment: [String: String], executable: URL?) {
    variables = environment.filter { !$0.value.isEmpty }
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

  /// The feed of the sample show, which a listener without shows can try. `nil` if the feed is not installed.
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

  /// The description of the GStreamer element that plays the sound.
  var audioSink: String { variables["PODCASTER_AUDIO_SINK"] ?? "autoaudiosink" }

  /// The time limit for fetching a feed, or `nil` for the standard limits. Tests of hostile servers set
  /// `PODCASTER_FEED_TIME_LIMIT` to a number of seconds.
  var feedTimeLimit: Duration? {
    variables["PODCASTER_FEED_TIME_LIMIT"].flatMap(Int.init).flatMap { $0 > 0 ? .seconds($0) : nil }
  }

  /// How long the program continues without a window and without sound. Tests set `PODCASTER_CLOSED_WINDOW_LIMIT` to a
  /// number of seconds.
  var closedWindowTimeLimit: Duration {
    variables["PODCASTER_CLOSED_WINDOW_LIMIT"].flatMap(Int.init).flatMap { $0 > 0 ? .seconds($0) : nil }
      ?? ClosedWindow.timeLimit
  }

  /// The name of the variable in which an ending process passes actions to the next start of the program.
  static let startActionsVariable = "PODCASTER_START_ACTIONS"

  /// The actions that were requested while the previous process was ending.
  var startActions: [DesktopAction] {
    (variables[Self.startActionsVariable] ?? "").split(separator: ",").compactMap { DesktopAction(text: String($0)) }
  }

  /// The locale in which dates and durations are formatted. `LC_ALL` and `LC_TIME` select the locale. Without these
  /// variables, the locale of the texts is used.
  var locale: Locale {
    let names = ["LC_ALL", "LC_TIME", "LANGUAGE", "LC_MESSAGES", "LANG"].compactMap { variables[$0] }
    // “C” and “POSIX” name no language, so they are skipped.
    let localeName = names.lazy.compactMap { $0.split(separator: ":").first }
      .map { $0.prefix { $0 != "." && $0 != "@" } }
      .first { $0 != "C" && $0 != "POSIX" }
    return Locale(identifier: localeName.map(String.init) ?? "en_US")
  }

  private var home: URL { folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser }

  /// The `share` folder next to the program's `bin` folder.
  private var share: URL? {
    executable?.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "share", directoryHint: .isDirectory)
  }

  /// The system's data folders, by the XDG Base Directory specification.
  private var dataFolders: [URL] {
    (variables["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
      .map { URL(filePath: String($0), directoryHint: .isDirectory) }
  }

  /// Returns the folder that an environment variable names, or `nil` if the variable is not set. Relative paths in the
  /// `XDG_` variables are ignored, as the XDG Base Directory specification requires. A developer may set
  /// `PODCASTER_RESOURCES` to a relative path.
  private func folder(_ variable: String) -> URL? {
    guard let path = variables[variable], path.hasPrefix("/") || !variable.hasPrefix("XDG_") else { return nil }
    return URL(filePath: path, directoryHint: .isDirectory)
  }
}
