import Foundation
import Podcasts
import Testing

@testable import DesktopServices

/// Credentials in libsecret. The secrets are stored in a file, so the tests need no keyring of a desktop session.
@Suite(.serialized, .timeLimit(.minutes(1))) struct CredentialsTests {
  /// The path of the file with the secrets. Environment variables pass the path to libsecret. libsecret reads them only
  /// once, so all tests share the file.
  private static let secretsFile: String = {
    let path = NSTemporaryDirectory() + "secrets-\(ProcessInfo.processInfo.globallyUniqueString).keyring"
    setenv("SECRET_BACKEND", "file", 1)
    setenv("SECRET_FILE_TEST_PATH", path, 1)
    setenv("SECRET_FILE_TEST_PASSWORD", "test", 1)
    atexit { unlink(CredentialsTests.secretsFile) }
    return path
  }()

  private let client: CredentialsClient
  private let feed = URL(string: "https://example.org/feed.xml")!

  init() {
    // The first access sets the variables. They must be set before the first use of libsecret.
    _ = Self.secretsFile
    client = .live()
  }

  @Test func `saved credentials are found until they are removed`() async throws {
    // The user and the password contain the separator “:”, the escape character “%”, and other special characters.
    let credentials = Credentials(user: "m:e%", password: "p:ä$s\n")
    try await client.save(credentials, feed)
    #expect(try await client.find(feed) == credentials)
    try await client.remove(feed)
    #expect(try await client.find(feed) == nil)
    // Removal succeeds if no credentials are stored.
    try await client.remove(feed)
  }

  @Test func `newer credentials replace older ones, also with another user name`() async throws {
    try await client.save(Credentials(user: "a", password: "1"), feed)
    try await client.save(Credentials(user: "b", password: "2"), feed)
    #expect(try await client.find(feed) == Credentials(user: "b", password: "2"))
    try await client.remove(feed)
    #expect(try await client.find(feed) == nil)
  }

  @Test
  func `feeds of the same server find the credentials, unless they have their own, and feeds of other servers do not`()
    async throws
  {
    try await client.save(Credentials(user: "a", password: "1"), feed)
    #expect(try await client.find(#require(URL(string: "https://EXAMPLE.org:443/other.xml"))) != nil)
    // Another scheme, port or host is another server.
    for url in ["http://example.org/feed.xml", "https://example.org:8443/feed.xml", "https://example.com/feed.xml"] {
      #expect(try await client.find(#require(URL(string: url))) == nil, "\(url)")
    }
    // A feed with its own credentials finds these.
    let otherFeed = try #require(URL(string: "https://example.org/other.xml"))
    try await client.save(Credentials(user: "b", password: "2"), otherFeed)
    #expect(try await client.find(otherFeed)?.user == "b")
    #expect(try await client.find(feed)?.user == "a")
    try await client.remove(otherFeed)
    try await client.remove(feed)
  }

  @Test func `saving in a cancelled task stores nothing`() async throws {
    let (client, feed) = (client, feed)
    let task = Task { () async -> CredentialsError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(CredentialsError) {
        try await client.save(Credentials(user: "a", password: "1"), feed)
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value == .cancelled)
    #expect(try await client.find(feed) == nil)
  }

  @Test func `the stored addresses of a feed and of its server have no user name, password or fragment`() throws {
    let secret = FeedSecret(try #require(URL(string: "https://me:secret@Example.org/feed?a=b#c")))
    #expect(secret.feed == "https://Example.org/feed?a=b")
    #expect(secret.server == "https://example.org:443")
  }
}
