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
        address: feedUrl, title: collectionName, author: artistName, summary: nil,
        artwork: artworkUrl600 ?? artworkUrl100, episodes: trackCount)
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
        address: xmlURL, title: title, author: author, summary: description, artwork: layoutImageURL ?? imgURL,
        episodes: episode_count)
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
        address: url, title: title, author: author, summary: description, artwork: picture, episodes: episodeCount,
        guid: podcastGuid)
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
  /// Creates the result for a show from an entry, whose texts are plain text or HTML. Returns `nil` if `address` is not
  /// an address of the web.
  fileprivate init?(
    address: String?, title: String?, author: String?, summary: String?, artwork: String?, episodes: Int?,
    guid: String? = nil
  ) {
    guard let url = address.flatMap({ WebAddress.url($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) else {
      return nil
    }
    let (bareURL, _) = url.splittingCredentials()
    let name = PlainText(markup: title ?? "", limit: 500).text
    self.init(
      feedURL: bareURL, title: name.isEmpty ? bareURL.host(percentEncoded: false) ?? "" : name,
      author: PlainText(markup: author ?? "", limit: 500).text,
      summary: PlainText(markup: summary ?? "", limit: 2000).text, artworkURL: artwork.flatMap { WebAddress.url($0) },
      episodeCount: episodes.flatMap { $0 > 0 ? $0 : nil }, guid: guid.flatMap { $0.isEmpty ? nil : $0 })
  }
}
