import CPlaybackTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The device that plays the sound, with three devices of a test that are in GStreamer's list of devices.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct OutputDeviceTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try GStreamer.start()
    playback_testing_add_devices()
  }

  private func sinks(of device: String) -> Int { Int(playback_testing_created_sinks(device)) }

  /// Returns when a device has created more sinks than before. There are two of an audio if the player has loaded it
  /// again after a stall.
  private func untilSinks(of device: String, exceed count: Int) async {
    while sinks(of: device) <= count { await Task.yield() }
  }

  @Test func `a device that is connected later is used from the next audio on`() async {
    let listener = Listener(player)
    playback_testing_set_connected("headphones", 0)
    player.adjust(.output("headphones"))
    player.play(TestAudio.shortWav, .zero)
    #expect(await listener.failure() == nil)
    playback_testing_set_connected("headphones", 1)
    let before = sinks(of: "headphones")
    player.play(TestAudio.wav, .zero)
    await listener.wait { $0 == .playing(TestAudio.wav) }
    #expect(sinks(of: "headphones") > before)
  }

  @Test func `the connected devices are listed by their names`() async {
    let outputs = await AudioOutput.all()
    #expect(outputs.contains(AudioOutput(id: "speakers", name: "Test Speakers")))
    #expect(outputs.contains(AudioOutput(id: "headphones", name: "Test Headphones")))
  }

  @Test func `audio that starts right after the selection plays on that device from its beginning`() async throws {
    let listener = Listener(player)
    let (before, others) = (sinks(of: "speakers"), sinks(of: "headphones"))
    player.adjust(.output("speakers"))
    player.play(TestAudio.wav, .zero)
    await listener.wait { $0 == .playing(TestAudio.wav) }
    #expect(sinks(of: "speakers") > before)
    #expect(sinks(of: "headphones") == others)
  }

  @Test func `the current audio goes on at its place on another device`() async throws {
    // Given audio that plays on the system's device
    let listener = Listener(player)
    player.play(TestAudio.wav, .seconds(5))
    await listener.position(from: .milliseconds(5500))
    let before = sinks(of: "headphones")

    // When another device is selected
    player.adjust(.output("headphones"))
    let known = listener.heard.count
    await listener.wait { $0 == .playing(TestAudio.wav) }

    // Then it plays there, from its place
    #expect(sinks(of: "headphones") > before)
    let next = try #require(await listener.position(from: .seconds(6)))
    #expect(next < .seconds(9))
    #expect(listener.heard[known...].compactMap(\.position).allSatisfy { $0 >= .seconds(5) })
  }

  @Test func `a paused audio stays paused on another device`() async throws {
    let listener = Listener(player)
    player.play(TestAudio.wav, .seconds(5))
    await listener.position(from: .milliseconds(5500))
    player.pause()
    await listener.wait { $0 == .paused(TestAudio.wav) }
    let before = sinks(of: "speakers")
    player.adjust(.output("speakers"))
    await untilSinks(of: "speakers", exceed: before)
    let known = listener.heard.count
    await listener.position(from: .seconds(5))
    #expect(!listener.heard[known...].contains(.playing(TestAudio.wav)))
    // It plays only when it is resumed.
    player.resume()
    await listener.wait { $0 == .playing(TestAudio.wav) }
    let next = try #require(await listener.position(from: .seconds(5)))
    #expect(next < .seconds(8))
  }

  @Test func `a device that is not connected is replaced by the system's, and the log names it`() async {
    var logged: [String] = []
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, log: { logged.append($0) })
    let listener = Listener(hub.events())
    player.execute(.adjust(.output("gone")))
    player.execute(.play(TestAudio.shortWav, from: .zero))
    #expect(await listener.failure() == nil)
    #expect(logged == ["the sound device “gone” is not connected"])
  }
  @Test(arguments: [Duration.zero, .seconds(5)])
  func `audio goes on with the system's device if the selected one does not play`(start: Duration) async {
    var logged: [String] = []
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, log: { logged.append($0) })
    let listener = Listener(hub.events())
    player.execute(.adjust(.output("broken")))
    player.execute(.play(TestAudio.wav, from: start))
    await listener.wait { $0 == .playing(TestAudio.wav) }
    #expect(await listener.position(from: start + .milliseconds(250)) != nil)
    #expect(logged == ["the sound device “broken” does not play"])
    #expect(sinks(of: "broken") > 0)

    // The next audio is tried on the selected device again.
    let before = sinks(of: "broken")
    player.execute(.play(TestAudio.shortWav, from: .zero))
    #expect(await listener.failure() == nil)
    #expect(sinks(of: "broken") > before)
  }
}
