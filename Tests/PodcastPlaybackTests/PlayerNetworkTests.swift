import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastPlayback

/// Audio from real servers on the loopback device: correct servers, and servers with the faults of real podcast hosts.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerNetworkTests {
  /// A player without a sound device. Its sink discards the sound at the speed of real playback.
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  /// Returns a server that sends a WAV file, with or without support for range requests.
  private func server(of file: URL, ranges: Bool = true) throws -> LoopbackServer {
    let data = try Data(contentsOf: file)
    return try LoopbackServer { _ in .page(data, type: "audio/x-wav", ranges: ranges) }
  }

  /// Plays audio from a server with this response, and returns the error, or `nil` if there is none.
  private func failure(of reply: LoopbackServer.Reply) async throws -> PlaybackError? {
    let server = try LoopbackServer { _ in reply }
    let recorder = EventRecorder(player)
    player.play(server.url("/audio.mp3"), .zero)
    return await recorder.errorAtEnd()
  }

  @Test func `audio from a server is played from a place, sought and played to its end`() async throws {
    let server = try server(of: TestAudio.twentySecondWAV)
    // The name has Korean letters and a space.
    let audio = server.url("/%EC%9D%8C%EC%95%85%20one.wav")
    let recorder = EventRecorder(player)
    player.play(audio, .seconds(10))
    await recorder.wait { $0 == .playing(audio) }
    #expect(recorder.events.compactMap(\.position).first.map { $0 >= .seconds(10) && $0 < .seconds(11) } == true)

    player.seek(.milliseconds(19_500))
    let place = await recorder.waitForPosition(atLeast: .seconds(19))
    #expect(place.map { $0 >= .milliseconds(19_500) } == true)
    await recorder.wait { $0 == .ended(audio) }
  }

  @Test
  func `audio from a server without ranges plays from the start, and fails with wholeFileOnly from any other place`()
    async throws
  {
    let server = try server(of: TestAudio.twentySecondWAV, ranges: false)
    let audio = server.url("/audio.wav")
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    await recorder.waitForPosition(atLeast: .milliseconds(500))

    // When the user seeks, or playback starts at a later place
    player.seek(.seconds(15))
    #expect(await recorder.errorAtEnd() == .wholeFileOnly)
    player.play(audio, .seconds(12))
    #expect(await recorder.errorAtEnd() == .wholeFileOnly)
  }

  @Test func `Ogg audio, whose end is read first, fails with wholeFileOnly if the server has no ranges`() async throws {
    // Given a server of HTTP 1.0, which does not support ranges and closes each connection after its response
    let data = try Data(contentsOf: TestAudio.twoSecondOgg)
    let head = Data("HTTP/1.0 200 OK\r\nContent-Type: audio/ogg\r\nContent-Length: \(data.count)\r\n\r\n".utf8)
    let server = try LoopbackServer { _ in .bytes(head + data) }
    let recorder = EventRecorder(player)
    player.play(server.url("/audio.ogg"), .zero)
    #expect(await recorder.errorAtEnd() == .wholeFileOnly)
  }

  @Test func `status 404 or 410 fails with notFound`() async throws {
    #expect(try await failure(of: .page(Data(), status: 404)) == .notFound)
    #expect(try await failure(of: .page(Data(), status: 410)) == .notFound)
  }

  @Test func `status 401 or 403 fails with notAllowed`() async throws {
    #expect(try await failure(of: .page(Data(), status: 403)) == .notAllowed)
    #expect(try await failure(of: .page(Data(), status: 401)) == .notAllowed)
  }

  @Test func `credentials in the address are sent to the server that requires them, and to no other`() async throws {
    // Given a server that requires credentials, and redirects to a server that refuses requests with credentials
    let data = try Data(contentsOf: TestAudio.twoSecondOgg)
    let redirectTarget = try LoopbackServer { request in
      request.headers["authorization"] == nil ? .page(data, type: "audio/ogg") : .page(Data(), status: 400)
    }
    let server = try LoopbackServer { request in
      let expected = "Basic " + Data("ada:p w".utf8).base64EncodedString()
      guard request.headers["authorization"] == expected else {
        return .page(Data(), status: 401, headers: ["WWW-Authenticate": "Basic realm=\"Private\""])
      }
      return .redirect(to: redirectTarget.url("/audio.ogg").absoluteString, status: 302)
    }
    let audio = server.url("/audio.ogg")
    let recorder = EventRecorder(player)
    player.playFromSource(audio, .zero) { PlaybackSource(audio.adding(Credentials(user: "ada", password: "p w"))) }
    await recorder.wait { $0 == .playing(audio) }

    // And with a wrong password, the audio fails with notAllowed
    player.playFromSource(audio, .zero) { PlaybackSource(audio.adding(Credentials(user: "ada", password: "x"))) }
    #expect(await recorder.errorAtEnd() == .notAllowed)
  }

  @Test(arguments: [UInt32(403), 406]) func `a refused request is sent again with another user agent`(
    status: UInt32
  ) async throws {
    // Given a host that sends its audio only to browsers
    let data = try Data(contentsOf: TestAudio.twoSecondOgg)
    let server = try LoopbackServer { request in
      request.headers["user-agent"]?.hasPrefix("Mozilla") == true
        ? .page(data, type: "audio/ogg") : .page(Data(), status: status)
    }
    // When this audio is played, then it plays to its end, and the first request has the player's own user agent
    let recorder = EventRecorder(player)
    player.play(server.url("/audio.ogg"), .zero)
    #expect(await recorder.errorAtEnd() == nil)
    #expect(server.requests.first?.headers["user-agent"] == "Podcaster")
  }

  @Test func `a server error, a broken or refused connection and an unknown host are unreachable`() async throws {
    #expect(try await failure(of: .page(Data(), status: 500)) == .unreachable)
    // The server closes the connection without a response.
    #expect(try await failure(of: .bytes(Data())) == .unreachable)

    let port = try ClosedPort()
    let recorder = EventRecorder(player)
    player.play(port.url("/audio.mp3"), .zero)
    #expect(await recorder.errorAtEnd() == .unreachable)
    player.play(URL(string: "http://nonexistent.invalid/audio.mp3")!, .zero)
    #expect(await recorder.errorAtEnd() == .unreachable)
  }

  @Test func `a login page instead of audio fails with notAudio`() async throws {
    let page = Data("<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>\n".utf8)
    #expect(try await failure(of: .page(page, type: "text/html")) == .notAudio)
  }

  @Test func `a redirect is followed`() async throws {
    let data = try Data(contentsOf: TestAudio.twoSecondOgg)
    let server = try LoopbackServer { request in
      request.path == "/audio.ogg" ? .page(data, type: "audio/ogg") : .redirect(to: "/audio.ogg", status: 302)
    }
    let recorder = EventRecorder(player)
    player.play(server.url("/track.ogg"), .zero)
    #expect(await recorder.errorAtEnd() == nil)
    // The events have the address that was played, not the address of the redirect.
    #expect(recorder.events.allSatisfy { $0.isAbout(server.url("/track.ogg")) })
  }

  @Test func `other audio plays to its end while the server of the previous audio is silent`() async throws {
    let wav = try Data(contentsOf: TestAudio.twentySecondWAV)
    let head = Data("HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nContent-Length: \(wav.count)\r\n\r\n".utf8)
    let server = try LoopbackServer { _ in .silence(after: head + wav.prefix(200)) }
    let audio = TestAudio.twoSecondOgg
    let recorder = EventRecorder(player)
    player.play(server.url("/silent.wav"), .zero)
    player.play(audio, .zero)
    #expect(await recorder.errorAtEnd() == nil)
  }

  @Test func `a connection that breaks during the audio fails with unreachable`() async throws {
    let wav = try Data(contentsOf: TestAudio.twentySecondWAV)
    let head = Data("HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nContent-Length: \(wav.count)\r\n\r\n".utf8)
    // At 16,000 bytes a second, the connection breaks after 1.25 of 20 seconds.
    #expect(try await failure(of: .bytes(head + wav.prefix(20_000))) == .unreachable)
  }

  /// Returns a server that sends the first three seconds of the audio and closes the connection. At 16,000 bytes a
  /// second, these are 48,000 bytes. The server sends `replyToLaterRange` if a later range is requested.
  private func breakingServer(replyToLaterRange: LoopbackServer.Reply) throws -> LoopbackServer {
    let wav = try Data(contentsOf: TestAudio.twentySecondWAV)
    let head = Data(
      "HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nAccept-Ranges: bytes\r\nContent-Length: \(wav.count)\r\n\r\n"
        .utf8)
    return try LoopbackServer { request in
      let range = request.headers["range"]
      return range == nil || range == "bytes=0-" ? .bytes(head + wav.prefix(48_000)) : replyToLaterRange
    }
  }

  @Test(arguments: [416, 200, 503])
  func `a server that does not send the rest of the audio fails with unreachable`(
    status: UInt32
  ) async throws {
    let loginPage = LoopbackServer.Reply.page(
      Data("<html>Sign in</html>".utf8), type: "text/html", status: status, ranges: false)
    let server = try breakingServer(replyToLaterRange: loginPage)
    let recorder = EventRecorder(player)
    player.play(server.url("/audio.wav"), .zero)
    #expect(await recorder.errorAtEnd() == .unreachable, "\(recorder.events)")
    // Playback stops after the three seconds that the server has sent, and the player has requested the rest.
    #expect(recorder.events.compactMap(\.position).allSatisfy { $0 < .milliseconds(3200) })
    #expect(server.requests.count > 1)
  }

  /// Returns the head of a response with these headers. It has no `Content-Length`, so the length of the audio is
  /// unknown.
  private func head(_ fields: String) -> Data {
    Data("HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\n\(fields)\r\n\r\n".utf8)
  }

  @Test func `audio of unknown length that is cut off fails with unreachable`() async throws {
    let beginning = try Data(contentsOf: TestAudio.twentySecondWAV).prefix(24_000)
    let chunk = Data("\(String(beginning.count, radix: 16))\r\n".utf8) + beginning + Data("\r\n".utf8)
    // libsoup takes these cuts for a normal end: a body of unknown length ends when the connection is closed, or with
    // the last chunk.
    let undetectedCuts = [
      head("Connection: close") + beginning,
      head("Transfer-Encoding: chunked") + chunk + Data("0\r\n\r\n".utf8),
    ]
    // libsoup detects these cuts: a chunked body without its last chunk, and a chunk that is shorter than its stated
    // length. libsoup may detect a cut before any sound is played, and at the latest when playback reaches the cut.
    let detectedCuts = [
      head("Transfer-Encoding: chunked") + chunk,
      head("Transfer-Encoding: chunked") + chunk + Data("ffff\r\n".utf8) + beginning.prefix(100),
    ]
    for cut in undetectedCuts + detectedCuts {
      let server = try LoopbackServer { _ in .bytes(cut) }
      let recorder = EventRecorder(player)
      player.play(server.url("/audio.wav"), .zero)

      #expect(await recorder.errorAtEnd() == .unreachable)

      // The last position is the place where the sound stopped. At 16,000 bytes a second, it is 1.5 seconds.
      let place = recorder.events.compactMap(\.position).last ?? .zero
      let earliest = undetectedCuts.contains(cut) ? Duration.milliseconds(1400) : .zero
      #expect(place >= earliest && place < .milliseconds(1600), "\(recorder.events)")
    }
  }

  @Test func `audio of unknown length plays to its end`() async throws {
    let ogg = try Data(contentsOf: TestAudio.twoSecondOgg)
    let wav = try Data(contentsOf: TestAudio.oneSecondWAV)
    let replies = [
      head("Connection: close") + ogg, head("Connection: close") + wav,
      head("Transfer-Encoding: chunked") + Data("\(String(wav.count, radix: 16))\r\n".utf8) + wav
        + Data("\r\n0\r\n\r\n".utf8),
    ]
    for reply in replies {
      let server = try LoopbackServer { _ in .bytes(reply) }
      let audio = server.url("/audio")
      let recorder = EventRecorder(player)
      player.play(audio, .zero)
      #expect(await recorder.errorAtEnd() == nil)
      #expect(recorder.events.last == .ended(audio))
    }
  }

  @Test func `audio that is shorter than its header states ends normally`() async throws {
    // Given the first tenth of a file whose header states twenty seconds, and a server that sends this tenth completely
    let file = try Data(contentsOf: TestAudio.twentySecondFLAC)
    let server = try LoopbackServer { _ in .page(file.prefix(file.count / 10), type: "audio/flac") }
    let audio = server.url("/audio.flac")
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    // When playback reaches the end of the tenth
    await recorder.waitForPosition()
    #expect(recorder.events.compactMap(\.duration).last == .seconds(20))
    // Then the player does not report a connection error
    #expect(await recorder.errorAtEnd() == nil)
    #expect(recorder.events.last == .ended(audio))
  }
}
