import Foundation
import Podcasts

/// Links to shows on Apple Podcasts. Their pages link to no feed, so the feed is looked up in Apple's directory.
enum ApplePodcasts {
  private static let hosts: Set = ["podcasts.apple.com", "embed.podcasts.apple.com", "itunes.apple.com"]

  /// Returns the number of the show in the address of a show or of an episode, such as
  /// `https://podcasts.apple.com/us/podcast/a-show/id123`. Otherwise `nil`.
  static func show(at address: URL) -> String? {
    guard let host = address.host(percentEncoded: false)?.lowercased(), hosts.contains(host) else { return nil }
    return address.pathComponents.last { $0.wholeMatch(of: /id[0-9]{1,20}/) != nil }.map { String($0.dropFirst(2)) }
  }
}

extension DirectoryServer {
  /// Returns the request for a show of the directory by its number, or `nil` for other directories than Apple's.
  func request(forShow number: String) -> HTTPRequest? {
    guard case .iTunes(let base) = self else { return nil }
    return HTTPRequest(Self.address(base, "lookup", ["entity": "podcast", "id": number]))
  }
}
