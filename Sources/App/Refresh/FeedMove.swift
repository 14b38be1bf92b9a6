import Foundation

/// Decides whether the new address of a feed may be used.
enum FeedMove {
  /// Whether the new address may replace the old one. The new address must be a web address without a name and a
  /// password. If the old address uses HTTPS, the new one must use HTTPS too. This function does not check for private
  /// networks, because the network client refuses an address in a private network (`FeedRequest.referrer`).
  static func isAllowed(from old: URL, to new: URL) -> Bool {
    guard let scheme = new.scheme?.lowercased(), scheme == "https" || scheme == "http", let host = new.host,
      !host.isEmpty
    else { return false }
    guard old != new, new.user == nil, new.password == nil else { return false }
    return old.scheme?.lowercased() != "https" || scheme == "https"
  }
}
