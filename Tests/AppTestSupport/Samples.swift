package import Foundation
package import Podcasts

extension EpisodeMerge {
  /// Returns the record of a merge: a refresh has recognized the episode with this number by its audio, although the
  /// episode's `guid` had changed. The record has the same number as the episode.
  package static func sample(_ number: Int64) -> EpisodeMerge {
    EpisodeMerge(
      id: ID(rawValue: number), episode: Episode.ID(rawValue: number), title: "Episode \(number)", evidence: .sameAudio,
      mergedAt: Date(timeIntervalSince1970: 0))
  }
}

extension Show {
  /// Returns a show with this number.
  package static func sample(_ number: Int64, title: String? = nil) -> Show {
    Show(
      id: ID(rawValue: number), feedURL: .sample("show\(number).xml"), title: title ?? "Show \(number)",
      author: "Author \(number)", summary: "About show \(number).")
  }
}

extension Episode {
  /// Returns the episode with this number, in the show with the number `show`. All sample episodes were published on
  /// 21 September 2026.
  package static func sample(_ number: Int64, of show: Int64 = 1) -> Episode {
    Episode(
      id: ID(rawValue: number), showID: Show.ID(rawValue: show), guid: "guid\(number)", title: "Episode \(number)",
      summary: "<p>Notes of episode \(number).</p>", enclosure: Enclosure(url: .sample("audio\(number).ogg")),
      publishedAt: Date(timeIntervalSince1970: 1_790_000_000), duration: .seconds(600))
  }
}

extension Podcast {
  /// Returns the content of a feed with this title and one episode.
  package static func sample(_ title: String) -> Podcast {
    Podcast(
      title: title, author: "Someone",
      items: [Item(guid: "guid", title: "First", enclosure: Enclosure(url: .sample("first.ogg")))])
  }
}

extension URL {
  /// Returns the address of a file in the folder `/feeds`. The folder does not exist.
  package static func sample(_ name: String) -> URL {
    URL(filePath: "/feeds/\(name)", directoryHint: .notDirectory)
  }
}
