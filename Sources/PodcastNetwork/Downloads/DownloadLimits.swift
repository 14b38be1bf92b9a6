/// The limits of downloads.
package struct DownloadLimits: Hashable, Sendable {
  /// The lowest speed of a transfer. A slower transfer fails.
  package struct Speed: Hashable, Sendable {
    /// How many bytes must arrive in each ``window``.
    package var bytes: Int
    /// The period in which the bytes are counted.
    package var window: Duration

    package init(bytes: Int, window: Duration) {
      self.bytes = bytes
      self.window = window
    }
  }

  /// How many downloads run at the same time.
  package var total: Int
  /// How many downloads from one host run at the same time.
  package var perHost: Int
  /// The limits of one transfer.
  package var transfer: TransferLimits
  /// The lowest speed of a transfer.
  package var minimum: Speed
  /// The waits between the attempts of one download after a transient error: before its second attempt, its third one
  /// and so on. After the last one, the download fails. An attempt that has received ``progress`` bytes starts the list
  /// again.
  package var pauses: [Duration]
  /// The waits before a failed download is retried automatically: after its first failure, its second one and so on.
  /// The last wait repeats.
  package var retries: [Duration]
  /// The bytes that an attempt must receive to count as progress.
  package var progress: Int64
  /// How often progress is reported.
  package var interval: Duration
  /// How often an engine tries to take over while another one has the folder.
  package var takeover: Duration

  package init(
    total: Int = 2, perHost: Int = 2, transfer: TransferLimits = TransferLimits(size: .max, total: .seconds(12 * 3600)),
    minimum: Speed = Speed(bytes: 60_000, window: .seconds(60)),
    pauses: [Duration] = [.seconds(1), .seconds(4), .seconds(15)],
    retries: [Duration] = [.seconds(300), .seconds(900), .seconds(3600), .seconds(6 * 3600), .seconds(24 * 3600)],
    progress: Int64 = 1_000_000, interval: Duration = .milliseconds(250), takeover: Duration = .seconds(5)
  ) {
    self.total = total
    self.perHost = perHost
    self.transfer = transfer
    self.minimum = minimum
    self.pauses = pauses
    self.retries = retries
    self.progress = progress
    self.interval = interval
    self.takeover = takeover
  }

  /// The limits of the queue, with at least one and at most eight downloads.
  var connections: ConnectionLimits { ConnectionLimits(perHost: max(1, perHost), total: min(max(1, total), 8)) }
}
