import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The command that downloads episodes.
@Suite(.timeLimit(.minutes(1)))
struct DownloadCommandTests {
  let fixture = CommandFixture()

  private func makeDownload(of number: Int64, _ state: Download.State) -> Download {
    Download(id: Episode.ID(rawValue: number), showID: Show.ID(rawValue: 1), state: state)
  }

  /// The state of a complete download of 12 MB.
  private var completeState: Download.State {
    .complete(file: URL(filePath: "/audio.mp3"), byteCount: 12_000_000)
  }

  @Test func `download waits for each episode and shows the progress`() async {
    async let exit = fixture.run("download", "11", "12", isTerminal: true)
    await fixture.downloads.waitUntilRequested {
      $0 == [.start([Episode.ID(rawValue: 11), Episode.ID(rawValue: 12)], isAutomatic: false)]
    }
    fixture.downloads.set([
      makeDownload(of: 11, completeState), makeDownload(of: 12, .downloading(.init(received: 3_000_000))),
    ])
    // 12 MB of the first episode and 3 MB of the second one
    await fixture.output.until { $0.progress.contains("1 of 2, 15 MB") }
    fixture.downloads.set([makeDownload(of: 11, completeState), makeDownload(of: 12, completeState)])
    #expect(await exit == .success)
    #expect(fixture.outputText == "Downloaded: 2\n")
    // The empty line clears the progress on the terminal.
    #expect(fixture.output.current.progress.last == "")
  }

  @Test func `a failed or stopped download makes the command a partial success`() async throws {
    async let exit = fixture.run("download", "11", "12", "13", "--json")
    await fixture.downloads.waitUntilRequested { !$0.isEmpty }
    // The command does not wait for a paused download, and reports that it was stopped.
    fixture.downloads.set([
      makeDownload(of: 11, completeState), makeDownload(of: 12, .failed(.webPage, .init())),
      makeDownload(of: 13, .paused(.init())),
    ])
    #expect(await exit == .partial)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect(record["downloaded"] as? Int == 1)
    let failed = try #require(record["failed"] as? [[String: Any]])
    #expect(
      failed.compactMap { $0["problem"] as? String } == ["The Server Sent a Web Page", "The download was stopped."])
  }

  @Test func `a download that is removed while the command waits counts as stopped`() async {
    // Given a command that waits for two downloads
    async let exit = fixture.run("download", "11", "12", isTerminal: true)
    await fixture.downloads.waitUntilRequested { !$0.isEmpty }
    fixture.downloads.set([makeDownload(of: 11, completeState), makeDownload(of: 12, .downloading(.init()))])
    await fixture.output.until { $0.progress.contains("1 of 2, 12 MB") }

    // When the user removes one of them in the window, then the command ends and reports it
    fixture.downloads.set([makeDownload(of: 11, completeState)])
    #expect(await exit == .partial)
    #expect(fixture.outputText == "Downloaded: 1\n")
    #expect(fixture.errorLines.count == 1)
    #expect(fixture.errorLines.first?.hasSuffix("The download was stopped.") == true)
  }

  @Test func `download of an unknown show ends with notFound`() async {
    #expect(await fixture.run("download", "--show", "Nothing") == .notFound)
    #expect(fixture.downloads.requests.isEmpty)
  }

  @Test func `download reports a library that cannot be written`() async {
    fixture.downloads.fail(with: .failed(reason: "disk full"))
    #expect(await fixture.run("download", "11") == .inputOutput)
    #expect(!fixture.errorLines.isEmpty)
  }
}
