import Podcasts

/// The times at which failed downloads are retried automatically. Only errors that may be temporary are recorded.
///
/// The wait before a retry grows with each failure, so that a server that is down receives few requests. When the
/// network becomes available again, a retry starts before the wait is over. The time between two such early retries of
/// one download is at least as long as the wait after the first failure. No retry starts before the time that a server
/// has requested.
struct DownloadRetries: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The failures of one download.
  private struct Failure {
    /// The number of failures since the last progress.
    var count = 0
    /// The number of received bytes at the last failure.
    var received: Int64 = 0
    /// When the download is retried. `nil` while it runs.
    var due: Instant?
    /// The earliest time at which a return of the network may start a retry.
    var earliestOnReturn: Instant?
    /// When the return of the network last started a retry.
    var lastRetryOnReturn: Instant?
  }

  private let waits: [Duration]
  private var failures: [Episode.ID: Failure] = [:]

  /// Creates a value without failures. `waits` are the waits after the first failure, the second failure and so on. The
  /// last wait repeats. Without waits, no download is retried.
  init(waits: [Duration]) { self.waits = waits }

  /// The time of the next retry, or `nil` if none is planned.
  var nextRetry: Instant? { failures.values.compactMap(\.due).min() }

  /// Records the failure of a download, and plans the retry.
  ///
  /// - Parameters:
  ///   - wait: The wait that the server requested, or `nil`.
  ///   - received: How many bytes of the download were received so far.
  ///   - progressBytes: How many bytes must have arrived since the last failure so that the waits start over.
  mutating func recordFailure(
    of id: Episode.ID, wait: Duration?, received: Int64, progressBytes: Int64 = .max, at now: Instant
  ) {
    guard let firstWait = waits.first else { return }
    var failure = failures[id] ?? Failure(received: received)
    if received - failure.received >= progressBytes { failure.count = 0 }
    failure.received = received
    let requestedWait = wait ?? .zero
    failure.due = now + max(waits[min(failure.count, waits.count - 1)], requestedWait)
    failure.earliestOnReturn = max(now + requestedWait, failure.lastRetryOnReturn.map { $0 + firstWait } ?? now)
    failure.count += 1
    failures[id] = failure
  }

  /// Forgets the failures of a download, for example because it is complete, was removed, or has failed permanently.
  mutating func forget(_ id: Episode.ID) { failures[id] = nil }

  /// Returns the downloads whose retry is due, and marks them as running.
  mutating func takeDue(at now: Instant) -> [Episode.ID] { take { $0.due.map { $0 <= now } ?? false } }

  /// Returns the downloads to retry because the network is available again, and marks them as running.
  mutating func takeForNetworkReturn(at now: Instant) -> [Episode.ID] {
    let ids = take { failure in failure.due != nil && failure.earliestOnReturn.map { $0 <= now } ?? false }
    for id in ids { failures[id]?.lastRetryOnReturn = now }
    return ids
  }

  /// Returns the downloads whose failures meet a condition, and marks them as running.
  private mutating func take(where isTaken: (Failure) -> Bool) -> [Episode.ID] {
    let ids = failures.filter { isTaken($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
    for id in ids { failures[id]?.due = nil }
    return ids
  }
}
