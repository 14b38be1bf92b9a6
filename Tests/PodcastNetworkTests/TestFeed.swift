import Foundation

/// Minimal feeds, and other content that test servers send.
enum TestFeed {
  /// A feed with one episode. The address of its audio is relative to the address of the feed.
  static let oneEpisode = feed(title: "이야기 Stories")

  /// Returns a feed with one episode and a description of `padding` bytes.
  static func feed(title: String, padding: Int = 0) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0"><channel><title>\(title)</title><description>\(String(repeating: "x", count: padding))</description>
      <item><title>One</title><guid>1</guid><enclosure url="audio/one.ogg" type="audio/ogg" length="1"/></item>
      </channel></rss>
      """.utf8)
  }

  /// A feed without episodes.
  static let empty = Data("<rss version=\"2.0\"><channel><title>Quiet</title></channel></rss>".utf8)

  /// The login page that a hotel's network returns for each request.
  static let captivePortal = Data(
    """
    <!DOCTYPE html>
    <html><head><title>Welcome</title></head><body><form action="/login"><input name="room"></form></body></html>
    """.utf8)

  /// Returns the head of a response with status 200 and these headers. The Content-Type is that of a feed.
  /// Downloads of audio accept this type too.
  static func okHead(_ headers: String...) -> Data {
    Data(
      (["HTTP/1.1 200 OK", "Content-Type: application/rss+xml"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
  }
}
