import Foundation
import Podcasts
import Testing

@testable import PodcastNetwork

/// The feed addresses that users type. Each resolves to a web address, to a file, or to an error.
@Suite struct FeedAddressResolverTests {
  @Test(arguments: [
    ("https://example.org/feed.xml", "https://example.org/feed.xml"),
    ("  HTTP://example.org/feed.xml \n", "http://example.org/feed.xml"),
    // The default port of the scheme is removed, and any other port is kept.
    ("HTTPS://Example.ORG:443/Feed.xml?A=B", "https://example.org/Feed.xml?A=B"),
    ("http://LOCALHOST:80/feed.xml", "http://localhost/feed.xml"),
    ("http://example.org:443/", "http://example.org:443/"),
    ("https://example.org:80/", "https://example.org:80/"),
    ("https://Me:Secret@Example.org/", "https://Me:Secret@example.org/"),
    ("http://[::1]:80/feed", "http://[::1]/feed"),
    ("http://[FE80::A]/feed", "http://[fe80::a]/feed"),
    ("HTTPS://한글.KR/feed", "https://xn--bj0bj06e.kr/feed"),
    ("Example.ORG", "https://example.org"),
    ("http:example.org/feed.xml", "http://example.org/feed.xml"),
    ("https:///example.org/feed.xml", "https://example.org/feed.xml"),
    ("https://example.org/feed.xml#latest", "https://example.org/feed.xml"),
    // The schemes of feeds stand for https, unless a whole web address follows.
    ("feed:https://example.org/feed.xml", "https://example.org/feed.xml"),
    ("feed://example.org/feed.xml", "https://example.org/feed.xml"),
    ("podcast:http://example.org/feed.xml", "http://example.org/feed.xml"),
    ("podcast://example.org/feed.xml", "https://example.org/feed.xml"),
    ("Feed:example.org/feed.xml", "https://example.org/feed.xml"),
    ("pcast://example.org/feed.xml", "https://example.org/feed.xml"),
    ("itpc://example.org/feed.xml", "https://example.org/feed.xml"),
    ("example.org", "https://example.org"),
    ("example.org/feed.xml", "https://example.org/feed.xml"),
    ("www.example.org?feed=rss", "https://www.example.org?feed=rss"),
    ("example.org:8080/feed", "https://example.org:8080/feed"),
    ("localhost:8080/feed", "https://localhost:8080/feed"),
    ("127.0.0.1:8080", "https://127.0.0.1:8080"),
    ("http://[::1]:8080/feed", "http://[::1]:8080/feed"),
    ("https://me:secret@example.org/feed", "https://me:secret@example.org/feed"),
    ("https://example.org/my feed.xml", "https://example.org/my%20feed.xml"),
    ("https://example.org/my%20feed.xml", "https://example.org/my%20feed.xml"),
    ("https://example.org/피드.xml", "https://example.org/%ED%94%BC%EB%93%9C.xml"),
    ("https://example.org/feed?이름=값", "https://example.org/feed?%EC%9D%B4%EB%A6%84=%EA%B0%92"),
    ("https://한글.kr/feed", "https://xn--bj0bj06e.kr/feed"),
    ("한글.kr/피드", "https://xn--bj0bj06e.kr/%ED%94%BC%EB%93%9C"),
  ]) func `a typed web address is normalized`(typed: String, expected: String) throws {
    let target = try FeedAddressResolver.target(of: typed)
    guard case .web(let url) = target else {
      Issue.record("\(target)")
      return
    }
    #expect(url.absoluteString == expected)
  }

  @Test func `each URL scheme in the desktop file resolves to a web address`() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(
      contentsOf: repository.appending(path: "Resources/io.github.podcaster.Podcaster.desktop"), encoding: .utf8)
    let mimeTypes = try #require(file.split(separator: "\n").first { $0.hasPrefix("MimeType=") }).dropFirst(
      "MimeType=".count
    ).split(separator: ";")
    let schemes = mimeTypes.filter { $0.hasPrefix("x-scheme-handler/") }.map { $0.dropFirst("x-scheme-handler/".count) }
    #expect(Set(schemes) == ["feed", "podcast", "pcast", "itpc"])
    for scheme in schemes {
      #expect(
        try FeedAddressResolver.target(of: "\(scheme)://example.org/feed.xml")
          == .web(URL(string: "https://example.org/feed.xml")!))
    }
  }

  @Test(arguments: [
    ("/nonexistent/피드 100%.xml", "/nonexistent/피드 100%.xml"),
    ("file:///nonexistent/my%20feed.xml", "/nonexistent/my feed.xml"),
    ("file:///nonexistent/my feed.xml", "/nonexistent/my feed.xml"),
    ("file://localhost/nonexistent/feed.xml", "/nonexistent/feed.xml"),
    ("file:/nonexistent/feed.xml", "/nonexistent/feed.xml"),
    ("/nonexistent/../nonexistent/./feed.xml", "/nonexistent/feed.xml"),
  ]) func `a path or a file address resolves to a file`(typed: String, expected: String) throws {
    let target = try FeedAddressResolver.target(of: typed)
    guard case .file(let url) = target else {
      Issue.record("\(target)")
      return
    }
    #expect(url.path(percentEncoded: false) == expected)
  }

  @Test func `a path after a tilde begins at the home folder, and a relative path at the current folder`() throws {
    let home = NSHomeDirectory()
    #expect(try path("~/shows/feed.xml") == home + "/shows/feed.xml")
    let currentFolder = FileManager.default.currentDirectoryPath
    #expect(try path("./feed.xml") == currentFolder + "/feed.xml")
    #expect(
      try path("feed.xml") == currentFolder + "/feed.xml", "a name with the extension of a feed is a file, not a host")
    #expect(try path("shows/feed.xml") == currentFolder + "/shows/feed.xml")
  }

  @Test(arguments: [
    "", "   ", "hello", "hello world", "ftp://example.org/feed.xml", "mailto:me@example.org", "javascript:alert(1)",
    "http://", "https:// /",
    // The scheme of a feed cannot open a file, and a file cannot be on another host.
    "feed:", "feed:file:///etc/passwd", "podcast:/etc/passwd", "file://example.org/feed.xml", "http://a b/feed", "a..b",
    "data:text/xml,<rss/>",
  ]) func `text that is not a feed address throws an error`(typed: String) {
    #expect(throws: FeedError.notAnAddress) { try FeedAddressResolver.target(of: typed) }
  }

  /// Returns the path of the file that the text resolves to, or `nil` if the text resolves to a web address.
  private func path(_ typed: String) throws -> String? {
    guard case .file(let url) = try FeedAddressResolver.target(of: typed) else { return nil }
    return url.path(percentEncoded: false)
  }
}
