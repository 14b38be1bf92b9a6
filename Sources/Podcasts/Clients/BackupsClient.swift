package import Foundation

/// Creates and restores backups, which are copies of the library. ``make`` and ``restore`` create *daily* backups. A
/// *migration* backup is created before a library of an older version is migrated. The five newest daily backups and
/// the two newest migration backups are kept.
///
/// The module `PodcastStore` makes the live client.
package struct BackupsClient: Sendable {
  /// Returns the backups of both kinds, the newest first.
  package var all: @Sendable () async throws(LibraryError) -> [LibraryBackup]
  /// Creates a daily backup, and verifies its content. If `ifDue` is `true` and the newest daily backup is less than a
  /// day old, creates no backup and returns `nil`.
  package var make: @Sendable (_ ifDue: Bool) async throws(LibraryError) -> LibraryBackup?
  /// Saves the library as a daily backup, and then replaces the library with `backup`. The streams of the other clients
  /// then emit values of the restored library.
  package var restore: @Sendable (_ backup: LibraryBackup) async throws(LibraryError) -> Void

  /// Checks the library and all backups completely, and returns the damaged files. Takes seconds for a large library.
  package var check: @Sendable () async throws(LibraryError) -> [URL]

  package init(
    all: @escaping @Sendable () async throws(LibraryError) -> [LibraryBackup],
    make: @escaping @Sendable (_ ifDue: Bool) async throws(LibraryError) -> LibraryBackup?,
    restore: @escaping @Sendable (_ backup: LibraryBackup) async throws(LibraryError) -> Void,
    check: @escaping @Sendable () async throws(LibraryError) -> [URL]
  ) {
    self.all = all
    self.make = make
    self.restore = restore
    self.check = check
  }
}

/// A backup: a copy of the library.
package struct LibraryBackup: Hashable, Sendable, Identifiable {
  package var file: URL
  package var madeAt: Date
  /// The number of shows in the backup.
  package var showCount: Int
  /// The number of episodes in the backup.
  package var episodeCount: Int

  package var id: URL { file }

  package init(file: URL, madeAt: Date, showCount: Int, episodeCount: Int) {
    self.file = file
    self.madeAt = madeAt
    self.showCount = showCount
    self.episodeCount = episodeCount
  }
}
