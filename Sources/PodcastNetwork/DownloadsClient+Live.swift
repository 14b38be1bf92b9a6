package import Foundation
package import Podcasts

extension DownloadsClient {
  /// Returns a client that downloads through libsoup into files of a folder.
  ///
  /// Transfers run on the network's thread, a few at a time. A file gets its final name only after it is complete,
  /// verified and written to the disk. Incomplete downloads of an earlier run continue at the first use of the
  /// client, unless they were paused or have failed permanently. All downloads stop when the client and the streams of
  /// its `states` are no longer used.
  ///
  /// - Parameters:
  ///   - records: Reads and writes the records of downloads in the library.
  ///   - folder: The folder of the files. Apart from `.lock`, only files such as `12.mp3`, with the number of an
  ///     episode, are read, written and removed there.
  ///   - version: The program's version, for the user agent, `Podcaster/VERSION`.
  ///   - credentials: Finds credentials after an answer of 401.
  ///   - limits: The limits of downloads.
  ///   - now: Returns the present date.
  package static func live(
    records: DownloadRecordsClient, folder: URL, version: String, credentials: CredentialsClient = .unavailable,
    limits: DownloadLimits = DownloadLimits(), now: @escaping @Sendable () -> Date = { Date() }
  ) -> DownloadsClient {
    let credentials = CredentialsClient.remembering(credentials)
    // Some hosts accept only a user agent that begins like that of a browser. The second session is for these hosts.
    let sessions = DownloadTransfer.Sessions(
      first: HTTPSession(userAgent: "Podcaster/\(version)", kind: .audio, credentials: credentials),
      second: HTTPSession(
        userAgent: "Mozilla/5.0 (X11; Linux x86_64) Podcaster/\(version)", kind: .audio, credentials: credentials))
    let engine = DownloadEngine(
      records: records, folder: folder, sessions: sessions, limits: limits, now: now,
      networkReturns: NetworkReturns.stream)
    return DownloadsClient(
      states: {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in Task { await engine.add(continuation) } }
      },
      start: { episodes, isAutomatic throws(LibraryError) in try await engine.start(episodes, isAutomatic: isAutomatic)
      },
      stop: { episodes throws(LibraryError) in try await engine.stop(episodes) },
      remove: { episodes, keepsForUndo throws(LibraryError) in
        try await engine.remove(episodes, keepsForUndo: keepsForUndo)
      },
      restore: { removed throws(LibraryError) in try await engine.restore(removed) },
      deleteRemoved: { removed in await engine.deleteRemoved(removed) },
      file: { episode in await engine.file(episode) },
      playable: { episode, start in await engine.playable(episode, from: start) },
      receivedAudio: { audio in await engine.receivedAudio(of: audio) },
      plan: { rules throws(LibraryError) in try await records.plan(rules) },
      setLimit: { limit in await engine.setLimit(limit) })
  }
}
