import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// Damaged or unusual audio that can be played. Most tests use `TestAudio.variableRateMP3`, which lasts twenty seconds.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct DamagedAudioTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  /// Plays audio from a position to its end, and returns the reported positions. Fails if the player reports an error.
  private func positions(of audio: URL, from start: Duration = .zero) async -> [Duration] {
    let recorder = EventRecorder(player)
    player.play(audio, start)
    #expect(await recorder.errorAtEnd() == nil)
    return recorder.events.compactMap(\.position)
  }

  @Test func `audio with a variable bit rate and no length in its header plays to its end`() async throws {
    let reported = await positions(of: TestAudio.variableRateMP3, from: .seconds(18))
    // The length and the seek are not exact, so a deviation of one second is allowed.
    #expect(try #require(reported.first) >= .seconds(17))
    #expect(try #require(reported.max()) > .seconds(19))
    #expect(reported.allSatisfy { $0 < .seconds(21) })
  }

  @Test func `audio with a variable bit rate can be sought forward and backward`() async throws {
    let recorder = EventRecorder(player)
    player.play(TestAudio.variableRateMP3, .zero)
    await recorder.wait { $0 == .playing(TestAudio.variableRateMP3) }
    for place in [Duration.seconds(15), .seconds(3)] {
      player.seek(place)
      // The audio may play a little before the first position after the seek is reported.
      await recorder.wait { $0.position.map { $0 >= place && $0 < place + .seconds(2) } ?? false }
      // Then playback continues there.
      let next = try #require(await recorder.waitForPosition(atLeast: place + .milliseconds(250)))
      #expect(next < place + .seconds(4))
    }
  }

  @Test func `invalid text in tags is ignored`() async throws {
    let invalidUTF16 = Data([0xff, 0xfe, 0x00, 0xd8, 0x41])
    let invalidUTF8 = Data([0xc3, 0x28, 0xff, 0x00, 0xed, 0xa0, 0x80])
    // The frames are the title, the artist, the date and a comment. The first byte of a text is its encoding: 0 is
    // Latin-1, 1 is UTF-16, 3 is UTF-8, and 9 does not exist.
    let tag = TestAudio.id3Tag([
      ("TIT2", Data([1]) + invalidUTF16), ("TPE1", Data([3]) + invalidUTF8),
      ("TDRC", Data([0]) + Data("not a year".utf8)), ("COMM", Data([9])),
    ])
    let audio = try TestAudio.writeFile("tags.mp3", tag + Data(contentsOf: TestAudio.variableRateMP3))
    // The audio of twenty seconds plays to its end.
    #expect(await positions(of: audio, from: .seconds(18)).last.map { $0 > .seconds(19) } == true)
  }

  @Test func `a picture of 20 MB in front of the audio is skipped`() async throws {
    // The encoding, the media type, the kind (3 is a cover), an empty description, and the beginning of a JPEG file
    let picture =
      Data([0]) + Data("image/jpeg".utf8) + Data([0, 3, 0]) + Data([0xff, 0xd8, 0xff, 0xe0]) + Data(count: 20_000_000)
    let audio = try TestAudio.writeFile(
      "picture and sound.mp3", TestAudio.id3Tag([("APIC", picture)]) + Data(contentsOf: TestAudio.variableRateMP3))
    // The audio of twenty seconds plays to its end.
    #expect(await positions(of: audio, from: .seconds(18)).last.map { $0 > .seconds(19) } == true)
  }

  @Test func `audio of thirty hours can be played from a place near its end`() async throws {
    // Given 108,000 seconds of silence in a sparse file, which has a header of 44 bytes and 8,000 bytes a second
    let thirtyHours = try TestAudio.writeFile("thirty hours.wav", TestAudio.wavHeader(seconds: 108_000))
    #expect(truncate(thirtyHours.path, 44 + 108_000 * 8_000) == 0)
    let recorder = EventRecorder(player)
    // Then the last two seconds can be played
    player.play(thirtyHours, .seconds(107_998))
    let place = await recorder.waitForPosition(atLeast: .seconds(107_998))
    #expect(place.map { $0 < .seconds(108_000) } == true)
    await recorder.wait { $0 == .ended(thirtyHours) }
  }

  @Test func `a truncated file ends where its audio ends`() async throws {
    let whole = try Data(contentsOf: TestAudio.twentySecondWAV)
    // A tenth of the audio lasts two seconds.
    let audio = try TestAudio.writeFile("truncated.wav", whole.prefix(whole.count / 10))
    let reported = await positions(of: audio)
    #expect(reported.allSatisfy { $0 < .seconds(3) })
  }
}
