import Foundation
import Podcasts

@testable import PodcastStore

/// A folder for one test's library, removed with the test.
final class TemporaryLibrary: Sendable {
  let folder: URL
  var file: URL { folder.appending(path: "library.sqlite") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("The folder of a test stays: \(error)") }
  }

  func open() throws(LibraryError) -> LibraryClient { try LibraryClient.live(at: file) }
}

let feedURL = URL(string: "https://shows.example/feed.xml")!

extension Podcast {
  /// A podcast with items that have these guids.
  static func sample(title: String = "A Show", guids: [String] = ["1"]) -> Podcast {
    Podcast(title: title, author: "An Author", summary: "About.", language: "en", items: guids.map { .sample($0) })
  }
}

extension Podcast.Item {
  static func sample(
    _ guid: String, title: String = "An Episode", audio: String? = nil, date: Double? = 1_714_555_800.5
  ) -> Podcast.Item {
    Podcast.Item(
      guid: guid, title: title, summary: "<p>Notes</p>",
      enclosure: Enclosure(
        url: URL(string: "https://a.example/\(audio ?? guid).mp3")!, mimeType: "audio/mpeg", byteCount: 5_000_000_000),
      publishedAt: date.map(Date.init(timeIntervalSince1970:)), duration: .milliseconds(3_723_500),
      artworkURL: URL(string: "https://a.example/\(guid).png"))
  }
}

extension LibraryClient {
  /// Adds a podcast that was fetched from another address, so that its feed counts as not fetched yet.
  func subscribe(_ podcast: Podcast, _ feed: URL) async throws(LibraryError) -> Show.ID {
    try await subscribe(FetchedPodcast(podcast, from: URL(string: "https://other.example/")!), feed)
  }

  /// The first value of the stream of shows.
  func currentShows() async throws -> [Show] {
    for await result in shows() { return try result.get() }
    return []
  }

  /// The first value of the stream of a show's episodes.
  func currentEpisodes(_ show: Show.ID) async throws -> [Episode] {
    for await result in episodes(show) { return try result.get() }
    return []
  }
}
