import Foundation
import Podcasts

/// The answer of the iTunes Search API. In all answers of this file, the properties have the names of the JSON fields.
struct ITunesAnswer: Decodable {
  struct Entry: Decodable {
    var feedUrl: String?
    var collectionName: String?
    var artistName: String?
    var artworkUrl600: String?
    var artworkUrl100: String?
    var trackCount: Int?

    var result: DirectoryResult? {
      DirectoryResult(
        feedAddress: feedUrl, title: collectionName, author: artistName, summary: nil,
        artworkAddress: artworkUrl600 ?? artworkUrl100, reportedEpisodeCount: trackCount)
    }
  }

  var results: LossyArray<Entry>
}

/// The answer of the search of fyyd, a directory of podcasts.
struct FyydAnswer: Decodable {
  struct Entry: Decodable {
    var xmlURL: String?
    var title: String?
    var author: String?
    var description: String?
    var layoutImageURL: String?
    var imgURL: String?
    var episode_count: Int?

    var result: DirectoryResult? {
      DirectoryResult(
        feedAddress: xmlURL, title: title, author: author, summary: description,
        artworkAddress: layoutImageURL ?? imgURL, reportedEpisodeCount: episode_count)
    }
  }

  var data: LossyArray<Entry>
}

/// The answer of a server with the protocol of Podcast Index, a directory of podcasts.
struct PodcastIndexAnswer: Decodable {
  struct Entry: Decodable {
    var url: String?
    var title: String?
    var author: String?
    var description: String?
    var artwork: String?
    var image: String?
    var episodeCount: Int?
    var podcastGuid: String?

    var result: DirectoryResult? {
      let picture = artwork.flatMap { $0.isEmpty ? nil : $0 } ?? image
      return DirectoryResult(
        feedAddress: url, title: title, author: author, summary: description, artworkAddress: picture,
        reportedEpisodeCount: episodeCount, guid: podcastGuid)
    }
  }

  var feeds: LossyArray<Entry>
}

/// An array of the elements that can be decoded. The other elements are omitted.
struct LossyArray<Element: Decodable>: Decodable {
  /// Decodes any value, and ignores it.
  private struct Anything: Decodable {}

  var values: [Element] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let value = try? container.decode(Element.self) {
        values.append(value)
      } else {
        // The container does not advance after an element that it could not decode.
        _ = try container.decode(Anything.self)
      }
    }
  }
}

extension DirectoryResult {
  /// Creates the result for a show from the fields of an entry, whose texts are plain text or HTML. Returns `nil` if
  /// `feedAddress` is not an `http` or `https` address. Credentials in that address are removed. A reported count of 0
  /// or less means that the directory does not know the count.
  fileprivate init?(
    feedAddress: String?, title: String?, author: String?, summary: String?, artworkAddress: String?,
    reportedEpisodeCount: Int?, guid: String? = nil
  ) {
    guard let url = feedAddress.flatMap({ WebAddress.url($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) else {
      return nil
    }
    let (bareURL, _) = url.splittingCredentials()
    let name = PlainText(markup: title ?? "", limit: 500).text
    self.init(
      feedURL: bareURL, title: name.isEmpty ? bareURL.host(percentEncoded: false) ?? "" : name,
      author: PlainText(markup: author ?? "", limit: 500).text,
      summary: PlainText(markup: summary ?? "", limit: 2000).text,
      artworkURL: artworkAddress.flatMap { WebAddress.url($0) },
      episodeCount: reportedEpisodeCount.flatMap { $0 > 0 ? $0 : nil }, guid: guid.flatMap { $0.isEmpty ? nil : $0 })
  }
}
