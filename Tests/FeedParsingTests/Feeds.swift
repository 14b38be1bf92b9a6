import FeedParsing
import Foundation
import Podcasts

/// The feeds that the tests read.
enum Feeds {
  /// The address of the feeds of the tests. The parser resolves relative addresses against it.
  static let source = URL(string: "https://shows.example/feeds/one.xml")!

  /// Returns the contents of a file of Tests/Fixtures/feeds. The file Tests/Fixtures/README.md describes these files.
  static func fixture(_ name: String, filePath: String = #filePath) throws -> Data {
    let tests = URL(filePath: filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: tests.appending(path: "Fixtures/feeds/\(name)"))
  }

  /// Returns the names of all files of Tests/Fixtures/feeds.
  static func allFixtures(filePath: String = #filePath) throws -> [String] {
    let tests = URL(filePath: filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: tests.appending(path: "Fixtures/feeds").path()).sorted()
  }

  static func parse(_ data: Data, source: URL? = source) throws(FeedParsingError) -> ParsedFeed {
    try FeedParser.feed(from: data, source: source)
  }

  static func parse(_ text: String, source: URL? = source) throws(FeedParsingError) -> ParsedFeed {
    try FeedParser.feed(from: Data(text.utf8), source: source)
  }

  /// The title of the feeds that ``withItems(_:channel:)`` returns. A test can replace it in their text.
  static let title = "A Show"

  /// Returns a feed whose items have these contents, with additional elements in its channel.
  static func withItems(_ items: String..., channel: String = "") -> String {
    let items = items.map { "<item>\($0)</item>" }.joined()
    return "<rss version=\"2.0\"><channel><title>\(title)</title>\(channel)\(items)</channel></rss>"
  }

  /// Parses a feed with one item, which has these contents and the audio file “1.mp3”. Returns the item.
  static func item(_ contents: String) throws -> Podcast.Item {
    let enclosure = "<enclosure url=\"https://a.example/1.mp3\" type=\"audio/mpeg\"/>"
    return try parse(withItems(enclosure + contents)).podcast.items[0]
  }
}
