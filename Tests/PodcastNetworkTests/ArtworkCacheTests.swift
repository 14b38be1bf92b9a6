import CGdkPixbuf
import CSoup
import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// Thumbnails of pictures that are cached on disk. The second argument of `fetch`, the address of the feed that names
/// the picture, is `nil`. `version` is the program's version, which these tests do not depend on.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ArtworkCacheTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "podcaster-cache-\(UUID())/artwork", directoryHint: .isDirectory)

  /// Returns a picture of one color, as PNG.
  private func makePNG(width: Int32, height: Int32, isTransparent: Bool = false) throws -> [UInt8] {
    let pixbuf = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, isTransparent ? 1 : 0, 8, width, height))
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    gdk_pixbuf_fill(pixbuf, 0xff00_0080)
    var start: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    try #require(gdk_pixbuf_save_to_bufferv(pixbuf, &start, &count, "png", nil, nil, nil) != 0)
    defer { g_free(start) }
    return Array(UnsafeRawBufferPointer(start: try #require(start), count: Int(count)))
  }

  /// Returns the format and the size of a picture.
  private func formatAndSize(of bytes: [UInt8]) throws -> (name: String, width: Int, height: Int) {
    let loader = try #require(gdk_pixbuf_loader_new())
    defer { g_object_unref(loader) }
    try #require(gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0)
    try #require(gdk_pixbuf_loader_close(loader, nil) != 0)
    let pixbuf = try #require(gdk_pixbuf_loader_get_pixbuf(loader))
    let name = try #require(gdk_pixbuf_format_get_name(gdk_pixbuf_loader_get_format(loader)))
    defer { g_free(name) }
    return (String(cString: name), Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
  }

  private func cacheFileNames() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?.sorted() ?? []
  }

  @Test func `a fetched picture is cached for the next run of the program`() async throws {
    // Given a server with a large picture
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let picture = Data(try makePNG(width: 1000, height: 2000))
    let server = try LoopbackServer { _ in .page(picture, type: "image/png") }

    // When two runs of the program fetch the picture. A new cache of the same folder stands for each run
    let firstThumbnail = try await ArtworkClient.live(version: "0", cache: ArtworkCache(folder: folder)).fetch(
      server.url("/a.png"), nil)
    let secondThumbnail = try await ArtworkClient.live(version: "0", cache: ArtworkCache(folder: folder)).fetch(
      server.url("/a.png"), nil)

    // Then the server receives one request, and the result is a thumbnail of at most 512 × 512 pixels
    #expect(server.requests.count == 1)
    #expect(firstThumbnail == secondThumbnail)
    #expect(try formatAndSize(of: firstThumbnail) == ("jpeg", 256, 512))
    // The file's name does not contain the picture's address.
    #expect(cacheFileNames() == [Checksum.hexadecimalHash(of: server.url("/a.png").absoluteString, .sha256)])
  }

  @Test func `a thumbnail keeps transparency, and a small picture is not changed`() async throws {
    let transparentPicture = try makePNG(width: 600, height: 300, isTransparent: true)
    let thumbnail = try #require(await Thumbnail.make(of: transparentPicture))
    #expect(try formatAndSize(of: thumbnail) == ("png", 512, 256))
    let smallPicture = try makePNG(width: 100, height: 50)
    #expect(await Thumbnail.make(of: smallPicture) == smallPicture)
  }

  @Test func `data that cannot be decoded as a picture is returned, and is not cached`() async throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let wholePicture = try makePNG(width: 600, height: 600)
    var undecodableData = [
      Data(), Data("<p>No picture</p>".utf8), Data(wholePicture.prefix(20)), Data(repeating: 7, count: 100_000),
    ]
    // The bytes 16 to 23 of a PNG file are its width and height: here 30,000 (0x7530) pixels each, which is more than
    // `Thumbnail.pixelLimit`.
    var hugePicture = wholePicture
    hugePicture.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    undecodableData.append(Data(hugePicture))
    for content in undecodableData {
      let server = try LoopbackServer { _ in .page(content, type: "image/png") }
      let client = ArtworkClient.live(version: "0", cache: ArtworkCache(folder: folder))
      #expect(try await client.fetch(server.url("/a.png"), nil) == Array(content))
      #expect(cacheFileNames().isEmpty)
    }
  }

  @Test func `a picture with a damaged cache file is fetched and cached again`() async throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let picture = Data(try makePNG(width: 600, height: 600))
    let server = try LoopbackServer { _ in .page(picture, type: "image/png") }
    let client = ArtworkClient.live(version: "0", cache: ArtworkCache(folder: folder))
    let thumbnail = try await client.fetch(server.url("/a.png"), nil)
    let file = folder.appending(path: cacheFileNames()[0])
    let fileContent = try Data(contentsOf: file)
    var contentWithFlippedBit = fileContent
    contentWithFlippedBit[fileContent.count - 1] ^= 1
    // The last content begins with the line of an older format. The line of the current format is
    // `podcaster-artwork-1`.
    let damagedContents = [
      Data(), fileContent.dropLast(10), contentWithFlippedBit, Data("podcaster-artwork-0 0 0\n".utf8) + picture,
    ]
    for damagedContent in damagedContents {
      try Data(damagedContent).write(to: file)
      #expect(try await client.fetch(server.url("/a.png"), nil) == thumbnail)
    }
    // The first fetch and one for each damaged file
    #expect(server.requests.count == 5)
    // The cached file is valid again.
    #expect(try await client.fetch(server.url("/a.png"), nil) == thumbnail)
    #expect(server.requests.count == 5)
  }

  @Test func `an expired picture is fetched again, and is kept when the fetch fails`() async throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    var pictures = [Data(try makePNG(width: 600, height: 600)), Data(try makePNG(width: 600, height: 300))]
    let server = try LoopbackServer { _ in
      pictures.isEmpty ? .page(Data(), status: 500) : .page(pictures.removeFirst(), type: "image/png")
    }
    let clock = ManualClock()
    let client = ArtworkClient.live(
      version: "0", cache: ArtworkCache(folder: folder, sizeLimit: 1_000_000, now: { clock.now }))
    let firstThumbnail = try await client.fetch(server.url("/a.png"), nil)
    // A picture expires after 30 days of 86,400 seconds.
    clock.advance(seconds: 29 * 86400)
    #expect(try await client.fetch(server.url("/a.png"), nil) == firstThumbnail)
    clock.advance(seconds: 2 * 86400)
    let secondThumbnail = try await client.fetch(server.url("/a.png"), nil)
    #expect(secondThumbnail != firstThumbnail)
    clock.advance(seconds: 31 * 86400)
    #expect(try await client.fetch(server.url("/a.png"), nil) == secondThumbnail)
    // The first fetch, the fetch of the expired picture, and the fetch that fails
    #expect(server.requests.count == 3)
  }

  @Test func `the least recently used picture is evicted`() async throws {
    // Given space for four pictures of 200 bytes. Each file begins with a line of 96 bytes, so five files (1480 bytes)
    // exceed the limit (1350 bytes). An eviction leaves at most 90 % of the limit (1215 bytes). Four files have 1184
    // bytes, so one file is removed
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let clock = ManualClock()
    let cache = ArtworkCache(folder: folder, sizeLimit: 1350, now: { clock.now })
    let bytes = [UInt8](repeating: 1, count: 200)
    let addresses = (0..<5).map { URL(string: "https://example.org/\($0)")! }
    for address in addresses.prefix(4) {
      await cache.store(bytes, of: address)
      clock.advance(seconds: 10)
    }

    // When the first picture is used and a fifth one is added
    #expect(await cache.picture(of: addresses[0]) != nil)
    clock.advance(seconds: 10)
    await cache.store(bytes, of: addresses[4])

    // Then the least recently used picture is evicted
    var isKept: [Bool] = []
    for address in addresses { isKept.append(await cache.picture(of: address) != nil) }
    #expect(isKept == [true, false, true, true, true])
  }

  @Test func `fetching succeeds when the cache folder cannot be created`() async throws {
    let picture = Data(try makePNG(width: 600, height: 600))
    let server = try LoopbackServer { _ in .page(picture, type: "image/png") }
    let client = ArtworkClient.live(version: "0", cache: ArtworkCache(folder: URL(filePath: "/dev/null/artwork")))
    #expect(try await client.fetch(server.url("/a.png"), nil).count > 0)
  }
}

/// A clock that a test advances.
private final class ManualClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

  init() {}

  var now: Date { time.withLock { $0 } }

  func advance(seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
