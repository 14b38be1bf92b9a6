import AppFeatures
import DesktopServices
import Foundation
import PodcastCommands
import PodcastNetwork
import PodcastStore
import Podcasts
import ReducerStore

/// The clients of the running program, which use the real files, network and system services. The window and the
/// commands of the command line use them.
struct LiveClients {
  /// The queue of all short network transfers, such as those of feeds and pictures.
  static let transfers = TransferQueue()

  let library: LibraryClient
  let feeds: FeedClient
  let credentials: CredentialsClient
  let subscriptions: SubscriptionsClient
  let episodes: EpisodesClient
  let showSettings: ShowSettingsClient
  let downloads: DownloadsClient
  /// Stores the received audio of episodes that are played without a download.
  let streams: StreamsClient
  let queue: QueueClient
  let directory: DirectoryClient
  let opml: OPMLClient
  let backups: BackupsClient
  /// Imports shows from the libraries of other podcast players.
  let otherPlayers: ImportClient
  let preferences: PreferencesClient
  let notes: NotesClient
  let chapters: ChaptersClient
  let transcripts: TranscriptClient
  let savedTranscripts: SavedTranscriptsClient
  /// How the library was opened, or `nil` if it could not be opened.
  let opening: Library.Opening?

  /// Opens the library on the calling thread. If the library cannot be opened, the program continues, and the clients
  /// of the library throw the error when they are used.
  init(_ environment: ProcessEnvironment) {
    self.init(environment, Result { () throws(LibraryError) in try Library.open(at: environment.library) })
  }

  /// Opens the library on a separate thread.
  ///
  /// - Parameter willUpdate: Called on that thread before the migration of a library of an older version. A migration
  ///   may take a minute.
  static func open(_ environment: ProcessEnvironment, willUpdate: @escaping @Sendable () -> Void) async -> LiveClients {
    let file = environment.library
    let library = await withCheckedContinuation { continuation in
      DispatchQueue(label: "Opening the library").async {
        continuation.resume(
          returning: Result { () throws(LibraryError) in try Library.open(at: file, willUpdate: willUpdate) })
      }
    }
    return LiveClients(environment, library)
  }

  /// Sets the clients as dependencies of the program.
  func set(in values: inout DependencyValues) {
    values.library = library
    values.notes = notes
    values.chapters = chapters
    values.transcripts = transcripts
    values.savedTranscripts = savedTranscripts
    values.episodes = episodes
    values.showSettings = showSettings
    values.downloads = downloads
    values.streams = streams
    values.playbackSource = { [downloads, streams] in await downloads.playbackSource(of: $0, at: $1, orKeptBy: streams)
    }
    values.audioSource = { [downloads] in await downloads.audioSource(of: $0) }
    values.queue = queue
    values.feeds = feeds
    values.credentials = credentials
    values.subscriptions = subscriptions
    values.directory = directory
    values.opml = opml
    values.backups = backups
    values.otherPlayers = otherPlayers
    values.preferences = preferences
  }

  /// Creates the clients for an opened library, or for the error if the library could not be opened.
  private init(_ environment: ProcessEnvironment, _ opened: Result<Library, LibraryError>) {
    let version = ParsedCommandLine.version
    let preferences = PreferencesClient.live(file: environment.settings)
    let credentials = CredentialsClient.remembering(.live())
    (self.preferences, self.credentials) = (preferences, credentials)
    feeds = .live(
      limits: .feed.shortened(to: environment.feedTimeLimit), version: version, queue: Self.transfers,
      credentials: credentials)
    directory = .live(
      servers: { DirectoryServer.selected(in: await preferences.current) }, version: version, queue: Self.transfers)
    opml = .live()
    notes = .live
    let streams = StreamsClient.live(version: version, credentials: credentials)
    self.streams = streams
    transcripts = .live(version: version, credentials: credentials, queue: Self.transfers)
    opening = opened.value({ $0.opening }, or: { _ in nil })
    library = opened.value({ $0.client }, or: { .unavailable($0) })
    subscriptions = opened.value({ $0.subscriptions }, or: { .unavailable($0) })
    episodes = opened.value({ $0.episodes }, or: { .unavailable($0) })
    showSettings = opened.value({ $0.showSettings }, or: { .unavailable($0) })
    downloads = opened.value {
      .live(records: $0.downloadRecords, folder: environment.downloads, version: version, credentials: credentials)
    } or: {
      .unavailable($0)
    }
    queue = opened.value({ $0.queue }, or: { .unavailable($0) })
    savedTranscripts = opened.value({ $0.transcripts }, or: { .unavailable($0) })
    backups = opened.value({ $0.backups }, or: { .unavailable($0) })
    otherPlayers = opened.value({ $0.imports }, or: { .unavailable($0) })
    chapters = .live(
      version: version, credentials: credentials, streams: streams, runningDownload: downloads.receivedAudio,
      queue: Self.transfers)
  }
}

extension Result<Library, LibraryError> {
  /// Returns a value of the opened library, or another value for the error if the library could not be opened.
  fileprivate func value<Value>(_ libraryValue: (Library) -> Value, or errorValue: (LibraryError) -> Value) -> Value {
    switch self {
    case .success(let library): libraryValue(library)
    case .failure(let error): errorValue(error)
    }
  }
}

extension PreferencesClient {
  /// The first settings that the client emits, which are the current ones. If the client emits none, the default
  /// settings.
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
      all: { () throws(LibraryError) -> [LibraryBackup] in throw error },
      make: { _ throws(LibraryError) -> LibraryBackup? in throw error },
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
  /// Creates the context of a command with ``LiveClients``.
  static func live(_ environment: ProcessEnvironment) -> CommandContext {
    let clients = LiveClients(environment)
    // `/proc/self/exe` is a link to the file of the running program.
    var context = CommandContext(
      library: clients.library, feeds: clients.feeds, subscriptions: clients.subscriptions, episodes: clients.episodes,
      directory: clients.directory, opml: clients.opml, otherPlayers: clients.otherPlayers, backups: clients.backups,
      preferences: clients.preferences, queue: clients.queue,
      player: .live(program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()), now: { Date() },
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      writeError: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) })
    context.downloads = clients.downloads
    context.credentials = clients.credentials
    if isatty(STDERR_FILENO) != 0 {
      // Only a terminal shows progress. The control characters return to the start of the line, and erase the line.
      context.progress = { FileHandle.standardError.write(Data("\r\u{1B}[K\($0)".utf8)) }
    }
    return context
  }
}
