package import Foundation

/// Downloads the audio of episodes, and stores it. Downloads continue where they stopped, also after a restart.
///
/// The module `PodcastNetwork` makes the live client. All closures can be called on any thread, and none of them waits
/// for a transfer. `isAutomatic` is `true` if the ``DownloadRules`` request a download, and `false` if the user does.
package struct DownloadsClient: Sendable {
  /// Returns a stream of all downloads, in the order in which they were added. It emits at once and after each change,
  /// until the consumer stops. Progress is emitted a few times a second. A slow consumer receives only the newest
  /// value.
  package var states: @Sendable () -> AsyncStream<[Download]>
  /// Starts downloads, or continues them. A complete download is not changed. Episodes that are not in the library are
  /// skipped.
  package var start: @Sendable (_ episodes: [Episode.ID], _ isAutomatic: Bool) async throws(LibraryError) -> Void
  /// Stops downloads. The received parts are kept, and ``start`` continues them.
  package var stop: @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void
  /// Removes downloads and their files. A removed download does not start again automatically. Returns the removed
  /// downloads for undo. If `keepsForUndo` is `true`, the complete files stay on the disk until ``deleteRemoved``, the
  /// next removal with `keepsForUndo`, or the end of the program. When the disk is full, they are deleted earlier.
  package var remove:
    @Sendable (_ episodes: [Episode.ID], _ keepsForUndo: Bool) async throws(LibraryError) -> RemovedDownloads
  /// Undoes a removal. A complete file is restored if it is still on the disk. Otherwise, its download starts again.
  package var restore: @Sendable (_ removed: RemovedDownloads) async throws(LibraryError) -> Void
  /// Deletes the files of these removals that were kept for undo.
  package var deleteRemoved: @Sendable (_ removed: RemovedDownloads) async -> Void
  /// Returns the complete file of an episode, or `nil` if there is none. The file can be removed at any time. An open
  /// file stays readable.
  package var file: @Sendable (_ episode: Episode.ID) async -> URL?
  /// Returns an address from which an episode can be played: its complete file, or the address of a server on this
  /// machine that sends the bytes of a running download as they arrive. `start` is the position at which playback
  /// starts, as a fraction of the length from 0 to 1. If `start` is `nil`, only a complete file is returned. Returns
  /// `nil` if there is no file, if the bytes that playback from `start` needs have not arrived, or if the player cannot
  /// play the format before the file is complete. Requests to the server fail after the download has stopped, and for
  /// positions far beyond the received bytes.
  package var playable: @Sendable (_ episode: Episode.ID, _ start: Double?) async -> URL?
  /// Returns the received audio of the running or complete download of an address. Returns `nil` if there is no such
  /// download, or if the server has not sent the size of the audio. A read from the result waits for bytes that will
  /// arrive within seconds.
  package var receivedAudio: @Sendable (_ audioURL: URL) async -> KeptStream?
  /// Returns the downloads and removals that the rules require now. Does not start or remove downloads.
  package var plan: @Sendable (_ rules: DownloadRules) async throws(LibraryError) -> DownloadPlan
  /// Sets how many downloads may run at the same time: a number in `1...8`. Running downloads continue, even if there
  /// are more of them.
  package var setLimit: @Sendable (_ limit: Int) async -> Void

  package init(
    states: @escaping @Sendable () -> AsyncStream<[Download]>,
    start: @escaping @Sendable (_ episodes: [Episode.ID], _ isAutomatic: Bool) async throws(LibraryError) -> Void,
    stop: @escaping @Sendable (_ episodes: [Episode.ID]) async throws(LibraryError) -> Void,
    remove:
      @escaping @Sendable (_ episodes: [Episode.ID], _ keepsForUndo: Bool) async throws(LibraryError) ->
      RemovedDownloads,
    restore: @escaping @Sendable (_ removed: RemovedDownloads) async throws(LibraryError) -> Void,
    deleteRemoved: @escaping @Sendable (_ removed: RemovedDownloads) async -> Void,
    file: @escaping @Sendable (_ episode: Episode.ID) async -> URL?,
    playable: @escaping @Sendable (_ episode: Episode.ID, _ start: Double?) async -> URL?,
    receivedAudio: @escaping @Sendable (_ audioURL: URL) async -> KeptStream?,
    plan: @escaping @Sendable (_ rules: DownloadRules) async throws(LibraryError) -> DownloadPlan,
    setLimit: @escaping @Sendable (_ limit: Int) async -> Void
  ) {
    self.states = states
    self.start = start
    self.stop = stop
    self.remove = remove
    self.restore = restore
    self.deleteRemoved = deleteRemoved
    self.file = file
    self.playable = playable
    self.receivedAudio = receivedAudio
    self.plan = plan
    self.setLimit = setLimit
  }
}

/// Removed downloads, for undo.
package struct RemovedDownloads: Hashable, Sendable {
  /// The states of the downloads before the removal.
  package var downloads: [Download]

  package init(downloads: [Download]) { self.downloads = downloads }
}

/// The general rules of automatic downloads and deletions. The settings of a show override these rules, unless
/// ``ignoresShowSettings`` is `true`.
package struct DownloadRules: Hashable, Sendable {
  package var automaticDownload: ShowSettings.AutomaticDownload
  package var deletion: ShowSettings.DownloadDeletion
  /// The present date, for deletions after some days.
  package var now: Date
  /// The episode in the player. Its file is not deleted.
  package var playing: Episode.ID?
  /// Whether these rules apply to all shows, whatever the settings of the shows.
  package var ignoresShowSettings = false

  package init(
    automaticDownload: ShowSettings.AutomaticDownload = .off, deletion: ShowSettings.DownloadDeletion = .never,
    now: Date,
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
  /// The episodes whose files must be deleted.
  package var remove: [Episode.ID]

  package init(start: [Episode.ID] = [], remove: [Episode.ID] = []) {
    self.start = start
    self.remove = remove
  }
}
