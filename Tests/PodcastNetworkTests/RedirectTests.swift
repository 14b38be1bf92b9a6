import CSoup
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// `RedirectChain`, which decides the redirects that are followed and the credentials that their targets receive.
@Suite struct RedirectChainTests {
  private func chain(_ address: String) throws -> RedirectChain {
    RedirectChain(from: try #require(URL(string: address)), limit: 10)
  }

  @Test func `a redirect from HTTPS to HTTP uses HTTPS`() throws {
    var chain = try chain("https://example.org/feed")
    try chain.follow("http://example.com/feed", isPermanent: true)
    #expect(chain.current.absoluteString == "https://example.com/feed")
    #expect(chain.permanentURL?.absoluteString == "https://example.com/feed")
  }

  @Test func `a redirect from HTTPS to HTTP on a custom port is refused`() throws {
    var chain = try chain("https://example.org/feed")
    #expect(throws: FeedError.redirectsNowhere) { try chain.follow("http://example.com:8080/feed", isPermanent: true) }
  }

  @Test func `an HTTP address can be redirected to HTTP and to HTTPS`() throws {
    var chain = try chain("http://example.org/feed")
    try chain.follow("http://example.com/a", isPermanent: true)
    #expect(chain.current.scheme == "http")
    try chain.follow("https://example.com/a", isPermanent: true)
    #expect(chain.current.scheme == "https")
  }

  @Test func `credentials are kept for the same server and removed for another port`() throws {
    var chain = try chain("https://me:secret@example.org/feed")
    #expect(chain.first.absoluteString == "https://example.org/feed")
    #expect(chain.credentials == Credentials(user: "me", password: "secret"))
    try chain.follow("/moved", isPermanent: true)
    #expect(chain.credentials != nil)
    #expect(chain.permanentURL?.absoluteString == "https://example.org/moved")
    try chain.follow("https://example.org:8443/moved", isPermanent: true)
    #expect(chain.credentials == nil, "another port is another server")
  }

  @Test func `credentials are kept when their host changes from HTTP to HTTPS`() throws {
    var chain = try chain("http://me:secret@example.org/feed")
    try chain.follow("https://example.org/feed", isPermanent: true)
    #expect(chain.credentials == Credentials(user: "me", password: "secret"))
  }

  @Test(arguments: [
    ("http://me:secret@example.org/feed", "https://www.example.org/feed"),
    ("http://me:secret@example.org:8080/feed", "https://example.org/feed"),
    ("http://me:secret@example.org/feed", "https://example.org:8443/feed"),
  ])
  func `credentials are removed for another host or a custom port when the scheme changes`(
    from: String, to: String
  ) throws {
    var chain = try chain(from)
    try chain.follow(to, isPermanent: true)
    #expect(chain.credentials == nil)
  }

  @Test
  func `credentials in the target of a redirect are used only for the target's server and removed from the address`()
    throws
  {
    var chain = try chain("https://example.org/feed")
    try chain.follow("https://a%40b:s%3Acret@example.com/feed", isPermanent: true)
    #expect(chain.credentials == Credentials(user: "a@b", password: "s:cret"))
    #expect(chain.permanentURL?.absoluteString == "https://example.com/feed")
    try chain.follow("https://example.net/feed", isPermanent: true)
    #expect(chain.credentials == nil)
  }
}

/// Redirects over real connections.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RedirectTests {
  /// The response that requires a password.
  private let challenge = LoopbackServer.Reply.page(
    Data(), status: 401, headers: ["WWW-Authenticate": "Basic realm=\"feeds\""])

  /// Returns an address with credentials such as `me:secret`.
  private func address(_ url: URL, credentials: String) throws -> URL {
    try #require(URL(string: url.absoluteString.replacing("http://", with: "http://\(credentials)@")))
  }

