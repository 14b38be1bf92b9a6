import Foundation
import Podcasts

/// Automatic retries of failed downloads. A retry starts a failed download again.
extension DownloadEngine {
  /// Plans the retry of a failed download if the error may pass, and if this engine is open and has exclusive access to
  /// the folder. Otherwise, forgets the download's failures. `wait` is the delay that the server requested, or `nil`.
  func planRetry(of id: Episode.ID, after error: DownloadError, wait: Duration?) {
    guard error.maySucceedLater, folderAccess.isExclusive, !isClosed else { return retries.forget(id) }
    retries.recordFailure(
      of: id, wait: wait, received: entries[id]?.record.byteCount ?? 0, progressBytes: limits.progressBytes, at: .now)
    startRetryTimer()
  }

  /// Retries the failed downloads with a planned retry each time the network becomes available again.
  /// ``DownloadRetries`` defines the exceptions.
  func observeNetwork() {
    networkObservation = Task { [weak self, networkReturns] in
      for await _ in networkReturns() { await self?.retryAfterNetworkReturn() }
    }
  }

  private func retryAfterNetworkReturn() { restart(retries.takeForNetworkReturn(at: .now)) }

  /// Stops the running timer, and starts a timer for the next planned retry, if there is one.
  private func startRetryTimer() {
    retryTimer?.cancel()
    retryTimer = retries.nextRetry.map { nextRetry in
      Task { [weak self] in
        do { try await Task.sleep(until: nextRetry, clock: .continuous) } catch { return }
        await self?.retryIsDue()
      }
    }
  }

  private func retryIsDue() {
    retryTimer = nil
    restart(retries.takeDue(at: .now))
    startRetryTimer()
  }

  /// Starts failed downloads again. Their new state is written to the library once the server's answer is accepted.
  private func restart(_ ids: [Episode.ID]) {
    guard !isClosed, !ids.isEmpty else { return }
    for id in ids {
      guard var record = entries[id]?.record, record.state == .failed else { continue }
      record.state = .waiting
      record.error = nil
      enqueue(record)
    }
    emitDownloads()
  }
}
