import Foundation

/// Decides whether a feed may lead to another address: to its new address, or to its next page.
enum FeedMove {
  /// Whether a feed at the old address may lead to the new one. The new address must be another web address, without a
  /// name and a password. If the old address uses HTTPS, the new one must use HTTPS too.
  ///
  /// This function does not check whether the new address is in a private network. The network client does this for
  /// each request with a `FeedRequest.referrer`.
  static func isAllowed(from old: URL, to new: URL) -> Bool {
    guard let scheme = new.scheme?.lowercased(), scheme == "https" || scheme == "http", let host = new.host,
      !host.isEmpty
    else { return false }
    guard old != new, new.user == nil, new.password == nil else { return false }
    return old.scheme?.lowercased() != "https" || scheme == "https"
  }
}
