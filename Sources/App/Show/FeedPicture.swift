package import Foundation

/// A picture that a feed names, with the address of the feed: a feed on the web gets no picture from a
/// private network.
///
/// `AsyncImage` identifies a picture by a text: this description. The image loader parses it.
package struct FeedPicture: Hashable, Sendable, LosslessStringConvertible {
  /// The address of the picture, on the web, in a file, or with the picture in it.
  package let address: URL
  /// The address of the feed. It matters for pictures on the web only.
  package let feed: URL?

  package init(_ address: URL, in feed: URL?) {
    self.address = address
    self.feed = ["http", "https"].contains(address.scheme?.lowercased()) ? feed : nil
  }

  package init?(_ description: String) {
    // An address contains no space.
    let addresses = description.split(separator: " ", maxSplits: 1).map { URL(string: String($0)) }
    guard let first = addresses.first, let address = first else { return nil }
    self.init(address, in: addresses.count > 1 ? addresses[1] : nil)
  }

  package var description: String { address.absoluteString + (feed.map { " " + $0.absoluteString } ?? "") }
}
