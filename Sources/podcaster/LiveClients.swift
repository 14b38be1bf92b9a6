import AppFeatures
import Foundation
import PodcastCommands
import PodcastNetwork
import PodcastStore
import Podcasts

/// The clients of the outside world that the window and the commands share.
struct LiveClients {
  let library: LibraryClient
  let feeds: FeedClient
  let subscriptions: SubscriptionsClient
  let episodes: EpisodesClient
  let directory: DirectoryClient
  let opml: OPMLClient
  let backups: BackupsClient
  let otherPlayers: ImportClient
  let preferences: PreferencesClient

  /// Opens the library. One that cannot be opened is told when it is used, and does not end the program.
  init(_ surroundings: Surroundings) {
    library = Self.library(at: surroundings.library)
    feeds = .live(version: CommandLineChoice.version)
    let missing = LibraryError.failed(reason: "This build has no adapter for it.")
    subscriptions = .unavailable(missing)
    episodes = EpisodesClient(
      ids: { _ in AsyncStream { $0.yield(.failure(missing)); $0.finish() } },
      episodes: { _ throws(LibraryError) in throw missing }, changes: { AsyncStream { $0.finish() } },
      notes: { _ throws(LibraryError) in throw missing }, setPlayed: { _, _ throws(LibraryError) in throw missing },
      restore: { _ throws(LibraryError) in throw missing })
    directory = DirectoryClient { _ in AsyncStream { $0.finish() } }
    opml = OPMLClient(
      read: { file throws(OPMLError) in throw .notFound(path: file.path) },
      write: { _, file throws(OPMLError) in throw .notWritten(path: file.path, reason: "This build has no adapter for it.") })
    backups = BackupsClient(
      all: { () throws(LibraryError) in throw missing }, make: { _ throws(LibraryError) in throw missing },
      restore: { _ throws(LibraryError) in throw missing })
    otherPlayers = ImportClient(
      find: { [] }, source: { file throws(ImportError) in throw .notRecognized(path: file.path) },
      run: { source throws(ImportError) in throw .notRecognized(path: source.file.path) })
    preferences = PreferencesClient(values: { AsyncStream { $0.finish() } }, save: { _ throws(PreferencesError) in })
  }

  private static func library(at file: URL) -> LibraryClient {
    do throws(LibraryError) {
      return try .live(at: file)
    } catch {
      return .unavailable(error)
    }
  }
}

extension CommandContext {
  /// The context of a command that was given to this process.
  static func live(_ surroundings: Surroundings) -> CommandContext {
    let clients = LiveClients(surroundings)
    var context = CommandContext(
      library: clients.library, feeds: clients.feeds, subscriptions: clients.subscriptions, episodes: clients.episodes,
      directory: clients.directory, opml: clients.opml, otherPlayers: clients.otherPlayers, backups: clients.backups,
      preferences: clients.preferences, now: { Date() },
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      complain: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
    if isatty(STDERR_FILENO) != 0 { context.progress = { FileHandle.standardError.write(Data("\r\u{1B}[K\($0)".utf8)) } }
    return context
  }
}
