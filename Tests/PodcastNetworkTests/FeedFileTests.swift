import Foundation
import Podcasts
import Testing

@testable import PodcastNetwork

/// Feeds on disk: one file, or a folder of files.
@Suite(.timeLimit(.minutes(1))) final class FeedFileTests {
  private let folder: URL
  private let client = FeedClient.live(version: "0")

  init() throws {
    folder = URL(filePath: NSTemporaryDirectory()).appending(
      path: "피드 files-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    chmod(folder.path(percentEncoded: false), 0o755)
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }

  private func write(_ name: String, _ data: Data = TestFeed.small) throws -> URL {
    let file = folder.appending(path: name, directoryHint: .notDirectory)
    try data.write(to: file)
    return file
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }

  @Test func `a file is read, and its audio lies beside it`() async throws {
    let file = try write("my feed #1 100%.xml")
    let feeds = try await client.resolve(path(file))
    #expect(feeds.map { path($0) } == [path(file)])
    let podcast = try await client.fetch(feeds[0]).podcast
    #expect(podcast.title == "이야기 Stories")
    #expect(podcast.items.map { path($0.enclosure.url) } == [path(folder) + "audio/one.ogg"])
  }

  @Test func `a compressed file is read`() async throws {
    let file = try write("feed.xml", gzipped(TestFeed.small))
    #expect(try await client.fetch(file).podcast.items.count == 1)
  }

  @Test func `a folder is its feeds, sorted by name, and nothing else in it`() async throws {
    for name in ["b.xml", "A.RSS", "c.atom", "notes.txt", "one.ogg", ".hidden.xml", "나.xml"] { _ = try write(name) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "folder.xml"), withIntermediateDirectories: false)
    let feeds = try await client.resolve(path(folder))
    #expect(feeds.map(\.lastPathComponent) == ["A.RSS", "b.xml", "c.atom", "나.xml"])
  }

  @Test func `a folder without feeds says so`() async throws {
    _ = try write("notes.txt")
    await #expect(throws: FeedError.self) { try await client.resolve(path(folder)) }
    do throws(FeedError) {
      _ = try await client.resolve(path(folder))
    } catch {
      guard case .emptyFolder(let url) = error else { throw error }
      #expect(url.lastPathComponent == folder.lastPathComponent)
    }
  }

  @Test func `a file that is not there is not found`() async throws {
    let file = folder.appending(path: "missing.xml")
    await #expect(throws: FeedError.notFound(file)) { try await client.resolve(path(file)) }
    await #expect(throws: FeedError.notFound(file)) { try await client.fetch(file) }
  }

  @Test func `what may not be read says so`() async throws {
    let file = try write("secret.xml")
    chmod(path(file), 0)
    await #expect(throws: FeedError.permissionDenied(file)) { try await client.resolve(path(file)) }
    await #expect(throws: FeedError.permissionDenied(file)) { try await client.fetch(file) }
    chmod(path(folder), 0)
    await #expect(throws: FeedError.self) { try await client.resolve(path(folder)) }
  }

  @Test func `the limit holds for files`() async throws {
    let file = try write("large.xml", TestFeed.feed(title: "Large", padding: 20_000))
    let client = FeedClient.live(limits: TransferLimits(size: 10_000), version: "0")
    await #expect(throws: FeedError.tooLarge(limit: 10_000)) { try await client.fetch(file) }
  }

  @Test func `a page, half a feed and an empty file are told apart`() async throws {
    let page = try write("page.xml", TestFeed.captivePortal)
    await #expect(throws: FeedError.webPage) { try await client.fetch(page) }
    let half = try write("half.xml", TestFeed.small.prefix(200))
    await #expect(throws: FeedError.truncated) { try await client.fetch(half) }
    let nothing = try write("nothing.xml", Data())
    await #expect { try await client.fetch(nothing) } throws: {
      if case .notAFeed? = $0 as? FeedError { true } else { false }
    }
  }

  @Test func `a folder, a device and a pipe are no feeds, and nobody waits for them`() async throws {
    let pipe = folder.appending(path: "pipe.xml")
    mkfifo(path(pipe), 0o600)
    for file in [folder, URL(filePath: "/dev/zero"), pipe] {
      await #expect { try await client.fetch(file) } throws: {
        if case .notAFeed? = $0 as? FeedError { true } else { false }
      }
    }
  }

  @Test func `cancelling stops the reading`() async throws {
    let file = try write("feed.xml")
    let client = client
    let task = Task { () async -> FeedError? in
      do throws(FeedError) {
        _ = try await client.fetch(file)
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    let error = await task.value
    #expect(error == .cancelled || error == nil, "it may have been faster")
  }
}
