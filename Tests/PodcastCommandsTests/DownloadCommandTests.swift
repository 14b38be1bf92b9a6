import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The command that downloads episodes.
@Suite(.timeLimit(.minutes(1)))
struct DownloadCommandTests {
  let world = CommandWorld()

  private func download(_ number: Int64, _ state: Download.State) -> Download {
    Download(id: Episode.ID(rawValue: number), showID: Show.ID(rawValue: 1), state: state)
  }

  private var complete: Download.State { .complete(file: URL(filePath: "/audio.mp3"), byteCount: 12_000_000) }

  @Test func `it waits until each episode is there, and shows the progress`() async {
    async let exit = world.run("download", "11", "12", isTerminal: true)
    await world.downloads.requested {
      $0 == [.start([Episode.ID(rawValue: 11), Episode.ID(rawValue: 12)], isAutomatic: false)]
    }
    world.downloads.set([download(11, complete), download(12, .downloading(.init(received: 3_000_000)))])
    await world.output.until { $0.progress.contains("1 of 2, 15 MB") }
    world.downloads.set([download(11, complete), download(12, complete)])
    #expect(await exit == .success)
    #expect(world.text == "Downloaded: 2\n")
    #expect(world.output.current.progress.last == "")
  }

  @Test func `a failed and a stopped download are told, with 1`() async throws {
    async let exit = world.run("download", "11", "12", "13", "--json")
    await world.downloads.requested { !$0.isEmpty }
    world.downloads.set([
      download(11, complete), download(12, .failed(.webPage, .init())), download(13, .paused(.init())),
    ])
    #expect(await exit == .partial)
    let record = try #require(try world.json() as? [String: Any])
    #expect(record["downloaded"] as? Int == 1)
    let failed = try #require(record["failed"] as? [[String: Any]])
    #expect(
      failed.compactMap { $0["problem"] as? String } == ["The Server Sent a Web Page", "The download was stopped."])
  }

  @Test func `nothing to download, and a show that is not there, are told`() async {
    #expect(await world.run("download", "--show", "Nothing") == .notFound)
    #expect(world.downloads.requests.isEmpty)
  }

  @Test func `a library that cannot be written is told`() async {
    world.downloads.fail(with: .failed(reason: "disk full"))
    #expect(await world.run("download", "11") == .inputOutput)
    #expect(!world.complaints.isEmpty)
  }
}
