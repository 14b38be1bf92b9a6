package import Foundation
package import Podcasts

/// Settings in memory.
package final class FakePreferences: Sendable {
  private struct State: Sendable {
    var preferences: Preferences
    var failure: PreferencesError?
    var gate: Gate?
    /// The open streams of the client's `values`.
    var streams: [AsyncStream<Preferences>.Continuation] = []
  }

  private let state: Recorded<State>

  package init(_ preferences: Preferences = Preferences()) {
    state = Recorded(State(preferences: preferences))
  }

  /// The current settings.
  package var current: Preferences { state.current.preferences }

  /// Makes every write fail from now on. `nil` makes writes succeed again.
  package func failWrites(with error: PreferencesError?) {
    state.change { $0.failure = error }
  }

  /// Makes every write wait for a gate from now on. With `nil`, writes do not wait.
  package func holdWrites(before gate: Gate?) {
    state.change { $0.gate = gate }
  }

  /// Waits until the current settings match the condition.
  package func waitUntilWritten(_ condition: @escaping @Sendable (Preferences) -> Bool) async {
    await state.until { condition($0.preferences) }
  }

  /// The client of these settings.
  package var client: PreferencesClient {
    PreferencesClient(
      values: { [self] in
        AsyncStream { continuation in
          state.change { $0.streams.append(continuation) }
          continuation.yield(state.current.preferences)
        }
      },
      save: { [self] preferences throws(PreferencesError) in
        if let gate = state.current.gate { _ = await gate.pass() }
        if let failure = state.current.failure { throw failure }
        state.change { $0.preferences = preferences }
        state.current.streams.forEach { $0.yield(preferences) }
      })
  }
}

/// Settings of shows in memory, without notifications of changes. A stream yields the current settings and finishes. If
/// a show has no settings, the stream finishes without a value.
package final class StoredShowSettings: Sendable {
  private let settings: Recorded<[Show.ID: ShowSettings]>
  private let gate = Recorded<Gate?>(nil)

  package init(_ settings: [Show.ID: ShowSettings] = [:]) {
    self.settings = Recorded(settings)
  }

  /// The current settings.
  package var current: [Show.ID: ShowSettings] { settings.current }

  /// Sets the settings of a show.
  package func set(_ values: ShowSettings, of show: Show.ID) {
    settings.change { $0[show] = values }
  }

  /// Makes every write wait for a gate from now on. With `nil`, writes do not wait.
  package func holdWrites(before gate: Gate?) {
    self.gate.change { $0 = gate }
  }

  /// The client of these settings.
  package var client: ShowSettingsClient {
    ShowSettingsClient(
      settings: { [settings] show in
        AsyncStream { continuation in
          if let values = settings.current[show] { continuation.yield(.success(values)) }
          continuation.finish()
        }
      },
      save: { [settings, gate] show, values throws(LibraryError) in
        if let gate = gate.current { _ = await gate.pass() }
        settings.change { $0[show] = values }
      })
  }
}

/// Podcast directories in memory. A search yields the results that the test set for its words, in order.
package final class FakeDirectory: Sendable {
  private let resultsByWords = Recorded<[String: [DirectorySearch]]>([:])
  private let searches = Recorded<[String]>([])

  package init() {}

  /// The words of all searches, in order.
  package var searchedWords: [String] { searches.current }

  /// Sets the results of a search for these words.
  package func setResults(ofSearch words: String, _ results: DirectorySearch...) {
    resultsByWords.change { $0[words] = results }
  }

  /// The client of these directories.
  package var client: DirectoryClient {
    DirectoryClient { [self] words in
      searches.change { $0.append(words) }
      return AsyncStream { continuation in
        resultsByWords.current[words]?.forEach { continuation.yield($0) }
        continuation.finish()
      }
    }
  }
}

/// OPML files, which are lists of subscriptions, in memory.
package final class FakeOPML: Sendable {
  private struct State: Sendable {
    var files: [URL: Result<OPMLDocument, OPMLError>] = [:]
    var written: [URL: [Outline]] = [:]
    var failure: OPMLError?
  }

  private let state = Recorded(State())

  package init() {}

  /// The written outlines, by file.
  package var written: [URL: [Outline]] { state.current.written }

  /// Sets the list in a file, or the error of reading it.
  package func setContent(of file: URL, _ result: Result<OPMLDocument, OPMLError>) {
    state.change { $0.files[file] = result }
  }

  /// Makes every write fail from now on. `nil` makes writes succeed again.
  package func failWrites(with error: OPMLError?) {
    state.change { $0.failure = error }
  }

  /// The client of these files.
  package var client: OPMLClient {
    OPMLClient(
      read: { [self] file throws(OPMLError) in
        guard let result = state.current.files[file] else { throw .notFound(path: file.path) }
        return try result.get()
      },
      write: { [self] outlines, file throws(OPMLError) in
        if let failure = state.current.failure { throw failure }
        state.change { $0.written[file] = outlines }
        // Create a real file with the addresses, because `MaintenanceFeature` reads its bytes.
        _ = FileManager.default.createFile(
          atPath: file.path, contents: Data(outlines.map(\.feedURL.absoluteString).joined(separator: "\n").utf8))
      })
  }
}

