import Podcasts

/// Decides when failed downloads are retried automatically, if their error may pass.
///
/// The waits grow after each failure, so that a server that is down receives few requests. When the network becomes
/// available again, a retry starts early. Two early retries of one download are at least the first wait apart. No retry
/// starts before the time that a server has requested.
struct DownloadRetries: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The failures of one download.
  private struct Failure {
    /// The number of failures without progress between them.
    var count = 0
    /// The received bytes at the last failure.
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

  /// Creates a value without failures. `waits` are the waits after the first failure, the second one and so on. The
  /// last one repeats.
  init(waits: [Duration]) { self.waits = waits }

  /// The time of the next retry, or `nil` if none is planned.
  var nextRetry: Instant? { failures.values.compactMap(\.due).min() }

  /// Records the failure of a download, and plans its retry.
  ///
  /// - Parameters:
  ///   - wait: The delay that the server requested, or `nil`.
  ///   - received: How many bytes of the download were received so far.
  ///   - progressBytes: How many more bytes than at the last failure make the waits start over.
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

  /// Forgets the failures of a download that is complete, was removed, or was started again by the user.
  mutating func forget(_ id: Episode.ID) { failures[id] = nil }

  /// Returns the downloads whose retry is due, and marks them as running.
  mutating func takeDue(at now: Instant) -> [Episode.ID] { take { $0.due.map { $0 <= now } ?? false } }

  /// Returns the downloads to retry because the network came back, and marks them as running.
  mutating func networkReturned(at now: Instant) -> [Episode.ID] {
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