  @Test func `credentials are not sent to another server after a redirect`() async throws {
    // Given a server that redirects to another server, which requires a password
    let targetServer = try LoopbackServer { [challenge] _ in challenge }
    let targetAddress = targetServer.url("/feed.xml").absoluteString
    let server = try LoopbackServer { _ in .redirect(to: targetAddress) }
    let url = try address(server.url("/feed.xml"), credentials: "me:secret")

    // When the feed is fetched
    // Then the target server does not receive the password
    let error = await feedError { () async throws(FeedError) in try await FeedClient.live(version: "0").fetch(url) }
    #expect(error == .unauthorized(host: "127.0.0.1", address: targetServer.url("/feed.xml")))
    #expect(targetServer.requests.count == 1)
    #expect(targetServer.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func `a password for the target of a redirect is not sent to the first server`() async throws {
    // Given a server with a permanent redirect to another server, which requires a password
    let targetServer = try LoopbackServer { [challenge] request in
      request.headers["authorization"] == nil ? challenge : .page(TestFeed.oneEpisode)
    }
    let targetAddress = targetServer.url("/feed.xml").absoluteString
    let server = try LoopbackServer { _ in .redirect(to: targetAddress) }
    let url = server.url("/feed.xml")
    // There is no keyring. So `save` throws below, but the client keeps the password in memory.
    let credentials = CredentialsClient.remembering(.unavailable)
    let client = FeedClient.live(version: "0", credentials: credentials)

    // When the fetch fails, then the error has the address that requires the password
    let error = await feedError { () async throws(FeedError) in try await client.fetch(url) }
    guard case .unauthorized(_, let address?) = error else {
      Issue.record("There is no address: \(String(describing: error))")
      return
    }
    #expect(address == targetServer.url("/feed.xml"))

    // And with a password for that address the feed is read, and the first server does not receive the password
    try? await credentials.save(Credentials(user: "me", password: "secret"), address)
    #expect(try await client.fetch(url).podcast.items.count == 1)
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test func `credentials in the target of a redirect are used and are not part of the response`() async throws {
    let targetServer = try LoopbackServer { [challenge] request in
      request.headers["authorization"] == nil ? challenge : .page(TestFeed.oneEpisode)
    }
    let targetAddress = try address(targetServer.url("/feed.xml"), credentials: "you:hidden").absoluteString
    let server = try LoopbackServer { _ in .redirect(to: targetAddress) }
    let response = try await FeedClient.live(version: "0").refresh(FeedRequest(url: server.url("/feed.xml")))
    #expect(response.permanentURL == targetServer.url("/feed.xml"))
    #expect(!String(reflecting: response).contains("hidden"))
  }

  @Test func `a password in the address of one feed is not used for another feed of the server`() async throws {
    let server = try LoopbackServer { [challenge] request in
      request.headers["authorization"] == nil ? challenge : .page(TestFeed.oneEpisode)
    }
    let session = HTTPSession(userAgent: "0")
    let network = FeedNetwork(session: session, limits: TransferLimits())
    _ = try await network.fetch(address(server.url("/one"), credentials: "me:secret"))
    let url = server.url("/two")
    #expect(
      await feedError { () async throws(FeedError) in try await network.fetch(url) }
        == .unauthorized(host: "127.0.0.1", address: url))
  }

  @Test func `a public feed is redirected to a private network only with permission`() async throws {
    // Given a server that counts as public under the name localhost, and as private under 127.0.0.1
    let server = try LoopbackServer { request in
      let privateHost = request.headers["host"]?.replacing("localhost", with: "127.0.0.1") ?? ""
      return request.path == "/private" ? .page(TestFeed.oneEpisode) : .redirect(to: "http://\(privateHost)/private")
    }
    let session = HTTPSession(
      userAgent: "0", lookUpNetwork: { host, _ in host == "localhost" ? .web : .privateNetwork })
    let network = FeedNetwork(session: session, limits: TransferLimits())
    let url = try #require(URL(string: server.url("/web").absoluteString.replacing("127.0.0.1", with: "localhost")))

    // When the server redirects to its private address
    // Then the fetch fails, unless the request allows private networks
    let error = await feedError { () async throws(FeedError) in try await network.fetch(url) }
    #expect(error == .redirectsToPrivateNetwork(host: "127.0.0.1"))
    #expect(server.requests.map(\.path) == ["/web"])
    #expect(try await network.refresh(FeedRequest(url: url, allowsPrivateNetwork: true)).status == 200)

    // And a feed whose first address is private needs no permission
    #expect(try await network.refresh(FeedRequest(url: server.url("/home"))).status == 200)
  }