/// Backups in memory. A request to make a backup is recorded and returns the first of the existing backups.
package final class FakeBackups: Sendable {
  private struct State: Sendable {
    var backups: [LibraryBackup]
    var restored: [LibraryBackup] = []
    var onlyIfDueArguments: [Bool] = []
    var damaged: [URL] = []
    var failure: LibraryError?
  }

  private let state: Recorded<State>

  package init(_ backups: [LibraryBackup] = []) {
    state = Recorded(State(backups: backups))
  }

  /// Sets the existing backups.
  package func set(_ backups: [LibraryBackup]) { state.change { $0.backups = backups } }

  /// Sets the damaged files that a check finds.
  package func setDamagedFiles(_ files: [URL]) { state.change { $0.damaged = files } }

  /// The argument `onlyIfDue` of each request to make a backup, in order.
  package var onlyIfDueArguments: [Bool] { state.current.onlyIfDueArguments }

  /// The restored backups, in order.
  package var restored: [LibraryBackup] { state.current.restored }

  /// Makes every call fail from now on. `nil` makes calls succeed again.
  package func fail(with error: LibraryError?) {
    state.change { $0.failure = error }
  }

  /// The client of these backups.
  package var client: BackupsClient {
    BackupsClient(
      all: { [self] () throws(LibraryError) in
        if let failure = state.current.failure { throw failure }
        return state.current.backups
      },
      make: { [self] onlyIfDue throws(LibraryError) in
        state.change { $0.onlyIfDueArguments.append(onlyIfDue) }
        if let failure = state.current.failure { throw failure }
        return state.current.backups.first
      },
      restore: { [self] backup throws(LibraryError) in
        if let failure = state.current.failure { throw failure }
        state.change { $0.restored.append(backup) }
      },
      check: { [self] () throws(LibraryError) in
        if let failure = state.current.failure { throw failure }
        return state.current.damaged
      })
  }
}

/// Libraries of other players in memory.
package final class FakeOtherPlayers: Sendable {
  private struct State: Sendable {
    /// The libraries on this computer.
    var found: [ImportSource]
    /// The libraries in files that the user selects.
    var sources: [URL: Result<ImportSource, ImportError>] = [:]
    var summaries: [URL: Result<ImportSummary, ImportError>] = [:]
    var imported: [ImportSource] = []
    var gate: Gate?
  }

  private let state: Recorded<State>

  package init(_ found: [ImportSource] = []) {
    state = Recorded(State(found: found))
  }

  /// The libraries whose import was started, in order.
  package var imported: [ImportSource] { state.current.imported }

  /// Sets the libraries of other players on this computer.
  package func set(_ found: [ImportSource]) { state.change { $0.found = found } }

  /// Sets the library that a file contains, or the error of reading it.
  package func setContent(of file: URL, _ result: Result<ImportSource, ImportError>) {
    state.change { $0.sources[file] = result }
  }

  /// Sets the result of importing the library in a file. From now on, each successful import, of any file, waits for
  /// the gate, and may be stopped while it waits. Without a gate, no import waits. The summary contains whether the
  /// import was stopped.
  package func setImportResult(of file: URL, _ result: Result<ImportSummary, ImportError>, after gate: Gate? = nil) {
    state.change { state in
      state.summaries[file] = result
      state.gate = gate
    }
  }

  /// The client of these libraries.
  package var client: ImportClient {
    ImportClient(
      find: { [self] in state.current.found },
      source: { [self] file throws(ImportError) in
        guard let result = state.current.sources[file] else { throw .notRecognized(path: file.path) }
        return try result.get()
      },
      run: { [self] source, shouldStop throws(ImportError) in
        state.change { $0.imported.append(source) }
        guard let result = state.current.summaries[source.file] else { throw .notFound(path: source.file.path) }
        var summary = try result.get()
        if let gate = state.current.gate { _ = await gate.pass() }
        summary.isStopped = Task.isCancelled || shouldStop()
        return summary
      })
  }
}
