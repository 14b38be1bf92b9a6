package import Foundation

/// Copies of the library that are made each day and before each migration. The five newest are kept.
///
/// `PodcastStore` makes the live client.
package struct BackupsClient: Sendable {
  /// The backups, the newest first.
  package var all: @Sendable () async throws(LibraryError) -> [LibraryBackup]
  /// Makes a backup, and verifies it by opening it. With `ifDue`, only when the newest is at least a day old: returns `nil` otherwise.
  package var make: @Sendable (_ ifDue: Bool) async throws(LibraryError) -> LibraryBackup?
  /// Puts a backup in the place of the library, which is kept as a backup first. The streams of the other clients go on with the restored one.
  package var restore: @Sendable (_ backup: LibraryBackup) async throws(LibraryError) -> Void

  package init(
    all: @escaping @Sendable () async throws(LibraryError) -> [LibraryBackup],
    make: @escaping @Sendable (_ ifDue: Bool) async throws(LibraryError) -> LibraryBackup?,
    restore: @escaping @Sendable (_ backup: LibraryBackup) async throws(LibraryError) -> Void
  ) {
    self.all = all
    self.make = make
    self.restore = restore
  }
}

/// A copy of the library.
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
