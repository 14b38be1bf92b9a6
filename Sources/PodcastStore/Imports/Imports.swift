import Foundation
import GRDB
import Podcasts

/// Imports the libraries of other podcast players, such as gPodder.
struct Imports: Sendable {
  let database: LibraryDatabase
  /// The listener's home folder.
  let home: URL
  /// The environment variables, which may contain the paths of players' folders.
  let environment: [String: String]
  let now: @Sendable () -> Date

  /// Returns the other players' libraries that can be read at their usual paths.
  func find() async -> [ImportSource] {
    await Self.runBlocking { usualFiles().compactMap { try? Self.source($0) } }
  }

  /// Returns a description of the library in a file: its player, and how many shows and episodes it has.
  func source(_ file: URL) async throws(ImportError) -> ImportSource {
    try await Self.runBlocking { Result { () throws(ImportError) in try Self.source(file) } }.get()
  }

  /// Imports a library, with one transaction for each show. Ends before the next show if `shouldStop` returns `true`,
  /// or if the task is cancelled. The shows that were already imported stay in the library.
  func run(_ source: ImportSource, _ shouldStop: @Sendable () -> Bool) async throws(ImportError) -> ImportSummary {
    let library = try await Self.runBlocking {
      Result { () throws(ImportError) in
        try ForeignFile(file: source.file).read { player, database in
          try ForeignLibraryReader.read(player, in: database)
        }
      }
    }.get()
    let date = now()
    var summary = ImportSummary()
    do throws(LibraryError) {
      for show in library.shows {
        summary.isStopped = Task.isCancelled || shouldStop()
        if summary.isStopped { break }
        summary = try await database.write { [summary] in
          try ForeignLibraryMerging(date: date, database: $0).merge(show, into: summary)
        }
      }
      return summary
    } catch {
      throw .library(error)
    }
  }

  /// The usual paths of the other players' libraries, for players that are installed by a distribution package or by
  /// Flatpak.
  private func usualFiles() -> [URL] {
    let flatpak = home.appending(path: ".var/app")
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
      ?? home.appending(path: ".local/share")
    let gPodder =
      environment["GPODDER_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) } ?? home.appending(path: "gPodder")
    return [
      gPodder.appending(path: "Database"),
      flatpak.appending(path: "org.gpodder.gpodder/data/gPodder/Database"),
      flatpak.appending(path: "org.gpodder.gpodder/gPodder/Database"),
      data.appending(path: "gnome-podcasts/podcasts.db"),
      flatpak.appending(path: "org.gnome.Podcasts/data/gnome-podcasts/podcasts.db"),
      data.appending(path: "KDE/kasts/database.db3"),
      flatpak.appending(path: "org.kde.kasts/data/KDE/kasts/database.db3"),
    ]
  }

  private static func source(_ file: URL) throws(ImportError) -> ImportSource {
    try ForeignFile(file: file).read { player, database in
      let counts = try ForeignLibraryReader.counts(player, in: database)
      return ImportSource(player: player, file: file, showCount: counts.shows, episodeCount: counts.episodes)
    }
  }

  /// Runs blocking work on a separate queue.
  private static func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "Import").async { continuation.resume(returning: work()) }
    }
  }
}
