/// The limits of a transfer, which is a request for a file and the redirects that follow.
package struct TransferLimits: Hashable, Sendable {
  /// The maximum size of the body, in bytes after decompression. The largest real feeds have some tens of millions of
  /// bytes.
  package var size: Int
  /// The time limit of a transfer with all its requests. The time in which the transfer waits in a ``RequestQueue``
  /// does not count.
  package var total: Duration
  /// The maximum time for which a connected server may send nothing.
  package var idle: Duration
  /// The time limit for making a connection. A separate lookup of a host's name has the same limit.
  package var connect: Duration
  /// The maximum number of redirects that are followed. Addresses of podcasts often redirect through several services
  /// that count downloads.
  package var redirects: Int
  /// The maximum number of informational answers (HTTP 100 to 199) to a request.
  package var informationalAnswers: Int

  package init(
    size: Int = 50_000_000, total: Duration = .seconds(120), idle: Duration = .seconds(30),
    connect: Duration = .seconds(10), redirects: Int = 10,
    informationalAnswers: Int = 20
  ) {
    self.size = size
    self.total = total
    self.idle = idle
    self.connect = connect
    self.redirects = redirects
    self.informationalAnswers = informationalAnswers
  }

  /// Returns the limits with all times shortened to at most `limit`. If `limit` is `nil`, no time is shortened.
  package func shortened(to limit: Duration?) -> TransferLimits {
    guard let limit else { return self }
    var limits = self
    limits.total = min(total, limit)
    limits.idle = min(idle, limit)
    limits.connect = min(connect, limit)
    return limits
  }
}
