package import Foundation

/// Downloads the audio of episodes, and keeps it. Downloads continue where they stopped, also after a restart.
///
/// `PodcastNetwork` makes the live client. All closures can be called on any thread, and none of them waits for a transfer.
package struct DownloadsClient: Sendable {
  /// All downloads, the last added first: once at once, and again after each change, until the consumer stops. Progress is emitted a few times a
  /// second. A slow consumer receives only the newest value.
  package var states: @Sendable () -> AsyncStream<[Download]>
  /// Starts downloads, or continues them. A complete download stays as it is. Episodes that are not in the library are left out.
  package var start: @Sendable (_ episodes: [Episode.ID], _ isAutomatic: Bool) async throws(LibraryError) -> Void
  /// Stops downloads. The received parts are kept, and ``start`` continues them.
  package var stop: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void
  /// Removes downloads and their files. A removed download does not start again automatically. Returns the removed downloads for undo.
  package var remove: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> RemovedDownloads
  /// Undoes a removal. Complete files return as long as the program runs, and at least until the next removal. Other downloads start again.
  package var restore: @Sendable (_ removed: RemovedDownloads) async throws(LibraryError) -> Void
  /// Returns the complete file of an episode, or `nil` if there is none. The file can be removed at any time; an open file stays readable.
  package var file: @Sendable (_ episode: Episode.ID) async -> URL?
  /// Returns the address to play an episode from: its complete file, or an address on this machine that gives the bytes of a running download and
  /// waits for the next ones. `start` is the part of the audio before the place where it plays, from 0 to 1, or `nil` if it is unknown. The result is
  /// `nil` if there is no file, or if the bytes of that place have not arrived. If the download stops, and for a place far beyond the received bytes,
  /// the address fails.
  package var playable: @Sendable (_ episode: Episode.ID, _ start: Double?) async -> URL?
  /// Returns the downloads and removals that the rules of the shows require now. It changes nothing.
  package var plan: @Sendable (_ rules: DownloadRules) async throws(LibraryError) -> DownloadPlan
  /// Changes how many downloads run at the same time, from 1 to 8. Running downloads continue.
  package var setLimit: @Sendable (_ limit: Int) async -> Void

  package init(
    states: @escaping @Sendable () -> AsyncStream<[Download]>,
    start: @escaping @Sendable (_ episodes: [Episode.ID], _ isAutomatic: Bool) async throws(LibraryError) -> Void,
    stop: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void,
    remove: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> RemovedDownloads,
    restore: @escaping @Sendable (_ removed: RemovedDownloads) async throws(LibraryError) -> Void,
    file: @escaping @Sendable (_ episode: Episode.ID) async -> URL?,
    playable: @escaping @Sendable (_ episode: Episode.ID, _ start: Double?) async -> URL?,
    plan: @escaping @Sendable (_ rules: DownloadRules) async throws(LibraryError) -> DownloadPlan,
    setLimit: @escaping @Sendable (_ limit: Int) async -> Void
  ) {
    self.states = states
    self.start = start
    self.stop = stop
    self.remove = remove
    self.restore = restore
    self.file = file
    self.playable = playable
    self.plan = plan
    self.setLimit = setLimit
  }
}

/// Removed downloads, for undo.
package struct RemovedDownloads: Hashable, Sendable {
  /// Their states before the removal.
  package var downloads: [Download]

  package init(downloads: [Download]) { self.downloads = downloads }
}

/// The general rules of automatic downloads and deletions. The settings of a show override them.
package struct DownloadRules: Hashable, Sendable {
  package var automaticDownload: ShowSettings.AutomaticDownload
  package var deletion: ShowSettings.DownloadDeletion
  /// The present date, for deletions after some days.
  package var now: Date
  /// The episode in the player. Its file is not deleted.
  package var playing: Episode.ID?
  /// Whether the general rules apply to all shows, whatever their settings are.
  package var ignoresShows = false

  package init(
    automaticDownload: ShowSettings.AutomaticDownload = .off, deletion: ShowSettings.DownloadDeletion = .never, now: Date,
    playing: Episode.ID? = nil
  ) {
    self.automaticDownload = automaticDownload
    self.deletion = deletion
    self.now = now
    self.playing = playing
  }
}

/// The downloads and removals that the rules require.
package struct DownloadPlan: Hashable, Sendable {
  /// The episodes to download.
  package var start: [Episode.ID]
  /// The episodes whose files are to be deleted.
  package var remove: [Episode.ID]

  package init(start: [Episode.ID] = [], remove: [Episode.ID] = []) {
    self.start = start
    self.remove = remove
  }
}
