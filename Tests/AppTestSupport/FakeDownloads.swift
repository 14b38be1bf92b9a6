import Foundation
package import Podcasts

/// Downloads in memory, without a transfer: a test sets their states.
package final class FakeDownloads: Sendable {
  /// What was requested.
  package enum Request: Hashable, Sendable {
    case start([Episode.ID], isAutomatic: Bool)
    case stop([Episode.ID])
    case remove([Episode.ID])
    case restore([Episode.ID])
    case plan(DownloadRules)
    case limit(Int)
  }

  private struct State: Sendable {
    var downloads: [Download] = []
    var requests: [Request] = []
    var plan = DownloadPlan()
    var failure: LibraryError?
    var listeners: [AsyncStream<[Download]>.Continuation] = []
  }

  private let state = Recorded(State())

  package init() {}

  /// All that was requested, in order.
  package var requests: [Request] { state.current.requests }

  /// Sets the downloads, and tells the program.
  package func set(_ downloads: [Download]) {
    state.change { $0.downloads = downloads }
    state.current.listeners.forEach { $0.yield(downloads) }
  }

  /// Sets what the rules ask for.
  package func plan(_ plan: DownloadPlan) { state.change { $0.plan = plan } }

  /// Lets every request fail from now on, or succeed again.
  package func fail(with error: LibraryError?) { state.change { $0.failure = error } }

  /// Returns when the requests are so.
  package func requested(_ claim: @escaping @Sendable ([Request]) -> Bool) async { await state.until { claim($0.requests) } }

  package var client: DownloadsClient {
    DownloadsClient(
      states: { [self] in
        AsyncStream { continuation in
          state.change { $0.listeners.append(continuation) }
          // Without downloads there is nothing to receive.
          if !state.current.downloads.isEmpty { continuation.yield(state.current.downloads) }
        }
      },
      start: { [self] ids, isAutomatic throws(LibraryError) in try record(.start(ids, isAutomatic: isAutomatic)) },
      stop: { [self] ids throws(LibraryError) in try record(.stop(ids)) },
      remove: { [self] ids throws(LibraryError) in
        try record(.remove(ids))
        return RemovedDownloads(downloads: state.current.downloads.filter { ids.contains($0.id) })
      },
      restore: { [self] removed throws(LibraryError) in try record(.restore(removed.downloads.map(\.id))) },
      file: { [self] id in
        for download in state.current.downloads { if download.id == id, case .complete(let file, _) = download.state { return file } }
        return nil
      },
      plan: { [self] rules throws(LibraryError) in
        try record(.plan(rules))
        return state.current.plan
      },
      setLimit: { [self] limit in state.change { $0.requests.append(.limit(limit)) } })
  }

  private func record(_ request: Request) throws(LibraryError) {
    state.change { $0.requests.append(request) }
    if let failure = state.current.failure { throw failure }
  }
}
