import Foundation
import Podcasts

/// Automatic retries of failed downloads.
extension DownloadEngine {
  /// Plans the next attempt of a failed download, if the error may pass. `wait` is the delay that the server requested,
  /// or `nil`.
  func planRetry(of id: Episode.ID, after error: DownloadError, wait: Duration?) {
    guard error.canPass, access.isExclusive, !isClosed else { return retries.forget(id) }
    retries.failed(id, wait: wait, received: entries[id]?.record.byteCount ?? 0, progress: limits.progress, at: .now)
    startRetryTimer()
  }

  /// Retries failed downloads each time the network becomes available again.
  func observeNetwork() {
    networkObservation = Task { [weak self, networkReturns] in
      for await _ in networkReturns() { await self?.networkReturned() }
    }
  }

  private func networkReturned() { begin(again: retries.networkReturned(at: .now)) }

  /// Starts the timer of the next retry, and stops the timer before.
  private func startRetryTimer() {
    retryTimer?.cancel()
    retryTimer = retries.next.map { next in
      Task { [weak self] in
        do { try await Task.sleep(until: next, clock: .continuous) } catch { return }
        await self?.retryIsDue()
      }
    }
  }

  private func retryIsDue() {
    retryTimer = nil
    begin(again: retries.takeDue(at: .now))
    startRetryTimer()
  }

  /// Starts failed downloads again. Their new state is written to the library when an answer was accepted.
  private func begin(again ids: [Episode.ID]) {
    guard !isClosed, !ids.isEmpty else { return }
    for id in ids {
      guard var record = entries[id]?.record, record.state == .failed else { continue }
      record.state = .waiting
      record.error = nil
      adopt(record)
    }
    changed()
  }
}
