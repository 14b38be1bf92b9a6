package import Foundation
package import Podcasts

/// A show's picture, and its placeholder until the picture is loaded: the first letter of the show's name on a colour.
package struct Artwork: Hashable, Sendable {
  /// The address of the picture, on the web or in a file. `nil` if there is none.
  package var address: URL?
  /// The first letter of the name.
  package var initial: String
  /// The index of the colour, less than ``colorCount``. A name always has the same colour.
  package var color: Int
  /// The number of colours.
  package static let colorCount = 6

  /// The picture of a show.
  package init(of show: Show) { self.init(address: show.artworkURL, title: show.title) }

  /// The picture of an episode, or the show's picture if the episode has none.
  package init(of episode: Episode, show: Artwork?, showTitle: String) {
    self = show ?? Artwork(address: nil, title: showTitle)
    if let address = episode.artworkURL { self.address = address }
  }

  /// The picture of a show in a directory.
  package init(of result: DirectoryResult) { self.init(address: result.artworkURL, title: result.title) }

  /// The picture of a participant.
  package init(of person: FeedPerson) { self.init(address: person.pictureURL, title: person.name) }

  private init(address: URL?, title: String) {
    self.address = address
    initial = title.first(where: { $0.isLetter || $0.isNumber }).map { $0.uppercased() } ?? "♪"
    color = Int(title.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value } % UInt32(Self.colorCount))
  }
}
