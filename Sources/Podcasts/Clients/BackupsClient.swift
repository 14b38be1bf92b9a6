package import Foundation

/// Creates and restores backups: copies of the library. A backup is created each day, and before each migration. The
/// five newest daily backups are kept, and the two newest ones that were created before a migration.
///
/// The module `PodcastStore` makes the live client.
package struct BackupsClient: Sendable {
  /// Returns the backups, the newest first.
  package var all: @Sendable () async throws(LibraryError) -> [LibraryBackup]
  /// Creates a backup, and verifies its content. If `ifDue` is `true` and the newest backup is less than a day old,
  /// creates no backup and returns `nil`.
  package var make: @Sendable (_ ifDue: Bool) async throws(LibraryError) -> LibraryBackup?
  /// Replaces the library with a backup. The replaced library is saved as a backup first. The streams of the other
  /// clients then emit values of the restored library.
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
  package var showCount: Int
  package var episodeCount: Int

  package var id: URL { file }

  package init(file: URL, madeAt: Date, showCount: Int, episodeCount: Int) {
    self.file = file
    self.madeAt = madeAt
    self.showCount = showCount
    self.episodeCount = episodeCount
  }
}
