/// The limits of downloads.
///
/// After a transient error, a running download makes further attempts, with short waits. If all attempts fail, the
/// download fails. A failed download is retried automatically after a longer wait.
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

  /// How many downloads may run at the same time.
  package var maxRunning: Int
  /// How many downloads from one host may run at the same time.
  package var maxRunningPerHost: Int
  /// The limits of each attempt's transfer.
  package var transfer: TransferLimits
  /// The lowest speed of a transfer.
  package var minimumSpeed: Speed
  /// The waits before the second attempt of a running download, before the third attempt and so on. After an attempt
  /// that has made progress, the waits begin with the first one again.
  package var attemptWaits: [Duration]
  /// The waits before the first retry of a failed download, before the second retry and so on. The last wait repeats.
  /// If the download has made progress since its previous failure, the waits begin with the first one again.
  package var retryWaits: [Duration]
  /// How many bytes a download must receive for progress, in an attempt or between two failures.
  package var progressBytes: Int64
  /// The time between two reports of the received bytes.
  package var progressInterval: Duration
  /// The time between two tries to take over the downloads, while another program has locked the folder of downloads.
  package var takeoverInterval: Duration

  package init(
    maxRunning: Int = 2, maxRunningPerHost: Int = 2,
    transfer: TransferLimits = TransferLimits(size: .max, total: .seconds(12 * 3600)),
    minimumSpeed: Speed = Speed(bytes: 60_000, window: .seconds(60)),
    attemptWaits: [Duration] = [.seconds(1), .seconds(4), .seconds(15)],
    retryWaits: [Duration] = [
      .seconds(300), .seconds(900), .seconds(3600), .seconds(6 * 3600), .seconds(24 * 3600),
    ],
    progressBytes: Int64 = 1_000_000, progressInterval: Duration = .milliseconds(250),
    takeoverInterval: Duration = .seconds(5)
  ) {
    self.maxRunning = maxRunning
    self.maxRunningPerHost = maxRunningPerHost
    self.transfer = transfer
    self.minimumSpeed = minimumSpeed
    self.attemptWaits = attemptWaits
    self.retryWaits = retryWaits
    self.progressBytes = progressBytes
    self.progressInterval = progressInterval
    self.takeoverInterval = takeoverInterval
  }

  /// The limits of the ``RequestQueue`` of downloads. The limit in total is from one to eight downloads. The limit per
  /// host is at least one download.
  var requestLimits: ConnectionLimits {
    ConnectionLimits(perHost: max(1, maxRunningPerHost), total: min(max(1, maxRunning), 8))
  }
}
