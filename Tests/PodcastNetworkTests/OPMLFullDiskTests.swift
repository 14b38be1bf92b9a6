import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastNetwork

/// Exports of the list of subscriptions to a full disk.
///
/// The first test runs the second test in a child process, whose file system is small. `SmallDisk.folder` is the folder
/// of this file system in the child, and `nil` in the parent. In the parent, the second test does nothing.
@Suite struct OPMLFullDiskTests {
  @Test(.enabled(if: SmallDisk.folder == nil, "This is the child."), .timeLimit(.minutes(1)))
  func `an export to a full disk throws an error and keeps the earlier file`() throws {
    let (status, output) = try SmallDisk.run("OPMLFullDiskTests.*in a child")
    #expect(status == 0, "\(output)")
    // The child ran the test, instead of finding no test with its name.
    #expect(output.contains("1 test"), "\(output)")
  }

  @Test func `an export to a full disk, run in a child process`() async throws {
    guard let folder = SmallDisk.folder else { return }
    // Given an exported list of one show
    let client = OPMLClient.live()
    let file = folder.appending(path: "Podcasts.opml")
    let outlines = (0..<5_000).map { Outline(title: "Show \($0)", feedURL: URL(string: "https://example.org/\($0)")!) }
    try await client.write(Array(outlines.prefix(1)), file)
    let formerContent = try Data(contentsOf: file)

    // When a list of 5,000 shows, which needs more than 50,000 bytes, is exported to the same file on a full disk
    try SmallDisk.fill(leaving: 50_000)
    let error = await #expect(throws: OPMLError.self) { try await client.write(outlines, file) }
    guard case .notWritten(path: file.path, _)? = error else { Issue.record("\(String(describing: error))"); return }

    // Then the file is unchanged, and no partial file remains
    #expect(try Data(contentsOf: file) == formerContent)
    try SmallDisk.free()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Podcasts.opml"])

    // And the export succeeds once there is space
    try await client.write(outlines, file)
    #expect(try await client.read(file).outlines.count == 5_000)
  }
}
