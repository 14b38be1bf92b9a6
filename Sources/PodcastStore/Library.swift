// The interface of PodcastStore is this file, and the extension of `PreferencesClient` in PreferencesFile.swift. All
// other files are implementation.
package import Foundation
import GRDB
package import Podcasts

/// The listener's library in an SQLite file, and the clients that read and write it.
///
/// All clients of a `Library` use the same connections to the database. Each write is a transaction, and completes even
/// if the calling task is cancelled. Only `LibraryClient.removeShow` and `ImportClient.run` need several
/// transactions. The file is closed when the `Library`, its clients and their streams are deallocated.
///
/// Several `Library` objects, in one program or in several, may have the same file open. A write waits up to 20 seconds
/// for the write of another object. The streams of the clients also emit after changes by other objects.
package final class Library: Sendable {
  /// How the file was opened.
  package enum Opening: Hashable, Sendable {
    /// The library was opened without changes.
    case unchanged
    /// The file was missing, and an empty library was created.
    case created
    /// The file was of an older version. `backup` is a copy of that version.
    case migrated(backup: LibraryBackup)
    /// The file was damaged. It was moved to `damagedFile`, and replaced with this backup. The program must notify the
    /// listener.
    case restored(from: LibraryBackup, damagedFile: URL)
    /// The file cannot be written. It can be read, and all writes throw an error.
    case readOnly
  }

  package let opening: Opening
  private let database: LibraryDatabase
  private let file: URL
  private let now: @Sendable () -> Date
  private let newEpisodesOfNewShow: @Sendable () -> Int

  /// Opens the library in a file. Creates the file and its folder if they are missing.
  ///
  /// A library of an older version is migrated. A damaged file is replaced with a backup, and so is a file that is not
  /// a library. Throws ``LibraryError/damaged(path:)`` if no backup is valid. Throws
  /// ``LibraryError/newerVersion(path:)`` for a library of a newer version, and does not change it.
  ///
  /// Opening reads and writes the disk, and a migration takes seconds. So do not open a library on the main actor after
  /// the program has shown a window.
  ///
  /// - Parameters:
  ///   - newEpisodesOfNewShow: Returns how many of the newest episodes are marked as new when a show is added. The
  ///     closure is called on a dispatch queue of the database.
  ///   - now: Returns the present date.
  ///   - willUpdate: Called before a library of an older version is migrated. The closure may be called twice: for a
  ///     damaged file, and for the backup that replaces the file.
  package static func open(
    at file: URL, newEpisodesOfNewShow: @escaping @Sendable () -> Int = { Preferences().newEpisodesOfNewShow },
    now: @escaping @Sendable () -> Date = { Date() }, willUpdate: () -> Void = {}
  ) throws(LibraryError) -> Library {
    let opened = try LibraryFile.openLibrary(at: file, now: now(), willUpdate: willUpdate)
    let database = LibraryDatabase(database: opened.database, path: file.path, isWatched: opened.opening != .readOnly)
    return Library(database, file: file, opening: opened.opening, newEpisodesOfNewShow: newEpisodesOfNewShow, now: now)
  }

  init(
    _ database: LibraryDatabase, file: URL, opening: Opening,
    newEpisodesOfNewShow: @escaping @Sendable () -> Int = { 1 },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.database = database
    self.file = file
    self.opening = opening
    self.newEpisodesOfNewShow = newEpisodesOfNewShow
    self.now = now
  }

  /// The client for shows, and for the listener's state of single episodes.
  package var client: LibraryClient {
    let (database, now, newEpisodes) = (database, now, newEpisodesOfNewShow)
    return LibraryClient(
      shows: { database.observe(Shows.all, tracking: Shows.region) },
      episodes: { show in database.observe { try Episodes.all(of: show, in: $0) } },
      subscribe: { podcast, feed throws(LibraryError) in
        try await database.write {
          try Shows.merge(podcast, from: feed, newEpisodesOfNewShow: newEpisodes(), at: now(), in: $0)
        }
      },
      removeShow: { show throws(LibraryError) in
        // Removing transcripts is slow. Each transaction removes some of them, so that other writes can run between the
        // transactions. `removeSome` returns `false` after the last transcript.
        while try await database.write({ try TranscriptTable.removeSome(of: show, in: $0) }) {}
        try await database.write { try Shows.remove(show, in: $0) }
      },
      setFavorite: { episode, isFavorite throws(LibraryError) in
        try await database.write { try EpisodeStates.setFavorite(isFavorite, of: episode, in: $0) }
      },
      savePosition: { episode, position throws(LibraryError) in
        try await database.write { try EpisodeStates.savePosition(position, of: episode, at: now(), in: $0) }
      },
      setPlayed: { episode, isPlayed throws(LibraryError) in
        try await database.write { try EpisodeStates.setPlayed(isPlayed, of: episode, in: $0) }
      })
  }

  /// The client for lists of episodes.
  package var episodes: EpisodesClient {
    let database = database
    return EpisodesClient(
      ids: { query in
        // `observe(_:tracking:)` delays its reads during many changes. The view of the queue shows a move before the
        // move is written, and a delayed read for an earlier change could undo the move on screen. So the queue is
        // observed without `tracking`. A search is observed without `tracking`, too, because the words of the search
        // determine the tables that are read.
        guard query.text.isEmpty, query.scope != .queue else {
          return database.observe { try EpisodeListSQL.ids(query, in: $0) }
        }
        return database.observe {
          try EpisodeListSQL.ids(query, in: $0)
        } tracking: {
          try EpisodeListSQL.region(of: query, in: $0)
        }
      },
      episodes: { ids throws(LibraryError) in
        // 500 is the limit of `EpisodesClient.episodes`.
        try await database.read { try Episodes.all(Array(ids.prefix(500)), in: $0) }
      },
      changes: { database.episodeChanges.changes() },
      notes: { id throws(LibraryError) in try await database.read { try EpisodeText.notes(id, in: $0) } },
      setPlayed: { selection, isPlayed throws(LibraryError) in
        try await database.write { database in
          let ids =
            switch selection {
            case .episodes(let ids): ids
            case .query(let query): try EpisodeListSQL.ids(query, in: database)
            }
          return try EpisodeStates.setPlayed(isPlayed, of: ids, in: database)
        }
      },
      restore: { change throws(LibraryError) in try await database.write { try EpisodeStates.restore(change, in: $0) }
      },
      find: { address throws(LibraryError) in try await database.read { try Episodes.find(address, in: $0) } })
  }

  /// The client for feeds, and for the results of refreshes.
  package var subscriptions: SubscriptionsClient {
    let (database, newEpisodes) = (database, newEpisodesOfNewShow)
    return SubscriptionsClient(
      all: { () throws(LibraryError) in try await database.read(Feeds.all) },
      subscription: { show in database.observe { try Feeds.subscription(show, in: $0) } },
      find: { feed, guid throws(LibraryError) in try await database.read { try Feeds.find(feed, guid: guid, in: $0) } },
      record: { outcome throws(LibraryError) in
        try await database.write { try RefreshRecord.record(outcome, newEpisodesOfNewShow: newEpisodes(), in: $0) }
      },
      setFeedURL: { show, feed throws(LibraryError) in
        try await database.write { try Feeds.move(show, to: feed, in: $0) }
      },
      merges: { show throws(LibraryError) in try await database.read { try EpisodeMerges.all(of: show, in: $0) } },
      undoMerge: { merge throws(LibraryError) in try await database.write { try EpisodeMerges.undo(merge, in: $0) } },
      addFeeds: { feeds throws(LibraryError) in try await database.write { try Feeds.add(feeds, in: $0) } },
      allowPrivateNetwork: { show throws(LibraryError) in
        try await database.write { try ShowSettingsTable.allowPrivateNetwork(show, in: $0) }
      })
  }

  /// The client for the settings of single shows.
  package var showSettings: ShowSettingsClient {
    let database = database
    return ShowSettingsClient(
      settings: { show in database.observe { try ShowSettingsTable.settings(of: show, in: $0) } },
      save: { show, settings throws(LibraryError) in
        try await database.write { try ShowSettingsTable.save(settings, of: show, in: $0) }
      })
  }

  /// The client for the queue.
  package var queue: QueueClient {
    let database = database
    return QueueClient(
      entries: { database.observe(QueueTable.entries) },
      playNext: { episodes throws(LibraryError) in
        try await database.write { try QueueTable.playNext(episodes, in: $0) }
      },
      playLast: { episodes throws(LibraryError) in
        try await database.write { try QueueTable.playLast(episodes, in: $0) }
      },
      move: { episodes, before throws(LibraryError) in
        try await database.write { try QueueTable.move(episodes, before: before, in: $0) }
      },
      remove: { episodes throws(LibraryError) in try await database.write { try QueueTable.remove(episodes, in: $0) } },
      clear: { () throws(LibraryError) in try await database.write(QueueTable.clear) },
      restore: { change throws(LibraryError) in try await database.write { try QueueTable.restore(change, in: $0) } })
  }

  /// The client for saved transcripts.
  package var transcripts: SavedTranscriptsClient {
    let (database, now) = (database, now)
    return SavedTranscriptsClient(
      transcript: { id throws(LibraryError) in try await database.read { try TranscriptTable.saved(id, in: $0) } },
      missing: { ids throws(LibraryError) in try await database.read { try TranscriptTable.missing(ids, in: $0) } },
      save: { transcript, id throws(LibraryError) in
        try await database.write { try TranscriptTable.save(transcript, of: id, at: now(), in: $0) }
      },
      search: { text, limit throws(LibraryError) in
        try await database.read { try TranscriptTable.search(text, limit: limit, in: $0) }
      })
  }

  /// The client for the records of downloads.
  package var downloadRecords: DownloadRecordsClient {
    let database = database
    return DownloadRecordsClient(
      records: { database.observe(DownloadTable.all) },
      all: { () throws(LibraryError) in try await database.read(DownloadTable.all) },
      request: { episodes, isAutomatic, date throws(LibraryError) in
        try await database.write { try DownloadTable.request(episodes, isAutomatic: isAutomatic, at: date, in: $0) }
      },
      update: { records throws(LibraryError) in try await database.write { try DownloadTable.update(records, in: $0) }
      },
      plan: { rules throws(LibraryError) in try await database.read { try DownloadPlanning.plan(rules, in: $0) } })
  }

  /// The client for backups. A library that cannot be written can also be backed up, if its folder can be written.
  package var backups: BackupsClient {
    let backups = Backups(database: database, folder: BackupFolder(library: file), now: now)
    return BackupsClient(
      all: { () throws(LibraryError) in await backups.all() },
      make: { ifDue throws(LibraryError) in try await backups.make(ifDue: ifDue) },
      restore: { backup throws(LibraryError) in try await backups.restore(backup) },
      check: { () throws(LibraryError) in try await backups.damagedFiles() })
  }

  /// The client for other players' libraries, at their usual paths in the listener's home folder.
  package var imports: ImportClient {
    imports(home: FileManager.default.homeDirectoryForCurrentUser, environment: ProcessInfo.processInfo.environment)
  }

  /// Returns the client for other players' libraries in a home folder. `environment` contains the environment
  /// variables, because some of them name the folder of a player.
  func imports(home: URL, environment: [String: String]) -> ImportClient {
    let imports = Imports(database: database, home: home, environment: environment, now: now)
    return ImportClient(
      find: { await imports.find() },
      source: { file throws(ImportError) in try await imports.source(file) },
      run: { source, shouldStop throws(ImportError) in try await imports.run(source, shouldStop) })
  }
}

extension LibraryClient {
  /// Returns the client of the library in an SQLite file. See
  /// ``Library/open(at:newEpisodesOfNewShow:now:willUpdate:)``.
  package static func live(at file: URL) throws(LibraryError) -> LibraryClient { try Library.open(at: file).client }

  /// Returns the client of the library in an open database, for tests.
  static func live(_ database: LibraryDatabase) -> LibraryClient {
    Library(database, file: URL(filePath: database.path), opening: .unchanged).client
  }
}
