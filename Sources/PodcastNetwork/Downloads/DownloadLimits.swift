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

  /// How many downloads run at the same time.
  package var total: Int
  /// How many downloads from one host run at the same time.
  package var perHost: Int
  /// The limits of one transfer.
  package var transfer: TransferLimits
  /// The lowest speed of a transfer.
  package var minimumSpeed: Speed
  /// The waits before the second attempt of a running download, the third one and so on. An attempt that has received
  /// ``progressBytes`` starts the list again.
  package var attemptWaits: [Duration]
  /// The waits before the first retry of a failed download, the second one and so on. The last wait repeats.
  package var retryWaits: [Duration]
  /// The bytes that an attempt must receive to count as progress.
  package var progressBytes: Int64
  /// How often progress is reported.
  package var progressInterval: Duration
  /// How often a program tries to take over the downloads while another program has locked the folder of downloads.
  package var takeoverInterval: Duration

  package init(
    total: Int = 2, perHost: Int = 2, transfer: TransferLimits = TransferLimits(size: .max, total: .seconds(12 * 3600)),
    minimumSpeed: Speed = Speed(bytes: 60_000, window: .seconds(60)),
    attemptWaits: [Duration] = [.seconds(1), .seconds(4), .seconds(15)],
    retryWaits: [Duration] = [
      .seconds(300), .seconds(900), .seconds(3600), .seconds(6 * 3600), .seconds(24 * 3600),
    ],
    progressBytes: Int64 = 1_000_000, progressInterval: Duration = .milliseconds(250),
    takeoverInterval: Duration = .seconds(5)
  ) {
    self.total = total
    self.perHost = perHost
    self.transfer = transfer
    self.minimumSpeed = minimumSpeed
    self.attemptWaits = attemptWaits
    self.retryWaits = retryWaits
    self.progressBytes = progressBytes
    self.progressInterval = progressInterval
    self.takeoverInterval = takeoverInterval
  }

  /// The limits of the engine's ``RequestQueue``: from one to eight downloads in all, and at least one for each host.
  var requestLimits: ConnectionLimits { ConnectionLimits(perHost: max(1, perHost), total: min(max(1, total), 8)) }
}
