import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Searches in podcast directories. Each directory is a server on the loopback device.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DirectoryTests {
  /// Two shows, and four entries that are not valid shows. fyyd lists the second show too.
  private static let iTunesResponse = """
    {"resultCount": 4, "results": [
      {"feedUrl": "https://example.org/a.xml", "collectionName": "A &amp; B", "artistName": "Ann", "artworkUrl600": "https://example.org/a.jpg", "trackCount": 12},
      {"collectionName": "A show without a feed"},
      {"feedUrl": 7, "collectionName": "Damaged"},
      "damaged", null,
      {"feedUrl": "http://example.org/both/", "collectionName": "Both"}
    ]}
    """
  private static let fyydResponse = """
    {"status": 1, "data": [
      {"xmlURL": "https://example.org/both", "title": "Both, as fyyd says", "author": "Bob", "description": "<p>About</p>", "imgURL": "https://example.org/b.jpg", "episode_count": 3},
      {"xmlURL": "https://me:secret@example.org/c.xml", "title": ""}
    ]}
    """
  private static let podcastIndexResponse = """
    {"status": "true", "feeds": [{"url": "https://example.org/d.xml", "title": "D", "author": "Dan", "description": "d", "artwork": "", "image": "https://example.org/d.jpg", "episodeCount": 0}]}
    """

  /// Returns the states that a search emits: one after each response of a directory, with all results so far.
  private func search(_ words: String, _ servers: [DirectoryServer]) async -> [DirectorySearch] {
    var states: [DirectorySearch] = []
    for await state in DirectoryClient.live(servers: servers, version: "0").search(words) { states.append(state) }
    return states
  }

  /// Returns a directory that answers each search with this text.
  private func makeServer(_ text: String) throws -> LoopbackServer {
    try LoopbackServer { _ in .page(Data(text.utf8), type: "application/json") }
  }

  @Test func `the results of all directories are merged without duplicate feeds`() async throws {
    let (iTunes, fyyd) = (try makeServer(Self.iTunesResponse), try makeServer(Self.fyydResponse))
    let states = await search("  news ", [.iTunes(base: iTunes.url()), .fyyd(base: fyyd.url())])
    #expect(states.count == 2)
    #expect(states.map(\.isRunning) == [true, false])
    let results = try #require(states.last?.results)
    // The directories have one feed in common. Its two addresses differ in the scheme and in the slash at the end. The
    // HTTPS address is used. The other values of the first directory stay, and the second one adds those that are
    // missing.
    #expect(
      results.map(\.feedURL.absoluteString) == [
        "https://example.org/a.xml", "https://example.org/both", "https://example.org/c.xml",
      ])
    // A result without a title has the host of its feed as the title.
    #expect(results.map(\.title) == ["A & B", "Both", "example.org"])
    #expect(results.map(\.author) == ["Ann", "Bob", ""])
    #expect(results.map(\.summary) == ["", "About", ""])
    #expect(results.map(\.episodeCount) == [12, 3, nil])
    #expect(results[1].artworkURL?.absoluteString == "https://example.org/b.jpg")
  }

  @Test func `the search words are sent to each directory unchanged`() async throws {
    // Given three directories on one server
    let words = "C++ & 방송=?#"
    var requestedURLs: [URL] = []
    let reply = LoopbackServer.Reply.page(Data("{}".utf8))
    let server = try LoopbackServer { request in
      requestedURLs.append(request.url)
      return reply
    }
    let base = server.url("/base/")
    _ = await search(words, [.iTunes(base: base), .fyyd(base: base), .podcastIndex(base: base, key: "k", secret: "s")])
    #expect(
      Set(requestedURLs.map(\.path)) == ["/base/search", "/base/0.2/search/podcast", "/base/api/1.0/search/byterm"])
    for url in requestedURLs {
      let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems)
      // The words are in `term` for iTunes, in `title` for fyyd, and in `q` for Podcast Index.
      #expect(items.contains { ["term", "title", "q"].contains($0.name) && $0.value == words })
      // A server would decode a plus sign as a space.
      #expect(url.absoluteString.contains("C%2B%2B"))
    }
    // The request to iTunes restricts the search to podcasts.
    #expect(requestedURLs.contains { $0.query(percentEncoded: false)?.contains("media=podcast") == true })
  }

  @Test func `a request to Podcast Index contains the key and a hash of the secret`() async throws {
    let server = try makeServer(Self.podcastIndexResponse)
    let states = await search("d", [.podcastIndex(base: server.url(), key: "KEY", secret: "s3cret")])
    #expect(states.last?.results.map(\.title) == ["D"])
    // The field `artwork` of the response is empty, so the address is from the field `image`.
    #expect(states.last?.results.map(\.artworkURL?.absoluteString) == ["https://example.org/d.jpg"])
    let headers = try #require(server.requests.first?.headers)
    #expect(headers["x-auth-key"] == "KEY")
    let date = try #require(headers["x-auth-date"])
    #expect(abs(Date().timeIntervalSince1970 - (Double(date) ?? 0)) < 60)
    #expect(headers["authorization"] == Checksum.hexadecimalHash(of: "KEYs3cret\(date)", .sha1))
    // The line above computes the expected hash with the tested function. So check the function with a known hash:
    // SHA-1 of "abc" (FIPS 180-4).
    #expect(Checksum.hexadecimalHash(of: "abc", .sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
  }

  @Test func `the key is not sent to another server after a redirect`() async throws {
    // Given a directory that redirects within its server, and then to another server
    let otherServer = try makeServer(Self.podcastIndexResponse)
    let redirectTarget = otherServer.url("/elsewhere").absoluteString
    let server = try LoopbackServer { request in .redirect(to: request.path == "/moved" ? redirectTarget : "/moved") }

    // When the directory is searched
    let states = await search("d", [.podcastIndex(base: server.url(), key: "KEY", secret: "s3cret")])
    #expect(states.last?.results.map(\.title) == ["D"])

    // Then the directory's own server receives the key both times, and the other server does not receive the key
    #expect(server.requests.map { $0.headers["x-auth-key"] } == ["KEY", "KEY"])
    #expect(server.requests.allSatisfy { $0.headers["authorization"] != nil && $0.headers["x-auth-date"] != nil })
    #expect(otherServer.requests.count == 1)
    for name in ["x-auth-key", "x-auth-date", "authorization"] {
      #expect(otherServer.requests.allSatisfy { $0.headers[name] == nil })
    }
  }

  @Test func `directories that fail do not prevent the results of another directory`() async throws {
    let good = try makeServer(Self.fyydResponse)
    let broken = try LoopbackServer { _ in .page(Data(), status: 500) }
    let htmlServer = try makeServer("<html>")
    let servers: [DirectoryServer] = [
      .iTunes(base: broken.url()), .fyyd(base: good.url()), .podcastIndex(base: htmlServer.url(), key: "", secret: ""),
    ]
    let last = try #require(await search("x", servers).last)
    #expect(last.results.count == 2)
    #expect(last.failures["iTunes"] == .serverError(status: 500))
    #expect(last.failures["Podcast Index"] != nil)
    #expect(last.failures["fyyd"] == nil)
    #expect(!last.isRunning)
  }

  @Test func `results of one directory arrive while another directory is silent`() async throws {
    let good = try makeServer(Self.iTunesResponse)
    let silent = try LoopbackServer { _ in .silence(after: Data()) }
    let client = DirectoryClient.live(servers: [.fyyd(base: silent.url()), .iTunes(base: good.url())], version: "0")
    for await state in client.search("x") {
      #expect(state.results.count == 2)
      #expect(state.isRunning)
      // The end of the loop cancels the search.
      break
    }
  }

  @Test func `a search without words or without directories has no results`() async throws {
    let server = try makeServer(Self.iTunesResponse)
    #expect(await search("  ", [.iTunes(base: server.url())]).isEmpty)
    #expect(await search("x", []).isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test func `the preferences select the directories`() {
    var preferences = Preferences()
    // `apple` is `iTunes` with Apple's own address, and `fyydDotDe` is `fyyd` with its own address.
    #expect(DirectoryServer.selected(in: preferences) == [.apple, .fyydDotDe])
    preferences.directories = ["Podcast Index"]
    #expect(DirectoryServer.selected(in: preferences).isEmpty, "without a key")
    (preferences.podcastIndexKey, preferences.podcastIndexSecret) = ("k", "s")
    #expect(
      DirectoryServer.selected(in: preferences)
        == [.podcastIndex(base: URL(string: "https://api.podcastindex.org")!, key: "k", secret: "s")])
  }
}
