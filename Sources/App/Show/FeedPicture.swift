package import Foundation

/// A picture that a feed names, with the address of the feed. If the feed is on the web, a picture in a private network
/// is not fetched.
///
/// `AsyncImage` passes a string to the image loader. ``description`` is this string, and the image loader converts it
/// back to a `FeedPicture`.
package struct FeedPicture: Hashable, Sendable, LosslessStringConvertible {
  /// The address of the picture: a web address, a file address, or a `data:` address that contains the picture.
  package let address: URL
  /// The address of the feed. `nil` if the address is not known, or if the picture is not on the web.
  package let feed: URL?

  package init(_ address: URL, in feed: URL?) {
    self.address = address
    self.feed = ["http", "https"].contains(address.scheme?.lowercased()) ? feed : nil
  }

  package init?(_ description: String) {
    // An address contains no space, so a space separates the two addresses.
    let addresses = description.split(separator: " ", maxSplits: 1).map { URL(string: String($0)) }
    guard let first = addresses.first, let address = first else { return nil }
    self.init(address, in: addresses.count > 1 ? addresses[1] : nil)
  }

  package var description: String { address.absoluteString + (feed.map { " " + $0.absoluteString } ?? "") }
}
