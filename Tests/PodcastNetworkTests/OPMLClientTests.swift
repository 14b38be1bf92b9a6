import Foundation
import Podcasts
import Testing

@testable import PodcastNetwork

/// Reading and writing lists of subscriptions in OPML files.
@Suite struct OPMLClientTests {
  private let folder: URL
  /// A client that reads files of up to a million bytes.
  private let client = OPMLClient.live(limit: 1_000_000)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "podcaster-opml-\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Writes a file with this text and returns the address of the file.
  private func writeFile(_ text: String) throws -> URL {
    let file = folder.appending(path: "list.opml")
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Reads a list and returns the error that the client throws, or `nil`.
  private func readError(of file: URL) async -> OPMLError? {
    do throws(OPMLError) {
      _ = try await client.read(file)
      return nil
    } catch {
      return error
    }
  }

  private func exampleOutline() throws -> Outline {
    Outline(title: "A", feedURL: try #require(URL(string: "https://example.org/a")))
  }

  @Test func `a list written to a symbolic link replaces the link's target, and the link stays`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = try writeFile("something else")
    let link = folder.appending(path: "link.opml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    try await client.write([try exampleOutline()], link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
    #expect(try await client.read(target).outlines == [try exampleOutline()])
  }

  @Test func `a list is written into a named pipe, which stays a pipe`() async throws {
    // Given a pipe with a reader
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    // The descriptor also allows writing. So opening it does not wait for a writer.
    let reader = FileHandle(fileDescriptor: open(pipe.path, O_RDWR), closeOnDealloc: true)

    // When a list is written to its path, then the reader receives the list
    try await client.write([try exampleOutline()], pipe)
    let type = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
    #expect(type != .typeRegular)
    guard type != .typeRegular else { return }
    #expect(String(decoding: reader.availableData, as: UTF8.self).contains("https://example.org/a"))
  }

  @Test func `a written list is read back unchanged`() async throws {
    // Given outlines with sections
    defer { try? FileManager.default.removeItem(at: folder) }
    let outlines = [
      Outline(title: "A & \"B\"", feedURL: URL(string: "https://example.org/a?b=1&c=2")!),
      Outline(
        title: "이야기", feedURL: URL(string: "https://example.org/c")!, websiteURL: URL(string: "https://example.org/"),
        sectionPath: ["News", "Local"]),
    ]

    // When the outlines replace the contents of a file and are read again
    let file = try writeFile("something else")
    try await client.write(outlines, file)

    // Then the outlines are the same
    #expect(try await client.read(file) == OPMLDocument(outlines: outlines))
  }

  @Test func `the complete outlines of a truncated list are read, and the list is marked as partial`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try writeFile(
      "<opml version='2.0'><body><outline xmlUrl='https://example.org/a'/><outline xmlUrl='https://exa")
    let document = try await client.read(file)
    #expect(document.outlines.map(\.feedURL.absoluteString) == ["https://example.org/a"])
    #expect(document.isPartial)
  }

  @Test func `a password in an address is read separately and is never written`() async throws {
    // Given a list with a name and a password in an address
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = try writeFile(
      "<opml version='2.0'><body><outline xmlUrl='https://me:s%40cret@example.org/a'/></body></opml>")

    // When the list is read, then its address contains neither the name nor the password
    let outlines = try await client.read(list).outlines
    #expect(outlines.map(\.feedURL.absoluteString) == ["https://example.org/a"])
    #expect(outlines.map(\.credentials) == [Credentials(user: "me", password: "s@cret")])

    // And a written list contains no name and no password
    let written = folder.appending(path: "written.opml")
    try await client.write(outlines + [Outline(feedURL: URL(string: "https://me:secret@example.org/b")!)], written)
    let text = try String(contentsOf: written, encoding: .utf8)
    #expect(text.contains("https://example.org/a"))
    // Both passwords end with these letters.
    #expect(!text.contains("cret"))
    #expect(try await client.read(written).outlines.allSatisfy { $0.credentials == nil })
  }

  @Test func `an outline without a valid address in a compressed list is skipped`() async throws {
    // Given a compressed list of two outlines. The address of the first one is no web address
    defer { try? FileManager.default.removeItem(at: folder) }
    let text =
      "<opml version='1.0'><body><outline type='rss' text='Bad' xmlUrl='javascript:1'/><outline text='Good' xmlUrl='https://example.org/a'/>"
    let file = folder.appending(path: "list.opml")
    try gzipped(Data(text.utf8)).write(to: file)
    let document = try await client.read(file)
    #expect(document.outlines.map(\.title) == ["Good"])
    #expect(document.skipped == ["Bad"])
  }

  @Test func `a missing, too large, invalid or unwritable list has its own error`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appending(path: "missing.opml")
    #expect(await readError(of: missing) == .notFound(path: missing.path))
    // The spaces alone have as many bytes as the client reads.
    #expect(
      await readError(of: try writeFile("<opml><body>" + String(repeating: " ", count: 1_000_000)))
        == .tooLarge(limit: 1_000_000))
    guard case .notOPML? = await readError(of: try writeFile("<html><body>")) else {
      Issue.record("A web page was read as a list.")
      return
    }
    let fileInMissingFolder = folder.appending(path: "missing/list.opml")
    await #expect(throws: OPMLError.self) { try await client.write([], fileInMissingFolder) }
    let readOnlyFolder = folder.appending(path: "locked", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: readOnlyFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
    let fileInside = readOnlyFolder.appending(path: "list.opml")
    await #expect(throws: OPMLError.permissionDenied(path: fileInside.path)) { try await client.write([], fileInside) }
  }
}
