import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// Feeds that require a user name and a password.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CredentialsTests {
  /// A response that asks for a user name and a password.
  private let challenge = LoopbackServer.Reply.page(
    Data(), status: 401, headers: ["WWW-Authenticate": "Basic realm=\"feeds\""])
  /// The password has a colon, which is also the separator of the user name and the password in ``authorization``.
  private let credentials = Credentials(user: "me", password: "p:a$s")
  /// The authorization header of a request with these credentials.
  private let authorization = "Basic \(Data("me:p:a$s".utf8).base64EncodedString())"

  /// Returns an address with the user name and the password in it. `%3A` is the colon of the password.
  private func addressWithCredentials(_ url: URL) -> String {
    url.absoluteString.replacing("http://", with: "http://me:p%3Aa$s@")
  }

  /// Returns a server whose feed requires the credentials.
  private func protectedServer() throws -> LoopbackServer {
    return try LoopbackServer { [challenge, authorization] request in
      request.headers["authorization"] == authorization ? .page(TestFeed.oneEpisode) : challenge
    }
  }

  @Test func `stored credentials are sent to a feed that responds with status 401`() async throws {
    // Given a password service with a feed's credentials
    let server = try protectedServer()
    let store = FakeCredentials()
    store.saved.withLock { $0[server.url("/feed.xml")] = credentials }

    // When the feed is fetched
    // Then the client looks up the credentials after the first response
    let client = FeedClient.live(version: "0", credentials: store.client)
    #expect(try await client.fetch(server.url("/feed.xml")).podcast.items.count == 1)
    #expect(server.requests.first?.headers["authorization"] == nil)
    #expect(store.lookups.withLock { $0 } == [server.url("/feed.xml")])

    // And the client does not look up credentials if the server does not require any
    let openServer = try LoopbackServer { _ in .page(TestFeed.oneEpisode) }
    _ = try await client.fetch(openServer.url("/feed.xml"))
    #expect(store.lookups.withLock { $0.count } == 1)
  }

  @Test func `the feed's credentials are sent for chapters and transcripts, and not to another server`() async throws {
    // Given a server that requires a password and redirects all other requests to another server
    let otherServer = try LoopbackServer { [challenge] _ in challenge }
    let redirectTarget = otherServer.url("/a").absoluteString
    let server = try LoopbackServer { [challenge, authorization] request in
      guard request.headers["authorization"] == authorization else { return challenge }
      switch request.path {
      case "/chapters.json":
        return .page(Data(#"{"chapters": [{"startTime": 0, "title": "One"}, {"startTime": 9, "title": "Two"}]}"#.utf8))
      case "/words.vtt": return .page(Data("WEBVTT\n\n00:00.000 --> 00:09.000\nHello.\n".utf8), type: "text/vtt")
      default: return .redirect(to: redirectTarget)
      }
    }
    // Without a password service, saving fails, but this client keeps the credentials in memory.
    let client = CredentialsClient.remembering(.unavailable)
    try? await client.save(credentials, server.url("/feed.xml"))

    // When the chapters and the transcript of an episode are read
    // Then both are returned
    let chapters = ChaptersClient.live(version: "0", credentials: client)
    let transcripts = TranscriptClient.live(version: "0", credentials: client)
    #expect(
      await chapters.chapters(ChapterSources(file: server.url("/chapters.json"))).chapters.map(\.title) == [
        "One", "Two",
      ])
    #expect(
      try await transcripts.transcript([TranscriptLink(url: server.url("/words.vtt"))], nil, nil).lines.map(\.text) == [
        "Hello."
      ])

    // And the other server, to which a redirect and the address of the audio lead, receives no credentials
    _ = await chapters.chapters(ChapterSources(file: server.url("/away.json"), audio: otherServer.url("/audio.mp3")))
    #expect(!otherServer.requests.isEmpty)
    #expect(otherServer.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func `wrong stored credentials are sent once, and the fetch fails as unauthorized`() async throws {
    let server = try protectedServer()
    let store = FakeCredentials()
    let url = server.url("/feed.xml")
    store.saved.withLock { $0[url] = Credentials(user: "me", password: "guess") }
    let client = FeedClient.live(version: "0", credentials: store.client)
    #expect(
      await feedError { () async throws(FeedError) in try await client.fetch(url) }
        == .unauthorized(host: "127.0.0.1", address: url))
    #expect(server.requests.count { $0.headers["authorization"] != nil } == 1)
  }

  @Test func `resolving an address stores its credentials and removes them from the address`() async throws {
    let server = try protectedServer()
    let store = FakeCredentials()
    let client = FeedClient.live(version: "0", credentials: .remembering(store.client))
    let feeds = try await client.resolve(addressWithCredentials(server.url("/feed.xml")))
    #expect(feeds == [server.url("/feed.xml")])
    #expect(store.saved.withLock { $0 } == [server.url("/feed.xml"): credentials])
    #expect(try await client.fetch(feeds[0]).podcast.items.count == 1)
  }

  @Test func `without a password service, only the client that resolved an address has its credentials`() async throws {
    let server = try protectedServer()
    let client = FeedClient.live(version: "0")
    let feeds = try await client.resolve(addressWithCredentials(server.url("/feed.xml")))
    #expect(try await client.fetch(feeds[0]).podcast.items.count == 1)
    let otherClient = FeedClient.live(version: "0")
    #expect(
      await feedError { () async throws(FeedError) in try await otherClient.fetch(feeds[0]) }
        == .unauthorized(host: "127.0.0.1", address: feeds[0]))
  }

  @Test func `credentials of an HTTP address are used for its HTTPS address, and not the reverse`() async throws {
    let store = FakeCredentials()
    let (http, https) = (
      try #require(URL(string: "http://example.org/feed")), try #require(URL(string: "https://example.org/feed"))
    )
    store.saved.withLock { $0[http] = credentials }
    #expect(try await store.client.credentials(for: https) == credentials)
    // Another port or another host is another server.
    #expect(try await store.client.credentials(for: #require(URL(string: "https://example.org:8443/feed"))) == nil)
    #expect(try await store.client.credentials(for: #require(URL(string: "https://www.example.org/feed"))) == nil)

    // And credentials of the HTTPS address are not used for the HTTP address
    store.saved.withLock { $0 = [https: credentials] }
    #expect(try await store.client.credentials(for: https) == credentials)
    #expect(try await store.client.credentials(for: http) == nil)
  }

  @Test func `a feed's stored credentials have priority over the saved credentials of another feed`() async throws {
    // Given a client that has saved the credentials of a feed since the program started
    let store = FakeCredentials()
    let client = CredentialsClient.remembering(store.client)
    let (feed, other) = (
      try #require(URL(string: "https://example.org/feed")), try #require(URL(string: "https://example.org/other"))
    )
    try await client.save(Credentials(user: "you", password: "new"), other)

    // Then another feed of the same server uses them as long as it has none
    #expect(try await client.find(feed) == Credentials(user: "you", password: "new"))

    // And it uses its own credentials if the password service has them
    store.saved.withLock { $0[feed] = credentials }
    #expect(try await client.find(feed) == credentials)
  }

  @Test func `if the password service fails, the saved credentials of another feed are used`() async throws {
    // Given credentials that are saved in memory only, because the password service is locked
    let locked = CredentialsClient(
      find: { _ throws(CredentialsError) -> Credentials? in throw .locked },
      save: { _, _ throws(CredentialsError) in throw .locked },
      remove: { _ throws(CredentialsError) in throw .locked })
    let client = CredentialsClient.remembering(locked)
    let feed = try #require(URL(string: "https://example.org/feed"))
    await #expect(throws: CredentialsError.locked) { try await client.save(credentials, feed) }

    // Then another feed of the same server uses them, and a feed of another server has the service's error
    #expect(try await client.find(#require(URL(string: "https://example.org/other"))) == credentials)
    let otherServer = try #require(URL(string: "https://example.com/feed"))
    await #expect(throws: CredentialsError.locked) { try await client.find(otherServer) }
  }

  @Test func `a cancelled lookup throws, although another feed's credentials are in memory`() async throws {
    let client = CredentialsClient.remembering(
      CredentialsClient(
        find: { _ throws(CredentialsError) -> Credentials? in throw .cancelled }, save: { _, _ in }, remove: { _ in }))
    try await client.save(credentials, try #require(URL(string: "https://example.org/feed")))
    await #expect(throws: CredentialsError.cancelled) {
      try await client.find(#require(URL(string: "https://example.org/other")))
    }
  }

  @Test func `passwords in audio addresses are stored, unless the server already has credentials`() async throws {
    // Given a feed whose audio is on two servers, with a user name and a password in each address, and stored
    // credentials for the second server
    let feed = """
      <rss version="2.0"><channel><title>T</title>
      <item><guid>1</guid><enclosure url="https://me:secret@a.example/1.mp3" type="audio/mpeg"/></item>
      <item><guid>2</guid><enclosure url="https://me:other@a.example/2.mp3" type="audio/mpeg"/></item>
      <item><guid>3</guid><enclosure url="https://you:secret@b.example/3.mp3" type="audio/mpeg"/></item></channel></rss>
      """
    let server = try LoopbackServer { _ in .page(Data(feed.utf8)) }
    let store = FakeCredentials()
    let secondServerURL = try #require(URL(string: "https://b.example/3.mp3"))
    store.saved.withLock { $0[secondServerURL] = credentials }

    // When the feed is fetched
    let podcast = try await FeedClient.live(version: "0", credentials: store.client).fetch(server.url("/feed.xml"))
      .podcast

    // Then the addresses have no passwords, the credentials of the second server have not changed, and the first
    // password of the first server is stored: after it, that server has credentials too
    #expect(
      podcast.items.map(\.enclosure.url.absoluteString) == (1...2).map { "https://a.example/\($0).mp3" } + [
        secondServerURL.absoluteString
      ])
    let saved = store.saved.withLock { $0 }
    #expect(saved[secondServerURL] == credentials)
    #expect(saved.count == 2)
    #expect(saved.values.contains(Credentials(user: "me", password: "secret")))
  }

  @Test func `the description of credentials does not contain the password`() {
    #expect(!"\(credentials)".contains("p:a$s"))
    #expect(!String(reflecting: [credentials]).contains("p:a$s"))
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!dumped.contains("p:a$s"))
  }
}

/// A fake password service. It keeps credentials in memory.
private final class FakeCredentials: Sendable {
  /// The stored credentials, by the address of their feed or audio.
  let saved = Mutex<[URL: Credentials]>([:])
  /// The addresses whose credentials were looked up, in order.
  let lookups = Mutex<[URL]>([])

  var client: CredentialsClient {
    CredentialsClient(
      find: { address throws(CredentialsError) -> Credentials? in
        self.lookups.withLock { $0.append(address) }
        return self.saved.withLock { $0[address] }
      },
      save: { credentials, address throws(CredentialsError) in self.saved.withLock { $0[address] = credentials } },
      remove: { address throws(CredentialsError) in self.saved.withLock { $0[address] = nil } })
  }
}
