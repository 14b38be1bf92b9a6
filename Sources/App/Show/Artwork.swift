package import Foundation
package import Podcasts

/// A show's picture, and what stands for it until it is there: the first letter of the show's name on a colour of its own.
package struct Artwork: Hashable, Sendable {
  /// Where the picture is, on the web or in a file; `nil` if there is none.
  package var address: URL?
  /// The first letter of the name.
  package var initial: String
  /// Which of the colours: from 0 up to ``colorCount``. The same name has the same one each time.
  package var color: Int
  /// How many colours there are.
  package static let colorCount = 6

  package init(of show: Show) { self.init(address: show.artworkURL, title: show.title) }

  /// The picture of an episode: its own, or that of its show.
  package init(of episode: Episode, show: Artwork?, showTitle: String) {
    self = show ?? Artwork(address: nil, title: showTitle)
    if let address = episode.artworkURL { self.address = address }
  }

  private init(address: URL?, title: String) {
    self.address = address
    initial = title.first(where: { $0.isLetter || $0.isNumber }).map { $0.uppercased() } ?? "♪"
    color = Int(title.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value } % UInt32(Self.colorCount))
  }
}
