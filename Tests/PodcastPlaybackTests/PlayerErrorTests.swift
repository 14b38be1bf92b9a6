import CGStreamer
import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastPlayback

/// Audio that cannot be played, and the error for each cause.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerErrorTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  /// Plays audio to its end and returns the error, or `nil` if there is none.
  private func failure(of audio: URL, in player: PlayerClient? = nil) async -> PlaybackError? {
    let player = player ?? self.player
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    return await recorder.errorAtEnd()
  }

  /// Plays audio in a new player with this sink, and returns the error, or `nil` if there is none. `log` receives the
  /// log messages of the player.
  private func failure(of audio: URL, sink: String, log: @escaping (String) -> Void) async -> PlaybackError? {
    let hub = PlayerEventHub()
    let player = Player(sink: sink, hub: hub, log: log)
    let recorder = EventRecorder(hub.events())
    player.execute(.play(audio, from: .zero))
    return await recorder.errorAtEnd()
  }

  @Test func `a missing file fails with notFound`() async {
    #expect(await failure(of: URL(filePath: "/nonexistent/없음.mp3")) == .notFound)
  }

  @Test func `an unreadable file fails with notAllowed`() async throws {
    let file = try TestAudio.writeFile("secret.ogg", Data(contentsOf: TestAudio.twoSecondOgg))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    #expect(await failure(of: file) == .notAllowed)
  }

  @Test func `a web page, text, noise, an empty file and a picture fail with notAudio`() async throws {
    let page = try TestAudio.writeFile(
      "page.mp3", Data("<!DOCTYPE html><html><body><p>Please sign in</p></body></html>\n".utf8))
    #expect(await failure(of: page) == .notAudio)
    let text = try TestAudio.writeFile("text.mp3", Data(String(repeating: "This is a text. ", count: 300).utf8))
    #expect(await failure(of: text) == .notAudio)
    // The noise consists of computed bytes without the structure of a format.
    let noise = try TestAudio.writeFile("noise.mp3", Data((0..<9999).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }))
    #expect(await failure(of: noise) == .notAudio)
    let nothing = try TestAudio.writeFile("nothing.mp3", Data())
    #expect(await failure(of: nothing) == .notAudio)
    // A picture of one pixel
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    #expect(await failure(of: try TestAudio.writeFile("picture.mp3", png)) == .notAudio)
  }

  @Test
  func `audio without an installed decoder fails with the name of its format and the name of the missing package`()
    async throws
  {
    let error = await failure(of: try TestAudio.undecodableAudio())
    guard case .missingDecoder(let format, let package)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!format.isEmpty)
    #expect(package == "gstreamer1.0-libav")
  }

  @Test(.disabled(if: isInstalled(element: "asfdemux") || isInstalled(element: "avdemux_asf"), "there is a demuxer"))
  func `audio without an installed demuxer fails with the name of the missing package`() async throws {
    // Given the beginning of a file in the format ASF: the header's identifier, then its size, the number of its
    // objects and two reserved bytes
    let headerGUID: [UInt8] = [
      0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c,
    ]
    let file = try TestAudio.writeFile(
      "talk.wma", Data(headerGUID) + Data([24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]) + Data(count: 9000))
    guard case .missingDecoder(_, let package)? = await failure(of: file) else {
      Issue.record("no missing decoder")
      return
    }
    #expect(package == "gstreamer1.0-plugins-ugly")
  }

  @Test func `a folder fails with notAudio or notAllowed`() async {
    let error = await failure(of: TestAudio.folder)
    #expect(error == .notAudio || error == .notAllowed, "\(String(describing: error))")
  }

  @Test func `the automatic sink without a device fails with noSoundDevice`() async {
    let player = PlayerClient.live(sink: "autoaudiosink")
    let recorder = EventRecorder(player)
    player.play(TestAudio.twoSecondOgg, .zero)
    #expect(await recorder.errorAtEnd() == .noSoundDevice)
    #expect(!recorder.events.contains(.playing(TestAudio.twoSecondOgg)))
  }

  @Test(arguments: sinksWithoutDevice.filter(isInstalled))
  func `a device that cannot be opened fails with noSoundDevice`(sink: String) async {
    #expect(await failure(of: TestAudio.twoSecondOgg, in: .live(sink: sink)) == .noSoundDevice, "\(sink)")
  }

  @Test func `a sink that is not installed fails with noSoundDevice, and the log contains its name`() async {
    var logged: [String] = []
    #expect(await failure(of: TestAudio.twoSecondOgg, sink: "nosuchsink") { logged.append($0) } == .noSoundDevice)
    #expect(logged.count == 1 && logged[0].contains("nosuchsink"), "\(logged)")
  }

  @Test func `audio whose data never reaches the sink fails after several time limits`() async {
    // Given a sink that receives neither the sound nor its end, and a time limit of 200 ms. GStreamer's playbin3 was
    // observed to leave a sink in this state.
    var logCount = 0
    let hub = PlayerEventHub()
    let player = Player(sink: "valve drop=true ! fakesink sync=true", hub: hub, timeLimits: .init(disk: 200)) { _ in
      logCount += 1
    }
    let recorder = EventRecorder(hub.events())
    // When audio is played
    player.execute(.play(TestAudio.twentySecondWAV, from: .zero))
    // Then each of three attempts to load the audio ends after the time limit, and the failure is emitted and logged
    // only once
    let events = await recorder.wait { if case .failed = $0 { true } else { false } }
    #expect(events == [.failed(TestAudio.twentySecondWAV, .failed(reason: "GStreamer does not get on with it"))])
    #expect(logCount == 1)
  }

  @Test func `a file without samples fails with notAudio, and other audio plays after it`() async throws {
    // Given a WAV file whose header states that there are no samples, and a time limit of 200 ms
    let whole = try Data(contentsOf: TestAudio.twentySecondWAV)
    // The header has 44 bytes. Its last four bytes are the size of the samples.
    var empty = whole.prefix(44)
    empty.replaceSubrange(40..<44, with: Data(count: 4))
    let audio = try TestAudio.writeFile("no samples.wav", empty)
    let hub = PlayerEventHub()
    let player = Player(sink: "fakesink sync=true", hub: hub, timeLimits: .init(disk: 200)) { _ in }
    let recorder = EventRecorder(hub.events())
    // When the player starts at a position that the file does not have
    player.execute(.play(audio, from: .seconds(5)))
    // Then the file fails
    let events = await recorder.wait { if case .failed = $0 { true } else { false } }
    #expect(events == [.failed(audio, .notAudio)])

    // And the next audio plays
    player.execute(.play(TestAudio.oneSecondWAV, from: .zero))
    await recorder.wait { $0 == .playing(TestAudio.oneSecondWAV) }
  }

  @Test func `an address with an unknown scheme fails`() async {
    #expect(await failure(of: URL(string: "gopher://127.0.0.1/audio.mp3")!) != nil)
  }

  @Test func `other audio plays after a failure`() async {
    _ = await failure(of: URL(filePath: "/nonexistent.mp3"))
    #expect(await failure(of: TestAudio.twoSecondOgg) == nil)
  }
}

/// Sinks whose device does not exist.
private let sinksWithoutDevice = [
  "alsasink device=nonexistent", "osssink device=/dev/nonexistent", "oss4sink device=/dev/nonexistent",
  "pulsesink server=unix:/nonexistent",
]

/// Whether GStreamer's plugin of an element is installed on this machine. Properties may follow the element's name.
private func isInstalled(element: String) -> Bool {
  gst_init(nil, nil)
  guard let factory = gst_element_factory_find(String(element.prefix { $0 != " " })) else { return false }
  gst_object_unref(UnsafeMutableRawPointer(factory))
  return true
}
