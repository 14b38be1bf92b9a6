import Foundation
package import Podcasts

/// Downloads in memory, without transfers. The client records its requests. A request changes no download: only the
/// test sets the states of the downloads.
package final class FakeDownloads: Sendable {
  /// A request to the downloads.
  package enum Request: Hashable, Sendable {
    case start([Episode.ID], isAutomatic: Bool)
    case stop([Episode.ID])
    case remove([Episode.ID])
    /// A removal that does not keep the files for undo.
    case removeWithoutUndo([Episode.ID])
    case restore([Episode.ID])
    case deleteRemoved([Episode.ID])
    /// A request for the downloads and removals that rules require.
    case plan(DownloadRules)
    /// A change of the number of downloads that run at the same time.
    case limit(Int)
  }

  private struct State: Sendable {
    var downloads: [Download] = []
    var requests: [Request] = []
    var plan = DownloadPlan()
    var failure: LibraryError?
    /// The streams that the client's `states` has returned.
    var streams: [AsyncStream<[Download]>.Continuation] = []
  }

  private let state = Recorded(State())

  package init() {}

  /// All requests, in order, including failed requests.
  package var requests: [Request] { state.current.requests }

  /// Sets the downloads, and emits them to the streams of the client's `states`.
  package func set(_ downloads: [Download]) {
    state.change { $0.downloads = downloads }
    state.current.streams.forEach { $0.yield(downloads) }
  }

  /// Sets the plan that the client returns, whichever rules it receives.
  package func setPlan(_ plan: DownloadPlan) { state.change { $0.plan = plan } }

  /// Makes every request that can throw an error fail from now on. `nil` makes requests succeed again.
  package func fail(with error: LibraryError?) { state.change { $0.failure = error } }

  /// Waits until the requests match the condition.
  package func waitUntilRequested(_ condition: @escaping @Sendable ([Request]) -> Bool) async {
    await state.until { condition($0.requests) }
  }

  /// The client of these downloads.
  package var client: DownloadsClient {
    DownloadsClient(
      states: { [self] in
        AsyncStream { continuation in
          state.change { $0.streams.append(continuation) }
          // Without downloads, the stream yields no value at first.
          if !state.current.downloads.isEmpty { continuation.yield(state.current.downloads) }
        }
      },
      start: { [self] ids, isAutomatic throws(LibraryError) in try record(.start(ids, isAutomatic: isAutomatic)) },
      stop: { [self] ids throws(LibraryError) in try record(.stop(ids)) },
      remove: { [self] ids, keepsForUndo throws(LibraryError) in
        try record(keepsForUndo ? .remove(ids) : .removeWithoutUndo(ids))
        return RemovedDownloads(downloads: state.current.downloads.filter { ids.contains($0.id) })
      },
      restore: { [self] removed throws(LibraryError) in try record(.restore(removed.downloads.map(\.id))) },
      deleteRemoved: { [self] removed in
        state.change { $0.requests.append(.deleteRemoved(removed.downloads.map(\.id))) }
      },
      file: { [self] in file(of: $0) },
      // A running download is not playable, at any position.
      playable: { [self] id, _ in file(of: id) },
      receivedAudio: { _ in nil },
      plan: { [self] rules throws(LibraryError) in
        try record(.plan(rules))
        return state.current.plan
      },
      setLimit: { [self] limit in state.change { $0.requests.append(.limit(limit)) } })
  }

  /// Returns the file of a complete download. `nil` if there is no such download.
  private func file(of id: Episode.ID) -> URL? {
    for download in state.current.downloads {
      if download.id == id, case .complete(let file, _) = download.state { return file }
    }
    return nil
  }

  private func record(_ request: Request) throws(LibraryError) {
    state.change { $0.requests.append(request) }
    if let failure = state.current.failure { throw failure }
  }
}
