import Foundation
import Podcasts

@testable import PodcastStore

/// The library of one test, in a temporary folder. The folder is removed when this object is released.
final class TemporaryLibrary: Sendable {
  let folder: URL
  /// The file of the library. A test creates the file, for example with `open()`.
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

/// The address of the feed that the tests of a library subscribe to first.
let feedURL = URL(string: "https://shows.example/feed.xml")!

extension Podcast {
  /// A podcast with items that have these guids.
  static func sample(title: String = "A Show", guids: [String] = ["1"]) -> Podcast {
    Podcast(title: title, author: "An Author", summary: "About.", language: "en", items: guids.map { .sample($0) })
  }
}

extension Podcast.Item {
  /// An item whose date and duration have fractions of a second. The byte count of its audio needs more than 32 bits.
  static func sample(
    _ guid: String, title: String = "An Episode", date: Double? = 1_714_555_800.5
  ) -> Podcast.Item {
    Podcast.Item(
      guid: guid, title: title, summary: "<p>Notes</p>",
      enclosure: Enclosure(
        url: URL(string: "https://a.example/\(guid).mp3")!, mimeType: "audio/mpeg", byteCount: 5_000_000_000),
      publishedAt: date.map(Date.init(timeIntervalSince1970:)), duration: .milliseconds(3_723_500),
      artworkURL: URL(string: "https://a.example/\(guid).png"))
  }
}

extension LibraryClient {
  /// Adds the show of a feed. The podcast was fetched from another address than `feed`, so that the feed counts as not
  /// fetched yet.
  func subscribe(_ podcast: Podcast, _ feed: URL) async throws(LibraryError) -> Show.ID {
    try await subscribe(FetchedPodcast(podcast, from: URL(string: "https://other.example/")!), feed)
  }

  /// Returns the first value of the stream of shows.
  func currentShows() async throws -> [Show] {
    for await result in shows() { return try result.get() }
    return []
  }

  /// Returns the first value of the stream of a show's episodes.
  func currentEpisodes(_ show: Show.ID) async throws -> [Episode] {
    for await result in episodes(show) { return try result.get() }
    return []
  }
}

extension EpisodesClient {
  /// Returns the first value of the stream of ids.
  func currentIDs(_ query: EpisodeQuery) async throws -> [Episode.ID] {
    for await result in ids(query) { return try result.get() }
    return []
  }
}

extension QueueClient {
  /// Returns the first value of the stream of entries.
  func currentEntries() async throws -> [QueueEntry] {
    for await result in entries() { return try result.get() }
    return []
  }
}
