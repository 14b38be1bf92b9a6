import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The commands of `podcaster` that control the program with the window, “Podcaster”.
///
/// The simulated program plays episode 11 of “Birds” at 62 of 600 seconds, with speed 1.5.
@Suite(.timeLimit(.minutes(1)))
struct PlayerCommandsTests {
  let fixture = CommandFixture()

  @Test(arguments: [
    (["pause"], MediaCommand.pause), (["toggle"], .playPause), (["previous"], .previous),
    (["speed", "1.2"], .setRate(1.2)),
    (["seek", "1:30"], .seek(Episode.ID(rawValue: 11), .seconds(90))),
    // The episode ends at 600 seconds, which is before 1:02:03.
    (["seek", "1:02:03"], .seek(Episode.ID(rawValue: 11), .seconds(600))),
    (["seek", "+30"], .skip(.seconds(30))), (["seek", "-15"], .skip(.seconds(-15))),
    (["seek", "--json", "-1:00"], .skip(.seconds(-60))),
  ])
  func `a command sends its request to the program`(arguments: [String], request: MediaCommand) async {
    fixture.player.simulateRunning()
    #expect(await run(arguments) == .success)
    #expect(fixture.player.commands == [request])
  }

  private func run(_ arguments: [String]) async -> CommandExit? {
    guard case .command(let command) = ParsedCommandLine(arguments, pathExists: { _ in false }) else {
      Issue.record("These arguments are no command: \(arguments)")
      return nil
    }
    return await command.runReportingFailure(in: fixture.context())
  }

  @Test(arguments: [
    ["pause"], ["toggle"], ["next"], ["previous"], ["seek", "10"], ["speed", "1"], ["speed"], ["status"],
  ])
  func `a command reports that the program is not running`(arguments: [String]) async {
    #expect(await run(arguments) == .unavailable)
    #expect(fixture.errorLines == ["podcaster: Podcaster is not running. “podcaster play” starts it."])
    #expect(fixture.outputText.isEmpty)
  }

  @Test func `play starts the program, and plays an episode by its number`() async throws {
    #expect(await fixture.run("play", "11", "--json") == .success)
    #expect(fixture.player.program.current.startCount == 1)
    #expect(fixture.player.commands == [.playEpisode(Episode.ID(rawValue: 11))])
    let record = try #require(try fixture.json() as? [String: Any])
    #expect(record["request"] as? String == "play")
    #expect(record["episode"] as? Int == 11)
    #expect(await fixture.run("play") == .success)
    #expect(fixture.player.commands.last == .play)
  }

  @Test func `play reports that the program cannot be started`() async {
    fixture.player.program.change { $0.canStart = false }
    #expect(await fixture.run("play") == .unavailable)
    #expect(fixture.errorLines.first?.contains("could not be started") == true)
  }

  @Test func `next requires a following episode, and seek and toggle require a current episode`() async {
    // Given a current episode without a following one
    fixture.player.simulateRunning()
    #expect(await fixture.run("next") == .notFound)
    fixture.player.simulateRunning { $0.canGoNext = true }
    #expect(await fixture.run("next") == .success)

    // When there is no current episode
    fixture.player.simulateRunning { $0.track = nil }
    #expect(await fixture.run("seek", "10") == .notFound)
    #expect(await fixture.run("toggle") == .notFound)
    #expect(fixture.player.commands == [.next])
  }

  // “previous” sets the place to the start of the episode.
  @Test(arguments: [["seek", "10"], ["seek", "+30"], ["previous"]])
  func `the place of an episode of unknown length cannot be set`(arguments: [String]) async {
    fixture.player.simulateRunning {
      $0.track?.length = nil
      $0.canSeek = false
    }
    #expect(await run(arguments) == .unavailable)
    #expect(
      fixture.errorLines == [
        "podcaster: The place cannot be set, because the length of the episode is not known yet. Play the episode, and try again."
      ])
    #expect(fixture.player.commands.isEmpty)
  }

  @Test func `status writes the current episode, the speed, the volume and the length of the queue`() async throws {
    // Given a queue of 201 episodes, of which the state contains 200
    fixture.player.simulateRunning {
      $0.queue = (1...200).map { .init(id: Episode.ID(rawValue: 100 + $0), title: "", showTitle: "") }
      $0.queueCount = 201
    }
    #expect(await fixture.run("status") == .success)
    #expect(fixture.outputText == "playing  1:02 of 10:00\n11  Episode 11\nBirds\nspeed 1.5, volume 100 %, queue 201\n")
  }

  @Test func `status as JSON reports whether the program is running`() async throws {
    #expect(await fixture.run("status", "--json") == .unavailable)
    #expect(try #require(try fixture.json() as? [String: Any])["isRunning"] as? Bool == false)
    fixture.output.change { $0.text = "" }
    fixture.player.simulateRunning()
    #expect(await fixture.run("status", "--json") == .success)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect(record["status"] as? String == "playing")
    #expect(record["position"] as? Double == 62)
    #expect((record["episode"] as? [String: Any])?["id"] as? Int == 11)
    #expect(record["queueCount"] as? Int == 0)
  }

  @Test func `queue sends its changes to a running program`() async {
    fixture.player.simulateRunning()
    #expect(await fixture.run("queue", "add", "12", "11", "--next") == .success)
    #expect(
      fixture.player.commands == [.queueEpisodes([Episode.ID(rawValue: 12), Episode.ID(rawValue: 11)], isNext: true)])
    // The command itself does not change the library.
    #expect(fixture.queue.entries.current.isEmpty)
  }

  @Test func `queue changes the library if the program is not running`() async {
    #expect(await fixture.run("queue", "add", "12") == .success)
    #expect(await fixture.run("queue", "add", "11", "--next") == .success)
    #expect(await fixture.run("queue") == .success)
    #expect(fixture.outputText == "11  Episode 11\n12  Episode 12\n")
    #expect(await fixture.run("queue", "remove", "11") == .success)
    #expect(await fixture.run("queue", "remove", "11") == .notFound)
    #expect(fixture.queue.entries.current == [Episode.ID(rawValue: 12)])
    #expect(await fixture.run("queue", "clear") == .success)
    #expect(fixture.queue.entries.current.isEmpty)
  }

  // A number after a colon must be less than 60, and the speed must be at most 3.
  @Test(arguments: [
    ["seek"], ["seek", "soon"], ["seek", "1:70"], ["seek", "1", "2"], ["speed", "4"], ["speed", "fast"],
    ["queue", "add"], ["play", "x"],
  ])
  func `invalid arguments end with the usage status`(arguments: [String]) {
    guard case .end(_, let status) = ParsedCommandLine(arguments, pathExists: { _ in false }) else {
      Issue.record("These arguments are a command: \(arguments)")
      return
    }
    #expect(status == CommandExit.usage.rawValue)
  }
}
