import Foundation
import Podcasts
import Testing

@testable import PodcastNetwork

/// Feeds on disk: one file, or a folder of files. `resolve` finds the addresses of the feeds at a path, and `fetch`
/// reads one feed.
@Suite(.timeLimit(.minutes(1))) final class FeedFileTests {
  /// The folder of the feeds. Its name has a space and Korean letters, which a file address has to encode.
  private let folder: URL
  private let client = FeedClient.live(version: "0")

  init() throws {
    folder = URL(filePath: NSTemporaryDirectory()).appending(
      path: "피드 files-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A test removes the permissions of the folder.
    chmod(folder.path(percentEncoded: false), 0o755)
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }

  /// Writes a file into the folder and returns the file's address. Unless a test passes other data, the file is a feed
  /// with one episode.
  private func write(_ name: String, _ data: Data = TestFeed.oneEpisode) throws -> URL {
    let file = folder.appending(path: name, directoryHint: .notDirectory)
    try data.write(to: file)
    return file
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  @Test func `the relative audio address in a feed file is resolved against the folder of the file`() async throws {
    // The name has characters that an address has to encode.
    let file = try write("my feed #1 100%.xml")
    let feeds = try await client.resolve(path(file))
    #expect(feeds.map { path($0) } == [path(file)])
    let podcast = try await client.fetch(feeds[0]).podcast
    #expect(podcast.title == "이야기 Stories")
    #expect(podcast.items.map { path($0.enclosure.url) } == [path(folder) + "audio/one.ogg"])
  }

  @Test func `a feed file that is compressed with gzip is read`() async throws {
    let file = try write("feed.xml", gzipped(TestFeed.oneEpisode))
    #expect(try await client.fetch(file).podcast.items.count == 1)
  }

  @Test func `a folder resolves to its feed files, sorted by name`() async throws {
    for name in ["b.xml", "A.RSS", "c.atom", "notes.txt", "one.ogg", ".hidden.xml", "나.xml"] { _ = try write(name) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "folder.xml"), withIntermediateDirectories: false)
    let feeds = try await client.resolve(path(folder))
    #expect(feeds.map(\.lastPathComponent) == ["A.RSS", "b.xml", "c.atom", "나.xml"])
  }

  @Test func `a folder without feeds throws emptyFolder with the folder's address`() async throws {
    _ = try write("notes.txt")
    await #expect(throws: FeedError.self) { try await client.resolve(path(folder)) }
    do throws(FeedError) {
      _ = try await client.resolve(path(folder))
    } catch {
      guard case .emptyFolder(let url) = error else { throw error }
      #expect(url.lastPathComponent == folder.lastPathComponent)
    }
  }

  @Test func `a missing file throws notFound`() async throws {
    let file = folder.appending(path: "missing.xml")
    await #expect(throws: FeedError.notFound(file)) { try await client.resolve(path(file)) }
    await #expect(throws: FeedError.notFound(file)) { try await client.fetch(file) }
  }

  @Test func `a file without read permission throws permissionDenied, and such a folder throws an error`() async throws
  {
    let file = try write("secret.xml")
    chmod(path(file), 0)
    await #expect(throws: FeedError.permissionDenied(file)) { try await client.resolve(path(file)) }
    await #expect(throws: FeedError.permissionDenied(file)) { try await client.fetch(file) }
    chmod(path(folder), 0)
    await #expect(throws: FeedError.self) { try await client.resolve(path(folder)) }
  }

  @Test func `a feed file above the size limit is refused`() async throws {
    let file = try write("large.xml", TestFeed.feed(title: "Large", padding: 20_000))
    let client = FeedClient.live(limits: TransferLimits(size: 10_000), version: "0")
    await #expect(throws: FeedError.tooLarge(limit: 10_000)) { try await client.fetch(file) }
  }

  @Test func `a web page, a truncated feed and an empty file have different errors`() async throws {
    let page = try write("page.xml", TestFeed.captivePortal)
    await #expect(throws: FeedError.webPage) { try await client.fetch(page) }
    let truncated = try write("half.xml", TestFeed.oneEpisode.prefix(200))
    await #expect(throws: FeedError.truncated) { try await client.fetch(truncated) }
    let empty = try write("nothing.xml", Data())
    await #expect { try await client.fetch(empty) } throws: {
      if case .notAFeed? = $0 as? FeedError { true } else { false }
    }
  }

  @Test func `a folder, a device and a pipe are refused without waiting`() async throws {
    let pipe = folder.appending(path: "pipe.xml")
    mkfifo(path(pipe), 0o600)
    for file in [folder, URL(filePath: "/dev/zero"), pipe] {
      await #expect { try await client.fetch(file) } throws: {
        if case .notAFeed? = $0 as? FeedError { true } else { false }
      }
    }
  }

  @Test func `cancelling the fetch of a file throws no other error than cancelled`() async throws {
    let file = try write("feed.xml")
    let client = client
    let task = Task { await feedError { () async throws(FeedError) in try await client.fetch(file) } }
    task.cancel()
    let error = await task.value
    #expect(error == .cancelled || error == nil, "the fetch may end before its cancellation")
  }
}
