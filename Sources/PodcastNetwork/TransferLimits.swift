/// The limits of a feed, a picture or a directory's answer.
package struct TransferLimits: Hashable, Sendable {
  /// The largest one, in bytes after decompression. The largest real feeds have some tens of millions.
  package var size: Int
  /// How long all requests may take, without the time in which they wait for others to end.
  package var total: Duration
  /// How long a server may be silent.
  package var idle: Duration
  /// How long a connection may take to be made.
  package var connect: Duration
  /// How many redirects are followed. The addresses of podcasts run through long chains of counting services.
  package var redirects: Int
  /// How many informational answers (HTTP 100 to 199) a request may get.
  package var informational: Int

  package init(
    size: Int = 50_000_000, total: Duration = .seconds(120), idle: Duration = .seconds(30), connect: Duration = .seconds(10), redirects: Int = 10,
    informational: Int = 20
  ) {
    self.size = size
    self.total = total
    self.idle = idle
    self.connect = connect
    self.redirects = redirects
    self.informational = informational
  }

  /// The limits in which no time is longer than `limit`.
  package func shortened(to limit: Duration?) -> TransferLimits {
    guard let limit else { return self }
    var limits = self
    limits.total = min(total, limit)
    limits.idle = min(idle, limit)
    limits.connect = min(connect, limit)
    return limits
  }
}
