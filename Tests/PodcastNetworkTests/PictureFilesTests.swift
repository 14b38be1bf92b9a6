import Foundation
import Podcasts
import Testing

@testable import PodcastNetwork

/// `PictureFiles`, which writes pictures to files, because the desktop's media controls read only files.
@Suite(.timeLimit(.minutes(1))) struct PictureFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "pictures-\(UUID())", directoryHint: .isDirectory)
  /// The first bytes of a PNG file. They are sufficient to recognize the format.
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]

  /// Returns the sorted names of the files in the folder.
  private func fileNames() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Returns picture files whose artwork client has these bytes at these addresses, and no other pictures.
  private func pictureFiles(_ pictures: [String: [UInt8]]) -> PictureFiles {
    let artwork = ArtworkClient { address, _ throws(ArtworkError) in
      guard let bytes = pictures[address.absoluteString] else { throw .unavailable(reason: "no picture") }
      return bytes
    }
    return PictureFiles(artwork: artwork, folder: folder)
  }

  @Test func `a picture is written to a file with the extension of its format`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let address = try #require(URL(string: "https://example.org/a"))
    let file = try #require(await pictureFiles([address.absoluteString: Self.png]).file(of: address, in: nil))
    #expect(file.isFileURL)
    #expect(file.pathExtension == "png")
    #expect(try Data(contentsOf: file) == Data(Self.png))
  }

  @Test func `the feed of a picture is passed to the artwork client`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (address, feed) = (
      try #require(URL(string: "https://example.org/a")), try #require(URL(string: "https://example.org/feed"))
    )
    // Given an artwork client that returns pictures only for the feed
    let artwork = ArtworkClient { _, referrer throws(ArtworkError) in
      guard referrer == feed else { throw .unavailable(reason: "no feed") }
      return Self.png
    }
    #expect(await PictureFiles(artwork: artwork, folder: folder).file(of: address, in: feed) != nil)
  }

  @Test func `a file address is returned unchanged, and no file is written for an address without a picture`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = pictureFiles(["https://example.org/page": Array("<html>".utf8)])
    #expect(await files.file(of: URL(filePath: "/tmp/cover.png"), in: nil) == URL(filePath: "/tmp/cover.png"))
    // The first address has a web page, the second one has nothing.
    #expect(await files.file(of: try #require(URL(string: "https://example.org/page")), in: nil) == nil)
    #expect(await files.file(of: try #require(URL(string: "https://example.org/none")), in: nil) == nil)
    #expect(fileNames() == [])
  }

  @Test func `only the last four pictures are kept, and older pictures of an earlier run are removed`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Given three pictures of an earlier run
    let addresses = (0..<7).map { "https://example.org/\($0).png" }
    let pictures = Dictionary(uniqueKeysWithValues: addresses.map { ($0, Self.png) })
    let earlierRun = pictureFiles(pictures)
    for address in addresses.prefix(3) { _ = await earlierRun.file(of: try #require(URL(string: address)), in: nil) }

    // When the current run writes four more pictures, then only these four are in the folder
    let currentRun = pictureFiles(pictures)
    for address in addresses.dropFirst(3) { _ = await currentRun.file(of: try #require(URL(string: address)), in: nil) }
    // A file is named after the SHA-256 of the picture's address.
    #expect(fileNames() == addresses.suffix(4).map { Checksum.hexadecimalHash(of: $0, .sha256) + ".png" }.sorted())
  }
}
