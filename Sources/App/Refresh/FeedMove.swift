import Foundation
import Podcasts

/// Decides whether the new address of a feed may be used.
enum FeedMove {
  /// Whether the new address is safe to use in place of the old one: a web address, not less secure than the old one, and not in a private
  /// network unless the old one is.
  static func isAllowed(from old: URL, to new: URL) -> Bool {
    guard let scheme = new.scheme?.lowercased(), scheme == "https" || scheme == "http", let host = new.host, !host.isEmpty else { return false }
    guard old != new, new.user == nil, new.password == nil else { return false }
    if old.scheme?.lowercased() == "https", scheme == "http" { return false }
    return !isPrivate(host) || old.host.map(isPrivate) ?? false
  }

  private static let privateDomains = [".localhost", ".local", ".internal", ".lan", ".home.arpa"]

  /// Whether the name or number of a host belongs to a private network.
  static func isPrivate(_ host: String) -> Bool {
    let name = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]."))
    if name == "localhost" || privateDomains.contains(where: name.hasSuffix) { return true }
    if name.contains(":") {
      return name == "::1" || name == "::" || name.hasPrefix("fe8") || name.hasPrefix("fc") || name.hasPrefix("fd") || name.hasPrefix("::ffff:")
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 4, numbers.count == 4 else { return !name.contains(".") }
    switch (numbers[0], numbers[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31), (100, 64...127), (198, 18...19): return true
    default: return false
    }
  }
}
