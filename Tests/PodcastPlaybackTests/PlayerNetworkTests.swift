import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastPlayback

/// Audio from real servers on the loopback device: correct servers, and servers with the faults of real podcast hosts.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerNetworkTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  private func server(of file: URL, ranges: Bool = true) throws -> LoopbackServer {
    let data = try Data(contentsOf: file)
    return try LoopbackServer { _ in .page(data, type: "audio/x-wav", ranges: ranges) }
  }

  private func failure(of reply: LoopbackServer.Reply) async throws -> PlaybackError? {
    let server = try LoopbackServer { _ in reply }
    let listener = Listener(player)
    player.play(server.url("/audio.mp3"), .zero)
    return await listener.failure()
  }

  @Test func `audio from a server plays from a place, is sought, and ends`() async throws {
    let server = try server(of: TestAudio.wav)
    let audio = server.url("/%EC%9D%8C%EC%95%85%20one.wav")
    let listener = Listener(player)
    player.play(audio, .seconds(10))
    await listener.wait { $0 == .playing(audio) }
    #expect(listener.heard.compactMap(\.position).first.map { $0 >= .seconds(10) && $0 < .seconds(11) } == true)

    player.seek(.milliseconds(19_500))
    let place = await listener.position(from: .seconds(19))
    #expect(place.map { $0 >= .milliseconds(19_500) } == true)
    await listener.wait { $0 == .ended(audio) }
  }

  @Test func `a server without parts plays from the start, and reports that a place needs the whole file`() async throws
  {
    let server = try server(of: TestAudio.wav, ranges: false)
    let audio = server.url("/audio.wav")
    let listener = Listener(player)
    player.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    await listener.position(from: .milliseconds(500))

    player.seek(.seconds(15))
    #expect(await listener.failure() == .wholeFileOnly)
    player.play(audio, .seconds(12))
    #expect(await listener.failure() == .wholeFileOnly)
  }

  @Test func `a simple server without parts: audio whose end is read first needs the whole file`() async throws {
    // Given a server that knows no parts, and closes each connection after its answer
    let data = try Data(contentsOf: TestAudio.ogg)
    let head = Data("HTTP/1.0 200 OK\r\nContent-Type: audio/ogg\r\nContent-Length: \(data.count)\r\n\r\n".utf8)
    let server = try LoopbackServer { _ in .bytes(head + data) }
    let listener = Listener(player)
    player.play(server.url("/audio.ogg"), .zero)
    #expect(await listener.failure() == .wholeFileOnly)
  }

  @Test func `a page that is not there, or is gone, is not found`() async throws {
    #expect(try await failure(of: .page(Data(), status: 404)) == .notFound)
    #expect(try await failure(of: .page(Data(), status: 410)) == .notFound)
  }

  @Test func `a page that is not for us is not allowed`() async throws {
    #expect(try await failure(of: .page(Data(), status: 403)) == .notAllowed)
    #expect(try await failure(of: .page(Data(), status: 401)) == .notAllowed)
  }

  @Test func `a name and a password in the address are given to the server that asks, and not to another one`()
    async throws
  {
    // Given a server that requires credentials and redirects to another server
    let data = try Data(contentsOf: TestAudio.ogg)
    let other = try LoopbackServer { request in
      request.headers["authorization"] == nil ? .page(data, type: "audio/ogg") : .page(Data(), status: 400)
    }
    let server = try LoopbackServer { request in
      let expected = "Basic " + Data("ada:p w".utf8).base64EncodedString()
      guard request.headers["authorization"] == expected else {
        return .page(Data(), status: 401, headers: ["WWW-Authenticate": "Basic realm=\"Private\""])
      }
      return .redirect(to: other.url("/audio.ogg").absoluteString, status: 302)
    }
    let audio = server.url("/audio.ogg")
    let listener = Listener(player)
    player.playFromSource(audio, .zero) { PlaybackSource(audio.adding(Credentials(user: "ada", password: "p w"))) }
    await listener.wait { $0 == .playing(audio) }

    // And a wrong password is not allowed
    player.playFromSource(audio, .zero) { PlaybackSource(audio.adding(Credentials(user: "ada", password: "x"))) }
    #expect(await listener.failure() == .notAllowed)
  }

  @Test(arguments: [UInt32(403), 406]) func `a host that refuses this program is asked once more under another name`(
    status: UInt32
  ) async throws {
    // Given a host that sends its audio only to browsers
    let data = try Data(contentsOf: TestAudio.ogg)
    let server = try LoopbackServer { request in
      request.headers["user-agent"]?.hasPrefix("Mozilla") == true
        ? .page(data, type: "audio/ogg") : .page(Data(), status: status)
    }
    // When its audio is played
    // Then it plays to its end, and the first request has our own user agent
    let listener = Listener(player)
    player.play(server.url("/audio.ogg"), .zero)
    #expect(await listener.failure() == nil)
    #expect(server.requests.first?.headers["user-agent"] == "Podcaster")
  }

  @Test func `a server in trouble, a broken connection, a refused one and an unknown host are unreachable`()
    async throws
  {
    #expect(try await failure(of: .page(Data(), status: 500)) == .unreachable)
    #expect(try await failure(of: .bytes(Data())) == .unreachable)

    let port = try ClosedPort()
    let listener = Listener(player)
    player.play(port.url("/audio.mp3"), .zero)
    #expect(await listener.failure() == .unreachable)
    player.play(URL(string: "http://nonexistent.invalid/audio.mp3")!, .zero)
    #expect(await listener.failure() == .unreachable)
  }

  @Test func `a login page instead of the audio is not audio`() async throws {
    let page = Data("<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>\n".utf8)
    #expect(try await failure(of: .page(page, type: "text/html")) == .notAudio)
  }

  @Test func `a redirect is followed`() async throws {
    let data = try Data(contentsOf: TestAudio.ogg)
    let server = try LoopbackServer { request in
      request.path == "/audio.ogg" ? .page(data, type: "audio/ogg") : .redirect(to: "/audio.ogg", status: 302)
    }
    let listener = Listener(player)
    player.play(server.url("/track.ogg"), .zero)
    #expect(await listener.failure() == nil)
    #expect(listener.heard.allSatisfy { $0.isAbout(server.url("/track.ogg")) })
  }

  @Test func `a server that falls silent can be left at once`() async throws {
    let wav = try Data(contentsOf: TestAudio.wav)
    let head = Data("HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nContent-Length: \(wav.count)\r\n\r\n".utf8)
    let server = try LoopbackServer { _ in .silence(after: head + wav.prefix(200)) }
    let audio = TestAudio.ogg
    let listener = Listener(player)
    player.play(server.url("/silent.wav"), .zero)
    player.play(audio, .zero)
    #expect(await listener.failure() == nil)
  }

  @Test func `a connection that breaks in the middle is not an end`() async throws {
    let wav = try Data(contentsOf: TestAudio.wav)
    let head = Data("HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nContent-Length: \(wav.count)\r\n\r\n".utf8)
    #expect(try await failure(of: .bytes(head + wav.prefix(20_000))) == .unreachable)
  }

  /// Returns a server that sends three seconds of the audio, and answers the request for the rest in another way.
  private func breakingServer(_ rest: LoopbackServer.Reply) throws -> LoopbackServer {
    let wav = try Data(contentsOf: TestAudio.wav)
    let head = Data(
      "HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nAccept-Ranges: bytes\r\nContent-Length: \(wav.count)\r\n\r\n"
        .utf8)
    return try LoopbackServer { request in
      let range = request.headers["range"]
      return range == nil || range == "bytes=0-" ? .bytes(head + wav.prefix(48_000)) : rest
    }
  }

  @Test(arguments: [416, 200, 503])
  func `a server that breaks off and does not give the rest is unreachable, and the place is kept`(
    status: UInt32
  ) async throws {
    let rest = LoopbackServer.Reply.page(
      Data("<html>Sign in</html>".utf8), type: "text/html", status: status, ranges: false)
    let server = try breakingServer(rest)
    let listener = Listener(player)
    player.play(server.url("/audio.wav"), .zero)
    #expect(await listener.failure() == .unreachable, "\(listener.heard)")
    #expect(listener.heard.compactMap(\.position).allSatisfy { $0 < .milliseconds(3200) })
    #expect(server.requests.count > 1)
  }

  /// Returns the headers of a server that does not state the length of the audio and sends only its beginning.
  private func head(_ fields: String) -> Data {
    Data("HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\n\(fields)\r\n\r\n".utf8)
  }

  @Test func `audio without a length that is cut off in the middle is not an end`() async throws {
    let beginning = try Data(contentsOf: TestAudio.wav).prefix(24_000)
    let chunk = Data("\(String(beginning.count, radix: 16))\r\n".utf8) + beginning + Data("\r\n".utf8)
    let silentCuts = [
      head("Connection: close") + beginning,
      head("Transfer-Encoding: chunked") + chunk + Data("0\r\n\r\n".utf8),
    ]
    // libsoup detects these faults, at the latest when playback reaches them.
    let cuts = [
      head("Transfer-Encoding: chunked") + chunk,
      head("Transfer-Encoding: chunked") + chunk + Data("ffff\r\n".utf8) + beginning.prefix(100),
    ]
    for cut in silentCuts + cuts {
      let server = try LoopbackServer { _ in .bytes(cut) }
      let listener = Listener(player)
      player.play(server.url("/audio.wav"), .zero)

      #expect(await listener.failure() == .unreachable)

      // The last position is the place where the sound stopped. 24 kB are one and a half seconds.
      let place = listener.heard.compactMap(\.position).last ?? .zero
      let first = silentCuts.contains(cut) ? Duration.milliseconds(1400) : .zero
      #expect(place >= first && place < .milliseconds(1600), "\(listener.heard)")
    }
  }

  @Test func `audio without a length ends where it ends`() async throws {
    let ogg = try Data(contentsOf: TestAudio.ogg)
    let wav = try Data(contentsOf: TestAudio.shortWav)
    let replies = [
      head("Connection: close") + ogg, head("Connection: close") + wav,
      head("Transfer-Encoding: chunked") + Data("\(String(wav.count, radix: 16))\r\n".utf8) + wav
        + Data("\r\n0\r\n\r\n".utf8),
    ]
    for reply in replies {
      let server = try LoopbackServer { _ in .bytes(reply) }
      let audio = server.url("/audio")
      let listener = Listener(player)
      player.play(audio, .zero)
      #expect(await listener.failure() == nil)
      #expect(listener.heard.last == .ended(audio))
    }
  }

  @Test func `audio that promises more than the whole of it gives ends where it ends`() async throws {
    // Given the first tenth of a file whose header states twenty seconds, and a server that sends this tenth completely
    let file = try Data(contentsOf: TestAudio.flac)
    let server = try LoopbackServer { _ in .page(file.prefix(file.count / 10), type: "audio/flac") }
    let audio = server.url("/audio.flac")
    let listener = Listener(player)
    player.play(audio, .zero)
    // When playback reaches the end of the tenth
    await listener.position()
    #expect(listener.heard.compactMap(\.duration).last == .seconds(20))
    // Then the player does not report a connection error
    #expect(await listener.failure() == nil)
    #expect(listener.heard.last == .ended(audio))
  }
}
