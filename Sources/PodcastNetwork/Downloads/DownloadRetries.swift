import Podcasts

/// Decides when downloads that failed for a reason that can pass are retried automatically.
///
/// The waits grow after each failure, so that a server that is down receives few requests. A return of the network
/// makes a retry earlier, but not more often than the first wait allows. No retry begins before the time that a server
/// requested.
struct DownloadRetries: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Failure {
    var count = 0
    /// The received bytes at the last failure.
    var received: Int64 = 0
    /// When the download is retried. `nil` while it runs.
    var due: Instant?
    /// The earliest time at which a return of the network may start a retry.
    var earliest: Instant?
    /// When a return of the network last started a retry.
    var lastReturn: Instant?
  }

  private let pauses: [Duration]
  private var failures: [Episode.ID: Failure] = [:]

  /// Creates a value without failures. `pauses` are the waits after the first failure, the second one and so on. The
  /// last one repeats.
  init(pauses: [Duration]) { self.pauses = pauses }

  /// The time of the next retry, or `nil`.
  var next: Instant? { failures.values.compactMap(\.due).min() }

  /// Plans the next attempt of a download.
  ///
  /// - Parameters:
  ///   - wait: The delay that the server requested, or `nil`.
  ///   - received: The received bytes.
  ///   - progress: How many more bytes than at the last failure make the waits start over.
  mutating func failed(_ id: Episode.ID, wait: Duration?, received: Int64, progress: Int64 = .max, at now: Instant) {
    guard let first = pauses.first else { return }
    var failure = failures[id] ?? Failure(received: received)
    if received - failure.received >= progress { failure.count = 0 }
    failure.received = received
    let wait = wait ?? .zero
    failure.due = now + max(pauses[min(failure.count, pauses.count - 1)], wait)
    failure.earliest = max(now + wait, failure.lastReturn.map { $0 + first } ?? now)
    failure.count += 1
    failures[id] = failure
  }

  /// Forgets the failures of a download that is complete, was removed, or was started again by the user.
  mutating func forget(_ id: Episode.ID) { failures[id] = nil }

  /// Returns the downloads that are due, and marks them as running.
  mutating func takeDue(at now: Instant) -> [Episode.ID] { take { $0.due.map { $0 <= now } ?? false } }

  /// Returns the downloads to retry because the network came back, and marks them as running.
  mutating func networkReturned(at now: Instant) -> [Episode.ID] {
    let ids = take { failure in failure.due != nil && failure.earliest.map { $0 <= now } ?? false }
    for id in ids { failures[id]?.lastReturn = now }
    return ids
  }

  private mutating func take(where isTaken: (Failure) -> Bool) -> [Episode.ID] {
    let ids = failures.filter { isTaken($0.value) }.keys.sorted { $0.rawValue < $1.rawValue }
    for id in ids { failures[id]?.due = nil }
    return ids
  }
}
