package import Foundation

/// Reads and writes the records of downloads in the library. The live ``DownloadsClient`` uses these closures.
///
/// The module `PodcastStore` implements the closures. Each write is one transaction.
package struct DownloadRecordsClient: Sendable {
  /// Returns a stream of all records except those in the state ``DownloadRecord/State/removed``. The stream emits at
  /// once and after each change, until the consumer stops. The records of a removed show are deleted with the show.
  package var records: @Sendable () -> AsyncStream<Result<[DownloadRecord], LibraryError>>
  /// Returns the records that ``records`` would emit now.
  package var all: @Sendable () async throws(LibraryError) -> [DownloadRecord]
  /// Puts the downloads of episodes into the state ``DownloadRecord/State/waiting``, and adds missing records. Complete
  /// and waiting records are not changed, and episodes that are not in the library are skipped. Returns the records of
  /// all `episodes` that are waiting afterwards, also of those that waited before. `isAutomatic` is whether a rule
  /// requests the downloads, and not the user. `date` is the date of the request.
  package var request:
    @Sendable (_ episodes: [Episode.ID], _ isAutomatic: Bool, _ date: Date) async throws(LibraryError) ->
      [DownloadRecord]
  /// Updates records. A record that is not in the library is skipped.
  package var update: @Sendable (_ records: [DownloadRecord]) async throws(LibraryError) -> Void
  /// Returns the downloads and removals that the general rules (`rules`) and the settings of the shows require.
  package var plan: @Sendable (_ rules: DownloadRules) async throws(LibraryError) -> DownloadPlan

  package init(
    records: @escaping @Sendable () -> AsyncStream<Result<[DownloadRecord], LibraryError>>,
    all: @escaping @Sendable () async throws(LibraryError) -> [DownloadRecord],
    request:
      @escaping @Sendable (_ episodes: [Episode.ID], _ isAutomatic: Bool, _ date: Date) async throws(LibraryError) ->
      [DownloadRecord],
    update: @escaping @Sendable (_ records: [DownloadRecord]) async throws(LibraryError) -> Void,
    plan: @escaping @Sendable (_ rules: DownloadRules) async throws(LibraryError) -> DownloadPlan
  ) {
    self.records = records
    self.all = all
    self.request = request
    self.update = update
    self.plan = plan
  }
}

/// The record of a download in the library.
package struct DownloadRecord: Hashable, Sendable, Identifiable {
  package enum State: String, Hashable, Sendable {
    /// The download waits or runs, or it ran when the program ended.
    case waiting
    case paused
    case failed
    case complete
    /// The user or a rule removed the download. The record is kept so that no rule starts the download again.
    case removed
  }

  /// Identifies the content of a partial file. A transfer continues the file only if the server has the same content.
  package struct Source: Hashable, Sendable, Codable {
    /// The address of the episode's audio when the transfer began, before redirects.
    package var address: URL
    /// The HTTP entity tag, or `nil` if there is none.
    package var etag: String?
    /// The date of the last change, as the server sent it.
    package var lastModified: String?
    /// The size of the complete file, or `nil` if the server did not send it.
    package var total: Int64?

    package init(address: URL, etag: String? = nil, lastModified: String? = nil, total: Int64? = nil) {
      self.address = address
      self.etag = etag
      self.lastModified = lastModified
      self.total = total
    }
  }

  package var id: Episode.ID
  package var showID: Show.ID
  package var enclosure: Enclosure
  package var state: State
  package var error: DownloadError?
  /// Identifies the content of the partial file, or `nil` if there is none.
  package var source: Source?
  /// The name of the complete file in the folder of downloads.
  package var file: String?
  /// The size of the complete file, or the size of the partial file when the transfer stopped.
  package var byteCount: Int64
  /// Whether a rule requested the download, and not the user.
  package var isAutomatic: Bool
  /// The date of the first request, or of the first request after the download was removed.
  package var addedAt: Date
  package var completedAt: Date?

  package init(
    id: Episode.ID, showID: Show.ID, enclosure: Enclosure, state: State = .waiting, error: DownloadError? = nil,
    source: Source? = nil,
    file: String? = nil, byteCount: Int64 = 0, isAutomatic: Bool = false, addedAt: Date = .distantPast,
    completedAt: Date? = nil
  ) {
    self.id = id
    self.showID = showID
    self.enclosure = enclosure
    self.state = state
    self.error = error
    self.source = source
    self.file = file
    self.byteCount = byteCount
    self.isAutomatic = isAutomatic
    self.addedAt = addedAt
    self.completedAt = completedAt
  }
}
