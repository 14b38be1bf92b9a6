package import Foundation
package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// Lists the subscriptions of the library, and records the results of their refreshes.
  package var subscriptions: SubscriptionsClient {
    get { self[SubscriptionsKey.self] }
    set { self[SubscriptionsKey.self] = newValue }
  }

  /// Searches for podcasts in directories on the web, such as iTunes.
  package var directory: DirectoryClient {
    get { self[DirectoryKey.self] }
    set { self[DirectoryKey.self] = newValue }
  }

  /// Reads and writes OPML files, which are lists of subscriptions.
  package var opml: OPMLClient {
    get { self[OPMLKey.self] }
    set { self[OPMLKey.self] = newValue }
  }

  /// Creates and restores backups of the library.
  package var backups: BackupsClient {
    get { self[BackupsKey.self] }
    set { self[BackupsKey.self] = newValue }
  }

  /// Finds the libraries of other podcast players on this computer, and imports them.
  package var otherPlayers: ImportClient {
    get { self[OtherPlayersKey.self] }
    set { self[OtherPlayersKey.self] = newValue }
  }

  /// Reads and writes the user's settings.
  package var preferences: PreferencesClient {
    get { self[PreferencesKey.self] }
    set { self[PreferencesKey.self] = newValue }
  }

  /// Returns the current time.
  package var now: @Sendable () -> Date {
    get { self[NowKey.self] }
    set { self[NowKey.self] = newValue }
  }
}

extension SubscriptionsClient {
  /// A client for a library that could not be opened. Each closure throws `error`, except `subscription`, whose stream
  /// emits `error` and ends.
  package static func unavailable(_ error: LibraryError) -> SubscriptionsClient {
    SubscriptionsClient(
      all: { () throws(LibraryError) in throw error },
      subscription: { _ in
        AsyncStream {
          $0.yield(.failure(error)); $0.finish()
        }
      },
      find: { _, _ throws(LibraryError) in throw error },
      record: { _ throws(LibraryError) in throw error },
      setFeedURL: { _, _ throws(LibraryError) in throw error },
      merges: { _ throws(LibraryError) in throw error },
      undoMerge: { _ throws(LibraryError) in throw error },
      addFeeds: { _ throws(LibraryError) in throw error },
      allowPrivateNetwork: { _ throws(LibraryError) in throw error })
  }
}

// The keys of the dependencies. The program sets all dependencies except `now`. A test sets the dependencies that it
// needs. If the tested code uses another dependency, `reportMissing` makes the test fail.

private enum SubscriptionsKey: TestDependencyKey {
  static var testValue: SubscriptionsClient {
    reportMissing("subscriptions", returning: .unavailable(.failed(reason: "unexpected")))
  }
}

private enum DirectoryKey: TestDependencyKey {
  static var testValue: DirectoryClient {
    DirectoryClient { _ in reportMissing("directory.search", returning: .ended) }
  }
}

private enum OPMLKey: TestDependencyKey {
  static var testValue: OPMLClient {
    OPMLClient(
      read: { file throws(OPMLError) in throw reportMissing("opml.read", returning: .notFound(path: file.path)) },
      write: { _, file throws(OPMLError) in
        throw reportMissing("opml.write", returning: .notWritten(path: file.path, reason: "unexpected"))
      })
  }
}

private enum BackupsKey: TestDependencyKey {
  static var testValue: BackupsClient {
    BackupsClient(
      all: { () throws(LibraryError) in throw reportMissing("backups.all", returning: .failed(reason: "unexpected")) },
      make: { _ throws(LibraryError) in throw reportMissing("backups.make", returning: .failed(reason: "unexpected")) },
      restore: { _ throws(LibraryError) in
        throw reportMissing("backups.restore", returning: .failed(reason: "unexpected"))
      },
      check: { () throws(LibraryError) in throw reportMissing("backups.check", returning: .failed(reason: "unexpected"))
      })
  }
}

private enum OtherPlayersKey: TestDependencyKey {
  static var testValue: ImportClient {
    ImportClient(
      find: { reportMissing("otherPlayers.find", returning: []) },
      source: { file throws(ImportError) in
        throw reportMissing("otherPlayers.source", returning: .notFound(path: file.path))
      },
      run: { source, _ throws(ImportError) in
        throw reportMissing("otherPlayers.run", returning: .notFound(path: source.file.path))
      })
  }
}

private enum PreferencesKey: TestDependencyKey {
  static var testValue: PreferencesClient {
    PreferencesClient(
      values: { reportMissing("preferences.values", returning: .ended) },
      save: { _ throws(PreferencesError) in
        throw reportMissing("preferences.save", returning: PreferencesError(path: "", reason: "unexpected"))
      })
  }
}

/// The key of the clock. A test that does not set `now` has the real time, too.
private enum NowKey: DependencyKey {
  static var liveValue: @Sendable () -> Date { { Date() } }
}
