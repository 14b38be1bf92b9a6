import CPlaybackTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The selected sound device. GStreamer's list of devices contains three test devices.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct OutputDeviceTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try GStreamer.start()
    playback_testing_add_devices()
  }

  private func sinks(of device: String) -> Int { Int(playback_testing_created_sinks(device)) }

  /// Waits until a device has created more than a number of sinks. The player creates two sinks if it reloads audio
  /// after a stall.
  private func untilSinks(of device: String, exceed count: Int) async {
    while sinks(of: device) <= count { await Task.yield() }
  }

  @Test func `a device that is connected later is used for the next audio`() async {
    let recorder = EventRecorder(player)
    playback_testing_set_connected("headphones", 0)
    player.adjust(.output("headphones"))
    player.play(TestAudio.shortWav, .zero)
    #expect(await recorder.failure() == nil)
    playback_testing_set_connected("headphones", 1)
    let before = sinks(of: "headphones")
    player.play(TestAudio.wav, .zero)
    await recorder.wait { $0 == .playing(TestAudio.wav) }
    #expect(sinks(of: "headphones") > before)
  }

  @Test func `the connected devices are listed with their names`() async {
    let outputs = await AudioOutput.all()
    #expect(outputs.contains(AudioOutput(id: "speakers", name: "Test Speakers")))
    #expect(outputs.contains(AudioOutput(id: "headphones", name: "Test Headphones")))
  }

  @Test func `audio that starts after a device is selected plays on that device from the start`() async throws {
    let recorder = EventRecorder(player)
    let (before, others) = (sinks(of: "speakers"), sinks(of: "headphones"))
    player.adjust(.output("speakers"))
    player.play(TestAudio.wav, .zero)
    await recorder.wait { $0 == .playing(TestAudio.wav) }
    #expect(sinks(of: "speakers") > before)
    #expect(sinks(of: "headphones") == others)
  }

  @Test func `the current audio continues at its place on a newly selected device`() async throws {
    // Given audio that plays on the system's device
    let recorder = EventRecorder(player)
    player.play(TestAudio.wav, .seconds(5))
    await recorder.position(from: .milliseconds(5500))
    let before = sinks(of: "headphones")

    // When another device is selected
    player.adjust(.output("headphones"))
    let known = recorder.events.count
    await recorder.wait { $0 == .playing(TestAudio.wav) }

    // Then it plays there, from its place
    #expect(sinks(of: "headphones") > before)
    let next = try #require(await recorder.position(from: .seconds(6)))
    #expect(next < .seconds(9))
    #expect(recorder.events[known...].compactMap(\.position).allSatisfy { $0 >= .seconds(5) })
  }

  @Test func `paused audio stays paused on another device`() async throws {
    let recorder = EventRecorder(player)
    player.play(TestAudio.wav, .seconds(5))
    await recorder.position(from: .milliseconds(5500))
    player.pause()
    await recorder.wait { $0 == .paused(TestAudio.wav) }
    let before = sinks(of: "speakers")
    player.adjust(.output("speakers"))
    await untilSinks(of: "speakers", exceed: before)
    let known = recorder.events.count
    await recorder.position(from: .seconds(5))
    #expect(!recorder.events[known...].contains(.playing(TestAudio.wav)))
    // It plays only when it is resumed.
    player.resume()
    await recorder.wait { $0 == .playing(TestAudio.wav) }
    let next = try #require(await recorder.position(from: .seconds(5)))
    #expect(next < .seconds(8))
  }

  @Test func `a disconnected device is replaced by the system's device, and the log names it`() async {
    var logged: [String] = []
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, log: { logged.append($0) })
    let recorder = EventRecorder(hub.events())
    player.execute(.adjust(.output("gone")))
    player.execute(.play(TestAudio.shortWav, from: .zero))
    #expect(await recorder.failure() == nil)
    #expect(logged == ["the sound device “gone” is not connected"])
  }
  @Test(arguments: [Duration.zero, .seconds(5)])
  func `audio continues on the system's device if the selected device fails`(start: Duration) async {
    var logged: [String] = []
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, log: { logged.append($0) })
    let recorder = EventRecorder(hub.events())
    player.execute(.adjust(.output("broken")))
    player.execute(.play(TestAudio.wav, from: start))
    await recorder.wait { $0 == .playing(TestAudio.wav) }
    #expect(await recorder.position(from: start + .milliseconds(250)) != nil)
    #expect(logged == ["the sound device “broken” does not play"])
    #expect(sinks(of: "broken") > 0)

    // The next audio is tried on the selected device again.
    let before = sinks(of: "broken")
    player.execute(.play(TestAudio.shortWav, from: .zero))
    #expect(await recorder.failure() == nil)
    #expect(sinks(of: "broken") > before)
  }
}
