import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastPlayback

/// What cannot be played, and why.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerErrorTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  private func failure(of audio: URL, from player: PlayerClient? = nil) async -> PlaybackError? {
    let player = player ?? self.player
    let listener = Listener(player)
    player.play(audio, .zero)
    return await listener.failure()
  }

  @Test func `a file that is not there is not found`() async {
    #expect(await failure(of: URL(filePath: "/nonexistent/없음.mp3")) == .notFound)
  }

  @Test func `a file that may not be read is not allowed`() async throws {
    let file = try TestAudio.file("secret.ogg", Data(contentsOf: TestAudio.ogg))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    #expect(await failure(of: file) == .notAllowed)
  }

  @Test func `a page, a text, a picture, noise and nothing at all are not audio`() async throws {
    let page = try TestAudio.file("page.mp3", Data("<!DOCTYPE html><html><body><p>Please sign in</p></body></html>\n".utf8))
    #expect(await failure(of: page) == .notAudio)
    let text = try TestAudio.file("text.mp3", Data(String(repeating: "This is a text. ", count: 300).utf8))
    #expect(await failure(of: text) == .notAudio)
    let noise = try TestAudio.file("noise.mp3", Data((0..<9999).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }))
    #expect(await failure(of: noise) == .notAudio)
    let nothing = try TestAudio.file("nothing.mp3", Data())
    #expect(await failure(of: nothing) == .notAudio)
    let png = try #require(Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    #expect(await failure(of: try TestAudio.file("picture.mp3", png)) == .notAudio)
  }

  @Test func `audio that no installed plugin decodes names its format`() async throws {
    let error = await failure(of: try TestAudio.undecodable())
    guard case .missingDecoder(let format)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!format.isEmpty)
  }

  @Test func `a folder is not audio`() async {
    let error = await failure(of: TestAudio.folder)
    #expect(error == .notAudio || error == .notAllowed, "\(String(describing: error))")
  }

  @Test func `a sink that cannot be opened is no sound device`() async {
    let player = PlayerClient.live(sink: "oss4sink device=/dev/nonexistent")
    #expect(await failure(of: TestAudio.ogg, from: player) == .noSoundDevice)
  }

  @Test func `a sink that is not understood says which`() async {
    let player = PlayerClient.live(sink: "nosuchsink")
    guard case .failed(let reason)? = await failure(of: TestAudio.ogg, from: player) else {
      Issue.record("it must fail")
      return
    }
    #expect(reason.contains("nosuchsink"))
  }

  @Test func `an address of no kind that is known fails`() async {
    #expect(await failure(of: URL(string: "gopher://127.0.0.1/audio.mp3")!) != nil)
  }

  @Test func `after a failure other audio plays`() async {
    _ = await failure(of: URL(filePath: "/nonexistent.mp3"))
    #expect(await failure(of: TestAudio.ogg) == nil)
  }
}
