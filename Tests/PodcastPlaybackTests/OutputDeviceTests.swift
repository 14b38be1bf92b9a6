import CPlaybackTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The selected sound device. GStreamer's list of devices contains three test devices: speakers, headphones and a
/// broken device, whose sink fails. `fakesink` stands for the system's device.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct OutputDeviceTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try GStreamer.start()
    playback_testing_add_devices()
  }

  /// Returns how many sinks were created for a device. The player creates a sink each time that it loads audio.
  private func sinkCount(of device: String) -> Int { Int(playback_testing_created_sinks(device)) }

  /// Waits until more than `count` sinks were created for a device. The exact number varies, because the player
  /// reloads audio after a stall.
  private func waitForSinks(of device: String, moreThan count: Int) async {
    while sinkCount(of: device) <= count { await Task.yield() }
  }

  @Test func `a device that is connected later is used for the next audio`() async {
    // Given selected headphones that are not connected. Audio plays to its end on the system's device
    let recorder = EventRecorder(player)
    playback_testing_set_connected("headphones", 0)
    player.adjust(.output("headphones"))
    player.play(TestAudio.oneSecondWAV, .zero)
    #expect(await recorder.errorAtEnd() == nil)
    // When the headphones are connected, then the next audio plays on them
    playback_testing_set_connected("headphones", 1)
    let formerCount = sinkCount(of: "headphones")
    player.play(TestAudio.twentySecondWAV, .zero)
    await recorder.wait { $0 == .playing(TestAudio.twentySecondWAV) }
    #expect(sinkCount(of: "headphones") > formerCount)
  }

  @Test func `the connected devices are listed with their names`() async {
    let outputs = await AudioOutput.all()
    #expect(outputs.contains(AudioOutput(id: "speakers", name: "Test Speakers")))
    #expect(outputs.contains(AudioOutput(id: "headphones", name: "Test Headphones")))
  }

  @Test func `audio that starts after a device is selected plays only on that device`() async throws {
    let recorder = EventRecorder(player)
    let (formerSpeakerCount, formerHeadphoneCount) = (sinkCount(of: "speakers"), sinkCount(of: "headphones"))
    player.adjust(.output("speakers"))
    player.play(TestAudio.twentySecondWAV, .zero)
    await recorder.wait { $0 == .playing(TestAudio.twentySecondWAV) }
    #expect(sinkCount(of: "speakers") > formerSpeakerCount)
    #expect(sinkCount(of: "headphones") == formerHeadphoneCount)
  }

  @Test func `the current audio continues at its place on a newly selected device`() async throws {
    // Given audio that plays on the system's device
    let recorder = EventRecorder(player)
    player.play(TestAudio.twentySecondWAV, .seconds(5))
    await recorder.waitForPosition(atLeast: .milliseconds(5500))
    let formerCount = sinkCount(of: "headphones")

    // When another device is selected
    player.adjust(.output("headphones"))
    let eventCount = recorder.events.count
    await recorder.wait { $0 == .playing(TestAudio.twentySecondWAV) }

    // Then the audio continues on the headphones at its place
    #expect(sinkCount(of: "headphones") > formerCount)
    let next = try #require(await recorder.waitForPosition(atLeast: .seconds(6)))
    #expect(next < .seconds(9))
    // And the audio has not started again at its beginning
    #expect(recorder.events[eventCount...].compactMap(\.position).allSatisfy { $0 >= .seconds(5) })
  }

  @Test func `paused audio stays paused on another device`() async throws {
    let recorder = EventRecorder(player)
    player.play(TestAudio.twentySecondWAV, .seconds(5))
    await recorder.waitForPosition(atLeast: .milliseconds(5500))
    player.pause()
    await recorder.wait { $0 == .paused(TestAudio.twentySecondWAV) }
    let formerCount = sinkCount(of: "speakers")
    player.adjust(.output("speakers"))
    await waitForSinks(of: "speakers", moreThan: formerCount)
    let eventCount = recorder.events.count
    await recorder.waitForPosition(atLeast: .seconds(5))
    #expect(!recorder.events[eventCount...].contains(.playing(TestAudio.twentySecondWAV)))
    // The audio plays only when it is resumed.
    player.resume()
    await recorder.wait { $0 == .playing(TestAudio.twentySecondWAV) }
    // The audio continues near the place of the pause, which is a little after 5.5 seconds.
    let next = try #require(await recorder.waitForPosition(atLeast: .seconds(5)))
    #expect(next < .seconds(8))
  }

  @Test func `audio plays on the system's device if the selected one is not connected, which is logged`() async {
    var logged: [String] = []
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, log: { logged.append($0) })
    let recorder = EventRecorder(hub.events())
    player.execute(.adjust(.output("gone")))
    player.execute(.play(TestAudio.oneSecondWAV, from: .zero))
    #expect(await recorder.errorAtEnd() == nil)
    #expect(logged == ["the sound device “gone” is not connected"])
  }

  @Test(arguments: [Duration.zero, .seconds(5)])
  func `a failed device is replaced by the system's device for the current audio only`(start: Duration) async {
    var logged: [String] = []
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, log: { logged.append($0) })
    let recorder = EventRecorder(hub.events())
    player.execute(.adjust(.output("broken")))
    player.execute(.play(TestAudio.twentySecondWAV, from: start))
    await recorder.wait { $0 == .playing(TestAudio.twentySecondWAV) }
    #expect(await recorder.waitForPosition(atLeast: start + .milliseconds(250)) != nil)
    #expect(logged == ["the sound device “broken” does not play"])
    #expect(sinkCount(of: "broken") > 0)

    // The next audio is tried on the selected device again.
    let formerCount = sinkCount(of: "broken")
    player.execute(.play(TestAudio.oneSecondWAV, from: .zero))
    #expect(await recorder.errorAtEnd() == nil)
    #expect(sinkCount(of: "broken") > formerCount)
  }
}
