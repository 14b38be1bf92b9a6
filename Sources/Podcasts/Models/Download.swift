package import Foundation

/// The download of an episode's audio.
package struct Download: Identifiable, Hashable, Sendable {
  /// The state of a download.
  package enum State: Hashable, Sendable {
    /// The download is requested, but does not run yet, for example because other downloads run.
    case waiting
    case downloading(Progress)
    /// The user stopped the download. The received part is kept.
    case paused(Progress)
    /// The download failed. The received part is kept if the download can continue from it.
    case failed(DownloadError, Progress)
    /// The file is complete. `file` is its address, and `byteCount` its size in bytes.
    case complete(file: URL, byteCount: Int64)
  }

  /// How much of the file was received.
  package struct Progress: Hashable, Sendable {
    /// The number of received bytes.
    package var received: Int64
    /// The size of the complete file, or `nil` if the server does not send it.
    package var total: Int64?

    package init(received: Int64 = 0, total: Int64? = nil) {
      self.received = received
      self.total = total
    }

    /// The received fraction of the file, from 0 to 1. `nil` if the size of the file is unknown or 0.
    package var fraction: Double? {
      guard let total, total > 0 else { return nil }
      return min(max(Double(received) / Double(total), 0), 1)
    }
  }

  /// The id of the episode.
  package var id: Episode.ID
  package var showID: Show.ID
  package var state: State
  /// Whether a rule for automatic downloads started the download, and not the user.
  package var isAutomatic: Bool
  /// When the download was requested. Stopping, retrying or resuming the download does not change this date.
  package var addedAt: Date

  package init(id: Episode.ID, showID: Show.ID, state: State, isAutomatic: Bool = false, addedAt: Date = .distantPast) {
    self.id = id
    self.showID = showID
    self.state = state
    self.isAutomatic = isAutomatic
    self.addedAt = addedAt
  }

  /// Whether the file is complete.
  package var isComplete: Bool { if case .complete = state { true } else { false } }
  /// Whether the download is waiting or running.
  package var isActive: Bool {
    switch state {
    case .waiting, .downloading: true
    case .paused, .failed, .complete: false
    }
  }
  /// How many bytes of the download are on the disk, according to ``state``. 0 for a waiting download, even if it has a
  /// partial file.
  package var bytesOnDisk: Int64 {
    switch state {
    case .waiting: 0
    case .downloading(let progress), .paused(let progress), .failed(_, let progress): progress.received
    case .complete(_, let byteCount): byteCount
    }
  }
}

/// Why a download failed. Each case has its own title in the user interface.
package enum DownloadError: Error, Hashable, Sendable, Codable {
  /// The episode has no address from which it could be downloaded.
  case notAnAddress
  /// The server has no such file (HTTP 404 or 410).
  case notFound
  /// The server refuses the file, even for another user agent (HTTP 403 or 406).
  case refused(host: String)
  /// The server requires a user name and a password, which are missing or wrong (HTTP 401).
  case unauthorized(host: String)
  /// The host was not found or did not answer, or the connection broke. `reason` is the system's message, for a log.
  case unreachable(host: String, reason: String)
  /// The certificate of the server cannot be trusted.
  case untrusted(host: String)
  /// The server sent no bytes, or too few, for too long.
  case timedOut(host: String)
  /// The server requests a later retry (HTTP 429, or 503 with `Retry-After`).
  case busy(host: String)
  /// Any other answer without a file. `status` is its HTTP status.
  case serverError(status: Int)
  /// The redirects form a loop, are too many, or lead into a private network or to an address that is not allowed, such
  /// as a `file` address.
  case redirectsNowhere
  /// The answer is a web page and not audio: a login page, an error page or a captive portal.
  case webPage
  /// The file has no content.
  case empty
  /// The transfer ended before the end of the file. The received part is kept.
  case cutOff
  /// The server's answers contradict each other: the range or the length differs from the declared one.
  case contradictoryServer
  /// The disk is full. `needed` is how many bytes are missing, if that is known. The received part is kept.
  case diskFull(needed: Int64?)
  /// The folder of downloads cannot be written. `reason` is the system's message, for a log.
  case notWritable(path: String, reason: String)
  /// The file was complete, and was removed or changed from outside the program.
  case fileMissing
  /// The library could not be written.
  case library(reason: String)

  /// Whether a later try may succeed: after the errors of ``maySucceedSoon``, and after a full disk.
  package var maySucceedLater: Bool { if case .diskFull = self { true } else { maySucceedSoon } }

  /// Whether the same request may succeed a moment later, because the error is temporary.
  package var maySucceedSoon: Bool {
    switch self {
    case .unreachable, .timedOut, .busy, .cutOff: true
    case .serverError(let status): status >= 500
    case .notAnAddress, .notFound, .refused, .unauthorized, .untrusted, .redirectsNowhere, .webPage, .empty,
      .contradictoryServer, .diskFull,
      .notWritable, .fileMissing, .library:
      false
    }
  }
}
