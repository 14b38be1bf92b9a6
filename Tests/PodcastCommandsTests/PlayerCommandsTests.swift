import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The commands that speak to the running program.
@Suite(.timeLimit(.minutes(1)))
struct PlayerCommandsTests {
  let world = CommandWorld()

  @Test(arguments: [
    (["pause"], MediaCommand.pause), (["toggle"], .playPause), (["previous"], .previous),
    (["speed", "1.2"], .setRate(1.2)),
    (["seek", "1:30"], .seek(Episode.ID(rawValue: 11), .seconds(90))),
    (["seek", "1:02:03"], .seek(Episode.ID(rawValue: 11), .seconds(600))),
    (["seek", "+30"], .skip(.seconds(30))), (["seek", "-15"], .skip(.seconds(-15))),
    (["seek", "--json", "-1:00"], .skip(.seconds(-60))),
  ])
  func `a command is a request`(arguments: [String], command: MediaCommand) async {
    world.player.run()
    #expect(await run(arguments) == .success)
    #expect(world.player.commands == [command])
  }

  private func run(_ arguments: [String]) async -> CommandExit? {
    guard case .command(let command) = ParsedCommandLine(arguments, isFile: { _ in false }) else {
      Issue.record("These arguments are no command: \(arguments)")
      return nil
    }
    return await command.exit(in: world.context())
  }

  @Test(arguments: [
    ["pause"], ["toggle"], ["next"], ["previous"], ["seek", "10"], ["speed", "1"], ["speed"], ["status"],
  ])
  func `a program that is not running is told, with 69`(arguments: [String]) async {
    #expect(await run(arguments) == .unavailable)
    #expect(world.complaints == ["podcaster: Podcaster is not running. “podcaster play” starts it."])
    #expect(world.text.isEmpty)
  }

  @Test func `play starts the program, and plays an episode by its number`() async throws {
    #expect(await world.run("play", "11", "--json") == .success)
    #expect(world.player.world.current.startCount == 1)
    #expect(world.player.commands == [.playEpisode(Episode.ID(rawValue: 11))])
    let record = try #require(try world.json() as? [String: Any])
    #expect(record["request"] as? String == "play")
    #expect(record["episode"] as? Int == 11)
    #expect(await world.run("play") == .success)
    #expect(world.player.commands.last == .play)
  }

  @Test func `a program that cannot be started is told`() async {
    world.player.world.change { $0.canStart = false }
    #expect(await world.run("play") == .unavailable)
    #expect(world.complaints.first?.contains("could not be started") == true)
  }

  @Test func `next needs something that follows, and the others an episode`() async {
    world.player.run()
    #expect(await world.run("next") == .notFound)
    world.player.run { $0.canGoNext = true }
    #expect(await world.run("next") == .success)
    world.player.run { $0.track = nil }
    #expect(await world.run("seek", "10") == .notFound)
    #expect(await world.run("toggle") == .notFound)
    #expect(world.player.commands == [.next])
  }

  @Test(arguments: [["seek", "10"], ["seek", "+30"], ["previous"]])
  func `an episode whose length is not known cannot be moved, with 69`(arguments: [String]) async {
    world.player.run {
      $0.track?.length = nil
      $0.canSeek = false
    }
    #expect(await run(arguments) == .unavailable)
    #expect(
      world.complaints == [
        "podcaster: The place cannot be set, because the length of the episode is not known yet. Play the episode, and try again."
      ])
    #expect(world.player.commands.isEmpty)
  }

  @Test func `status writes what is played`() async throws {
    // Given a queue of 201 episodes, of which commands receive 200
    world.player.run {
      $0.queue = (1...200).map { .init(id: Episode.ID(rawValue: 100 + $0), title: "", showTitle: "") }
      $0.queueCount = 201
    }
    #expect(await world.run("status") == .success)
    #expect(world.text == "playing  1:02 of 10:00\n11  Episode 11\nBirds\nspeed 1.5, volume 100 %, queue 201\n")
  }

  @Test func `status as JSON tells also that nothing runs`() async throws {
    #expect(await world.run("status", "--json") == .unavailable)
    #expect(try #require(try world.json() as? [String: Any])["isRunning"] as? Bool == false)
    world.output.change { $0.text = "" }
    world.player.run()
    #expect(await world.run("status", "--json") == .success)
    let record = try #require(try world.json() as? [String: Any])
    #expect(record["status"] as? String == "playing")
    #expect(record["position"] as? Double == 62)
    #expect((record["episode"] as? [String: Any])?["id"] as? Int == 11)
    #expect(record["queueCount"] as? Int == 0)
  }

  @Test func `the queue of a running program is changed by it`() async {
    world.player.run()
    #expect(await world.run("queue", "add", "12", "11", "--next") == .success)
    #expect(
      world.player.commands == [.queueEpisodes([Episode.ID(rawValue: 12), Episode.ID(rawValue: 11)], isNext: true)])
    #expect(world.queue.entries.current.isEmpty)
  }

  @Test func `the queue of a program that is not running is changed in the library`() async {
    #expect(await world.run("queue", "add", "12") == .success)
    #expect(await world.run("queue", "add", "11", "--next") == .success)
    #expect(await world.run("queue") == .success)
    #expect(world.text == "11  Episode 11\n12  Episode 12\n")
    #expect(await world.run("queue", "remove", "11") == .success)
    #expect(await world.run("queue", "remove", "11") == .notFound)
    #expect(world.queue.entries.current == [Episode.ID(rawValue: 12)])
    #expect(await world.run("queue", "clear") == .success)
    #expect(world.queue.entries.current.isEmpty)
  }

  @Test(arguments: [
    ["seek"], ["seek", "soon"], ["seek", "1:70"], ["seek", "1", "2"], ["speed", "4"], ["speed", "fast"],
    ["queue", "add"], ["play", "x"],
  ])
  func `wrong arguments end with 64`(arguments: [String]) {
    guard case .end(_, let status) = ParsedCommandLine(arguments, isFile: { _ in false }) else {
      Issue.record("These arguments are a command: \(arguments)")
      return
    }
    #expect(status == CommandExit.usage.rawValue)
  }
}