  @Test func `a public feed cannot request an address in a private network without permission`() async throws {
    // Given a server in a private network
    let server = try LoopbackServer { _ in .page(TestFeed.oneEpisode) }
    let session = HTTPSession(
      userAgent: "0", lookUpNetwork: { host, _ in host == "web.example" ? .web : .privateNetwork })
    let network = FeedNetwork(session: session, limits: TransferLimits())
    let publicFeed = try #require(URL(string: "https://web.example/feed"))
    let url = server.url("/feed")

    // When a public feed refers to the address of the server, then no request is sent. The error is the same as for a
    // redirect to a private network
    let error = await feedError { () async throws(FeedError) in
      try await network.refresh(FeedRequest(url: url, referrer: publicFeed))
    }
    #expect(error == .redirectsToPrivateNetwork(host: "127.0.0.1"))
    #expect(server.requests.isEmpty)

    // And with permission, or for a feed in the private network, the address is requested
    let allowedRequest = FeedRequest(url: url, allowsPrivateNetwork: true, referrer: publicFeed)
    #expect(try await network.refresh(allowedRequest).status == 200)
    #expect(
      try await network.refresh(FeedRequest(url: url, referrer: URL(string: "http://nas.example/feed"))).status == 200)

    // And a feed in a file needs no permission
    #expect(try await network.refresh(FeedRequest(url: url, referrer: URL(filePath: "/srv/feed.xml"))).status == 200)
  }

  @Test func `a slow host name lookup times out`() async throws {
    // Given a name lookup that ends only when it is cancelled. Only the host of a redirect is looked up
    let server = try LoopbackServer { _ in .redirect(to: "http://slow.example/") }
    let session = HTTPSession(
      userAgent: "0", lookUpNetwork: { _, cancellation in await cancellation.webWhenCancelled() })
    let network = FeedNetwork(session: session, limits: TransferLimits(connect: .seconds(2)))
    let url = server.url("/")

    // When the lookup takes longer than the time limit for a connection, then the fetch fails
    #expect(
      await feedError { () async throws(FeedError) in try await network.fetch(url) } == .timedOut(host: "slow.example"))
  }

  @Test(arguments: [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "::1",
    "::", "fe80::1", "fc00::1",
    "fd12::1", "::ffff:10.0.0.1", "[::1]", "fe80::1%eth0", "localhost", "a.localhost", "nas.local", "nas",
    "server.internal", "box.home.arpa",
    "LOCALHOST.",
  ]) func `a private host name or address is recognized`(host: String) {
    #expect(HostNetwork.knownByName(host) == .privateNetwork)
  }

  @Test(arguments: ["1.1.1.1", "172.32.0.1", "100.128.0.1", "192.169.0.1", "2606:4700::1", "::ffff:8.8.8.8"])
  func `a public address is recognized`(host: String) {
    #expect(HostNetwork.knownByName(host) == .web)
  }

  @Test func `a domain name is looked up, and an unknown name counts as public`() async {
    #expect(HostNetwork.knownByName("example.org") == nil)
    #expect(await HostNetwork.lookUp("nonexistent.invalid", Cancellation()) == .web)
    #expect(await HostNetwork.lookUp("localhost", Cancellation()) == .privateNetwork)
  }
}

extension Cancellation {
  private final class ContinuationBox {
    let continuation: CheckedContinuation<HostNetwork, Never>
    init(_ continuation: CheckedContinuation<HostNetwork, Never>) { self.continuation = continuation }
  }

  /// Waits for the cancellation and returns `.web`, as a replacement of a lookup.
  fileprivate func webWhenCancelled() async -> HostNetwork {
    await withCheckedContinuation { continuation in
      let function: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, box in
        Unmanaged<ContinuationBox>.fromOpaque(box).takeUnretainedValue().continuation.resume(returning: .web)
      }
      g_cancellable_connect(
        pointer, unsafeBitCast(function, to: GCallback.self),
        Unmanaged.passRetained(ContinuationBox(continuation)).toOpaque(),
        { Unmanaged<ContinuationBox>.fromOpaque($0!).release() })
    }
  }
}
