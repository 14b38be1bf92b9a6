import Foundation

/// Where the program finds its files, and what it was told by the environment.
struct Surroundings {
  private let environment: [String: String]
  private let executable: URL?

  /// Looks around.
  ///
  /// - Parameters:
  ///   - environment: The process's variables.
  ///   - executable: The program's own file.
  init(environment: [String: String], executable: URL?) {
    self.environment = environment.filter { !$0.value.isEmpty }
    self.executable = executable?.resolvingSymlinksInPath()
  }

  /// The listener's library: `podcaster/library.sqlite` in the folder for data.
  var library: URL {
    let data = folder("XDG_DATA_HOME") ?? home.appending(path: ".local/share", directoryHint: .isDirectory)
    return data.appending(path: "podcaster/library.sqlite", directoryHint: .notDirectory)
  }

  /// The listener's settings: `podcaster/settings.json` in the folder for configuration.
  var settings: URL {
    let configuration = folder("XDG_CONFIG_HOME") ?? home.appending(path: ".config", directoryHint: .isDirectory)
    return configuration.appending(path: "podcaster/settings.json", directoryHint: .notDirectory)
  }

  /// The feed of the sample show, or `nil` if it is not installed.
  var sampleShow: URL? {
    let folders = [folder("PODCASTER_RESOURCES"), share?.appending(path: "podcaster")].compactMap(\.self)
      + dataFolders.map { $0.appending(path: "podcaster") }
    return folders.map { $0.appending(path: "sample-show/feed.xml", directoryHint: .notDirectory) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
  }

  /// The folder of the catalogues of translations.
  var translations: URL {
    let folders = [folder("PODCASTER_RESOURCES"), share].compactMap(\.self).map { $0.appending(path: "locale") }
    return folders.first { FileManager.default.fileExists(atPath: $0.path) } ?? URL(filePath: "/usr/share/locale")
  }

  /// Where the sound goes, as GStreamer describes it.
  var audioSink: String { environment["PODCASTER_AUDIO_SINK"] ?? "autoaudiosink" }

  /// How dates and lengths are written: as the texts are, unless the environment says otherwise of dates.
  var locale: Locale {
    let names = ["LC_ALL", "LC_TIME", "LANGUAGE", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    let first = names.lazy.compactMap { $0.split(separator: ":").first }.map { $0.prefix { $0 != "." && $0 != "@" } }
      .first { $0 != "C" && $0 != "POSIX" }
    return Locale(identifier: first.map(String.init) ?? "en_US")
  }

  private var home: URL { folder("HOME") ?? FileManager.default.homeDirectoryForCurrentUser }

  /// The `share` beside the `bin` that the program is in.
  private var share: URL? {
    executable?.deletingLastPathComponent().deletingLastPathComponent().appending(path: "share", directoryHint: .isDirectory)
  }

  private var dataFolders: [URL] {
    (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":")
      .map { URL(filePath: String($0), directoryHint: .isDirectory) }
  }

  /// A folder that a variable names. The base directory specification wants paths that are not absolute to be ignored; those of a developer's
  /// `PODCASTER_RESOURCES` are taken as they are.
  private func folder(_ variable: String) -> URL? {
    guard let path = environment[variable], path.hasPrefix("/") || !variable.hasPrefix("XDG_") else { return nil }
    return URL(filePath: path, directoryHint: .isDirectory)
  }
}
