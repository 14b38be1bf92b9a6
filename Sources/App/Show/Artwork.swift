package import Foundation
package import Podcasts

/// A show's picture, and its placeholder until the picture is loaded: the first letter of the show's name on a colour.
package struct Artwork: Hashable, Sendable {
  /// The address of the picture, on the web or in a file. `nil` if there is none.
  package var address: URL?
  /// The feed that names the picture. A feed on the web gets no picture from a private network.
  package var feed: URL?
  /// The first letter of the name.
  package var initial: String
  /// The index of the colour, less than ``colorCount``. A name always has the same colour.
  package var color: Int
  /// The number of colours.
  package static let colorCount = 6

  /// The picture of a show.
  package init(of show: Show) { self.init(address: show.artworkURL, feed: show.feedURL, title: show.title) }

  /// The picture of an episode, or the show's picture if the episode has none. There is no picture without the show,
  /// whose feed names the pictures.
  package init(of episode: Episode, show: Artwork?, showTitle: String) {
    self = show ?? Artwork(address: nil, feed: nil, title: showTitle)
    if show != nil, let address = episode.artworkURL { self.address = address }
  }

  /// The picture of a show in a directory.
  package init(of result: DirectoryResult) {
    self.init(address: result.artworkURL, feed: result.feedURL, title: result.title)
  }

  /// The picture of a participant, whom a feed names.
  package init(of person: FeedPerson, in feed: URL?) {
    self.init(address: person.pictureURL, feed: feed, title: person.name)
  }

  /// The address and the feed of the picture, or `nil` if there is no picture.
  package var picture: FeedPicture? { address.map { FeedPicture($0, in: feed) } }

  private init(address: URL?, feed: URL?, title: String) {
    self.address = address
    self.feed = feed
    initial = title.first(where: { $0.isLetter || $0.isNumber }).map { $0.uppercased() } ?? "♪"
    color = Int(title.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value } % UInt32(Self.colorCount))
  }
}
