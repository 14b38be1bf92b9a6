package import Foundation
package import Podcasts

/// The picture of a show, an episode or a participant. Until the picture is loaded, a placeholder is shown: the initial
/// of the name on a colour.
package struct Artwork: Hashable, Sendable {
  /// The address of the picture: a web address, a file address, or a `data:` address that contains the picture. `nil`
  /// if there is no picture.
  package var address: URL?
  /// The address of the feed that names the picture, or `nil` if no feed names it. If the feed is on the web, a picture
  /// in a private network is not fetched, so that the feed cannot cause requests in the user's network.
  package var feed: URL?
  /// The first letter or digit of the name, in upper case. A musical note (♪) if the name has none.
  package var initial: String
  /// The index of the placeholder's colour, from 0 to ``colorCount`` - 1. A name always has the same colour.
  package var colorIndex: Int
  /// The number of colours for placeholders.
  package static let colorCount = 6

  /// The picture of a show.
  package init(of show: Show) { self.init(address: show.artworkURL, feed: show.feedURL, name: show.title) }

  /// The picture of an episode, or the show's picture if the episode has none.
  ///
  /// - Parameters:
  ///   - showArtwork: The picture of the show. If this argument is `nil`, the address of the feed is not known. Then
  ///     the picture of the episode is not used either, and the placeholder is shown.
  ///   - showTitle: The name for the placeholder if `showArtwork` is `nil`.
  package init(of episode: Episode, show showArtwork: Artwork?, showTitle: String) {
    self = showArtwork ?? Artwork(address: nil, feed: nil, name: showTitle)
    if showArtwork != nil, let address = episode.artworkURL { self.address = address }
  }

  /// The picture of a show in a podcast directory on the web.
  package init(of result: DirectoryResult) {
    self.init(address: result.artworkURL, feed: result.feedURL, name: result.title)
  }

  /// The picture of a participant of an episode.
  ///
  /// - Parameter feed: The address of the feed that lists the participant.
  package init(of person: FeedPerson, in feed: URL?) {
    self.init(address: person.pictureURL, feed: feed, name: person.name)
  }

  /// The value from which the image loader loads the picture, or `nil` if there is no picture.
  package var picture: FeedPicture? { address.map { FeedPicture($0, in: feed) } }

  private init(address: URL?, feed: URL?, name: String) {
    self.address = address
    self.feed = feed
    initial = name.first(where: { $0.isLetter || $0.isNumber }).map { $0.uppercased() } ?? "♪"
    // Swift's `hashValue` differs in each process, so compute a hash that is always the same. The constants 7 and 31
    // are arbitrary.
    colorIndex = Int(name.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value } % UInt32(Self.colorCount))
  }
}
