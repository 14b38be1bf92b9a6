import AppFeatures
import DesktopServices
import Foundation
import PodcastCommands
import PodcastNetwork
import PodcastStore
import Podcasts

/// The live clients that the window and the commands share.
struct LiveClients {
  /// The queue of all short transfers, such as feeds and pictures.
  static let transfers = TransferQueue()

  let library: LibraryClient
  let feeds: FeedClient
  let credentials: CredentialsClient
  let subscriptions: SubscriptionsClient
  let episodes: EpisodesClient
  let showSettings: ShowSettingsClient
  let downloads: DownloadsClient
  let streams: StreamsClient
  let queue: QueueClient
  let directory: DirectoryClient
  let opml: OPMLClient
  let backups: BackupsClient
  let otherPlayers: ImportClient
  let preferences: PreferencesClient
  let notes: NotesClient
  let chapters: ChaptersClient
  let transcripts: TranscriptClient
  let savedTranscripts: SavedTranscriptsClient
  /// How the library was opened, or `nil` if it could not be opened.
  let opening: Library.Opening?

  /// Opens the library. If that fails, the program continues, and the clients report the error when they are used.
  init(_ environment: ProcessEnvironment) {
    self.init(environment, Result { () throws(LibraryError) in try Library.open(at: environment.library) })
  }

  /// Opens the library on a separate thread.
  ///
  /// - Parameter willUpdate: Called on that thread before a library of an older version is updated, which may take a
  ///   minute.
  static func open(_ environment: ProcessEnvironment, willUpdate: @escaping @Sendable () -> Void) async -> LiveClients {
    let file = environment.library
    let library = await withCheckedContinuation { continuation in
      DispatchQueue(label: "Opening the library").async {
        continuation.resume(returning: Result { () throws(LibraryError) in try Library.open(at: file, willUpdate: willUpdate) })
      }
    }
    return LiveClients(environment, library)
  }

  private init(_ environment: ProcessEnvironment, _ opened: Result<Library, LibraryError>) {
    let version = ParsedCommandLine.version
    let preferences = PreferencesClient.live(file: environment.settings)
    self.preferences = preferences
    let credentials = CredentialsClient.remembering(.live())
    self.credentials = credentials
    feeds = .live(limits: .feed.shortened(to: environment.feedTimeLimit), version: version, queue: Self.transfers, credentials: credentials)
    directory = .live(servers: { DirectoryServer.selected(in: await preferences.current) }, version: version, queue: Self.transfers)
    opml = .live()
    notes = .live
    let streams = StreamsClient.live(version: version, credentials: credentials)
    self.streams = streams
    transcripts = .live(version: version, credentials: credentials, queue: Self.transfers)
    do throws(LibraryError) {
      let library = try opened.get()
      opening = library.opening
      self.library = library.client
      subscriptions = library.subscriptions
      episodes = library.episodes
      showSettings = library.showSettings
      downloads = .live(records: library.downloadRecords, folder: environment.downloads, version: version, credentials: credentials)
      queue = library.queue
      savedTranscripts = library.transcripts
      backups = library.backups
      otherPlayers = library.imports
    } catch {
      opening = nil
      library = .unavailable(error)
      subscriptions = .unavailable(error)
      episodes = .unavailable(error)
      showSettings = .unavailable(error)
      downloads = .unavailable(error)
      queue = .unavailable(error)
      savedTranscripts = .unavailable(error)
      backups = .unavailable(error)
      otherPlayers = .unavailable(error)
    }
    chapters = .live(
      version: version, credentials: credentials, streams: streams, runningDownload: downloads.kept, queue: Self.transfers)
  }
}

extension PreferencesClient {
  /// The current settings.
  fileprivate var current: Preferences {
    get async {
      for await preferences in values() { return preferences }
      return Preferences()
    }
  }
}

extension BackupsClient {
  /// Returns the client for the backups of a library that could not be opened. Its operations throw the error.
  fileprivate static func unavailable(_ error: LibraryError) -> BackupsClient {
    BackupsClient(
      all: { () throws(LibraryError) -> [LibraryBackup] in throw error }, make: { _ throws(LibraryError) -> LibraryBackup? in throw error },
      restore: { _ throws(LibraryError) in throw error }, check: { () throws(LibraryError) -> [URL] in throw error })
  }
}

extension ImportClient {
  /// Returns the client for imports into a library that could not be opened. It finds no other players, and its other
  /// operations throw the error.
  fileprivate static func unavailable(_ error: LibraryError) -> ImportClient {
    ImportClient(
      find: { [] }, source: { _ throws(ImportError) -> ImportSource in throw .library(error) },
      run: { _, _ throws(ImportError) -> ImportSummary in throw .library(error) })
  }
}

extension CommandContext {
  /// Creates the context of a command with the live clients.
  static func live(_ environment: ProcessEnvironment) -> CommandContext {
    let clients = LiveClients(environment)
    var context = CommandContext(
      library: clients.library, feeds: clients.feeds, subscriptions: clients.subscriptions, episodes: clients.episodes,
      directory: clients.directory, opml: clients.opml, otherPlayers: clients.otherPlayers, backups: clients.backups,
      preferences: clients.preferences, queue: clients.queue,
      player: .live(program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()), now: { Date() },
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      writeError: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
    context.downloads = clients.downloads
    context.credentials = clients.credentials
    if isatty(STDERR_FILENO) != 0 { context.progress = { FileHandle.standardError.write(Data("\r\u{1B}[K\($0)".utf8)) } }
    return context
  }
}
