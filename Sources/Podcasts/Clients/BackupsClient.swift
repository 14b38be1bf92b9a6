package import Foundation

/// Copies of the library that are made each day and before each migration. The five newest are kept.
///
/// `PodcastStore` makes the live client.
package struct BackupsClient: Sendable {
  /// The backups, the newest first.
  package var all: @Sendable () async throws(LibraryError) -> [LibraryBackup]
  /// Creates a backup, and verifies it by opening it. With `ifDue`, returns `nil` if the newest backup is less than a day old.
  package var make: @Sendable (_ ifDue: Bool) async throws(LibraryError) -> LibraryBackup?
  /// Replaces the library with a backup. The old library is first kept as a backup. The streams of the other clients continue with the restored one.
  package var restore: @Sendable (_ backup: LibraryBackup) async throws(LibraryError) -> Void

  /// Reads the library and all backups as a whole, and returns the files that are damaged. Takes seconds for a large library.
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
