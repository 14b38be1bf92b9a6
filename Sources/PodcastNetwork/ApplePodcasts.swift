import Foundation
import Podcasts

/// Recognizes links to shows on Apple Podcasts. The pages at these links contain no address of the feed, so the feed is
/// looked up in Apple's directory.
enum ApplePodcasts {
  private static let hosts: Set = ["podcasts.apple.com", "embed.podcasts.apple.com", "itunes.apple.com"]

  /// Returns Apple's number of a show, without `id`, from the address of the show's page or of an episode's page, such
  /// as `https://podcasts.apple.com/us/podcast/a-show/id123`. Returns `nil` for any other address.
  static func showNumber(at address: URL) -> String? {
    guard let host = address.host(percentEncoded: false)?.lowercased(), hosts.contains(host) else { return nil }
    return address.pathComponents.last { $0.wholeMatch(of: /id[0-9]{1,20}/) != nil }.map { String($0.dropFirst(2)) }
  }
}

extension DirectoryServer {
  /// Returns the request that looks up a show by Apple's number of the show. Returns `nil` if this is not Apple's
  /// directory.
  func request(forShow number: String) -> HTTPRequest? {
    guard case .iTunes(let base) = self else { return nil }
    return HTTPRequest(Self.address(base, "lookup", ["entity": "podcast", "id": number]))
  }
}
