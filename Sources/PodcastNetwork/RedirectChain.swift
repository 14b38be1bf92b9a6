import Foundation
import Podcasts

/// The redirects of a request, from the first address to the current one. User names and passwords are removed from all
/// addresses.
struct RedirectChain: Sendable {
  /// The address of the first request.
  let first: URL
  /// The target of the last redirect, or ``first`` if there was no redirect.
  private(set) var current: URL
  /// The credentials for the current address. This address contained them, or an earlier address from which they may be
  /// sent to this one (``HTTPOrigin/sharesCredentials(with:)``).
  private(set) var credentials: Credentials?
  /// The addresses that were requested, including the current one.
  private var visited: Set<URL>
  /// Whether all redirects so far are permanent. `true` if there was no redirect.
  private var isPermanent = true
  /// The largest number of redirects.
  private let limit: Int

  /// Creates a chain of at most `limit` redirects.
  init(from address: URL, limit: Int) {
    (first, credentials) = address.splittingCredentials()
    current = first
    visited = [first]
    self.limit = limit
  }

  /// The address to which the document has moved permanently. `nil` if there was no redirect, or if any redirect was
  /// temporary.
  var permanentURL: URL? { visited.count > 1 && isPermanent ? current : nil }

  /// Follows a redirect to `location`, the value of the `Location` field.
  ///
  /// Throws `.redirectsNowhere` if the value is neither an HTTP nor an HTTPS address, or if the current address uses
  /// HTTPS and the value is an HTTP address with a port other than 80. Throws `.tooManyRedirects` in a loop or beyond
  /// the limit.
  mutating func follow(_ location: String, isPermanent: Bool) throws(FeedError) {
    // A redirect must not lead to a file of this machine.
    guard let address = WebAddress.url(location, relativeTo: current), let secureAddress = keepingHTTPS(address) else {
      throw .redirectsNowhere
    }
    let (target, newCredentials) = secureAddress.splittingCredentials()
    // A repeated address is a loop. It would redirect in the same way again, because no cookies are sent.
    guard visited.insert(target).inserted, visited.count <= limit + 1 else { throw .tooManyRedirects }
    if let newCredentials {
      credentials = newCredentials
    } else if !HTTPOrigin(current).sharesCredentials(with: HTTPOrigin(target)) {
      credentials = nil
    }
    current = target
    self.isPermanent = self.isPermanent && isPermanent
  }

  /// Returns the HTTPS address for an HTTP address if the current address uses HTTPS. Returns `nil` if that HTTP
  /// address has a port, because the server's port for HTTPS is unknown. The default port 80 was removed before.
  /// Returns any other address unchanged.
  private func keepingHTTPS(_ address: URL) -> URL? {
    guard current.scheme == "https", address.scheme == "http" else { return address }
    guard address.port == nil, var components = URLComponents(url: address, resolvingAgainstBaseURL: true) else {
      return nil
    }
    components.scheme = "https"
    return components.url
  }
}

/// The scheme, the host and the port of an address. Credentials belong to an origin.
struct HTTPOrigin: Hashable, Sendable {
  private let scheme: String
  private let host: String
  private let port: Int

  init(_ url: URL) {
    scheme = url.scheme?.lowercased() ?? ""
    host = url.host(percentEncoded: false)?.lowercased() ?? ""
    port = url.port ?? (scheme == "http" ? 80 : 443)
  }

  /// Whether credentials for this origin may be sent to another origin. The origins must be equal, with one exception:
  /// credentials for HTTP may be sent to the same host over HTTPS if both origins have the default ports.
  func sharesCredentials(with other: HTTPOrigin) -> Bool {
    self == other
      || host == other.host && scheme == "http" && port == 80 && other.scheme == "https" && other.port == 443
  }
}
