import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// The bytes of show pictures, from real servers on the loopback device and from files.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ArtworkTests {
  /// 200,000 bytes. The client returns them unchanged, so they need not be a picture.
  private let picture = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  /// The argument of `fetch` for a picture that no feed names.
  private let noReferrer: URL? = nil

  /// Returns the error of fetching a picture that no feed names, or `nil` if the picture is fetched.
  private func fetchError(of address: URL, limits: TransferLimits = .artwork) async -> ArtworkError? {
    do throws(ArtworkError) {
      _ = try await ArtworkClient.live(limits: limits, version: "0").fetch(address, noReferrer)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a picture is fetched unchanged through a redirect`() async throws {
    let server = try LoopbackServer { [picture] request in
      request.path == "/new.jpg" ? .page(picture, type: "image/jpeg") : .redirect(to: "new.jpg", status: 302)
    }
    let bytes = try await ArtworkClient.live(version: "9.8").fetch(server.url("/old.jpg"), noReferrer)
    #expect(bytes == Array(picture))
    #expect(server.requests.map(\.path) == ["/old.jpg", "/new.jpg"])
    #expect(server.requests.map { $0.headers["user-agent"] } == ["Podcaster/9.8", "Podcaster/9.8"])
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a.png", "data:image/png,", ""])
  func `a redirect to an address outside the web, or to an empty address, is refused`(target: String) async throws {
    let server = try LoopbackServer { _ in .redirect(to: target) }
    #expect(await fetchError(of: server.url("/a.png")) == .notAnAddress)
  }

  @Test func `a public feed cannot request a picture in a private network`() async throws {
    // Given a picture on the loopback device, which counts as a private network
    let server = try LoopbackServer { [picture] _ in .page(picture, type: "image/jpeg") }
    let client = ArtworkClient.live(version: "0")
    let address = server.url("/a.jpg")
    func fetch(forFeed feed: String) async throws -> [UInt8] { try await client.fetch(address, URL(string: feed)) }

    // When a public feed refers to the picture, then no request is sent
    await #expect(throws: ArtworkError.self) { try await fetch(forFeed: "https://1.1.1.1/feed.xml") }
    #expect(server.requests.isEmpty)

    // And a feed in the private network and a feed in a file can request the picture
    #expect(try await fetch(forFeed: "http://nas.local/feed.xml") == Array(picture))
    #expect(try await fetch(forFeed: "file:///srv/feed.xml") == Array(picture))
  }

  @Test(arguments: ["ftp://127.0.0.1/a.png", "data:image/png,", "resource:///a.png", "cover.png"])
  func `an address that is neither a web address nor a file is refused`(address: String) async throws {
    #expect(await fetchError(of: try #require(URL(string: address))) == .notAnAddress)
  }

  @Test func `a picture above the size limit is refused, with and without a declared size`() async throws {
    let limits = TransferLimits(size: 100_000)
    let server = try LoopbackServer { [picture] request in
      switch request.path {
      case "/declared": .page(picture)
      // Without a declared size. After the picture, the server sends bytes without end.
      case "/dripping": .drip(after: TestFeed.okHead() + picture, everyMilliseconds: 10)
      default: .page(picture.prefix(100_000))
      }
    }
    #expect(await fetchError(of: server.url("/declared"), limits: limits) == .tooLarge(limit: 100_000))
    #expect(await fetchError(of: server.url("/dripping"), limits: limits) == .tooLarge(limit: 100_000))
    #expect(await fetchError(of: server.url("/at-the-limit"), limits: limits) == nil)
  }

  @Test(arguments: [403, 404, 410, 500] as [UInt32]) func `the page of an HTTP error is not used as a picture`(
    status: UInt32
  ) async throws {
    let server = try LoopbackServer { [picture] _ in .page(picture, status: status) }
    guard case .unavailable(let reason)? = await fetchError(of: server.url("/a.png")) else {
      Issue.record("The page must not be used as a picture")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `fetching a truncated picture throws an error`() async throws {
    let server = try LoopbackServer { [picture] _ in
      .bytes(TestFeed.okHead("Content-Length: 200000") + picture.prefix(100_000))
    }
    #expect(await fetchError(of: server.url("/a.png")) == .unavailable(reason: "truncated"))
  }

  @Test func `a file is read only if it is an ordinary file within the size limit`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "podcaster-artwork-\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "커버 1.png")
    try picture.write(to: file)
    #expect(try await ArtworkClient.live(version: "0").fetch(file, noReferrer) == Array(picture))
    #expect(await fetchError(of: file, limits: TransferLimits(size: 199_999)) == .tooLarge(limit: 199_999))

    // A folder, a pipe without a writer and a missing file are not read
    let pipe = folder.appending(path: "pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for unreadable in [folder, pipe, folder.appending(path: "missing.png")] {
      guard case .unavailable? = await fetchError(of: unreadable) else {
        Issue.record("\(unreadable.lastPathComponent) must not be read")
        continue
      }
    }
  }

  @Test func `cancelling the task stops the transfer`() async throws {
    // Given a requested transfer, whose server sends 1000 bytes and then nothing
    let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { [picture] _ in
      continuation.yield()
      return .silence(after: TestFeed.okHead() + picture.prefix(1000))
    }
    let task = Task { await fetchError(of: server.url("/a.png")) }
    for await _ in requests { break }

    // When the task is cancelled, then the transfer ends
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
