import CMainLoopTesting
import CSoup
import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastNetwork

/// The times at which a failed download starts again automatically.
struct DownloadRetryTimesTests {
  private let id = Episode.ID(rawValue: 1)
  private let start = ContinuousClock.now

  @Test func `the waits between attempts grow, and the last wait repeats`() {
    var retries = DownloadRetries(waits: DownloadLimits().retryWaits)
    var now = start
    // The default waits in minutes, and the last one a second time
    for minutes in [5, 15, 60, 6 * 60, 24 * 60, 24 * 60] {
      retries.recordFailure(of: id, wait: nil, received: 0, at: now)
      #expect(retries.nextRetry == now + .seconds(minutes * 60))
      #expect(retries.takeDue(at: now + .seconds(minutes * 60 - 1)) == [])
      now += .seconds(minutes * 60)
      #expect(retries.takeDue(at: now) == [id])
      // The download runs again, and is no longer due.
      #expect(retries.takeDue(at: now) == [])
    }
  }

  @Test func `a download that made progress starts with the first wait again`() {
    var retries = DownloadRetries(waits: [.seconds(300), .seconds(900)])
    retries.recordFailure(of: id, wait: nil, received: 0, progressBytes: 1000, at: start)
    // 999 bytes more than before are no progress.
    retries.recordFailure(of: id, wait: nil, received: 999, progressBytes: 1000, at: start)
    #expect(retries.nextRetry == start + .seconds(900))
    // 1,000 bytes more than before are progress.
    retries.recordFailure(of: id, wait: nil, received: 1999, progressBytes: 1000, at: start)
    #expect(retries.nextRetry == start + .seconds(300))
  }

  @Test func `a longer wait of the server applies also when the network returns, and a shorter one is ignored`() {
    var retries = DownloadRetries(waits: [.seconds(300)])
    retries.recordFailure(of: id, wait: .seconds(7200), received: 0, at: start)
    #expect(retries.nextRetry == start + .seconds(7200))
    #expect(retries.takeForNetworkReturn(at: start + .seconds(7199)) == [])
    // A wait of the server that is shorter than the wait in `waits` is ignored.
    retries.recordFailure(of: id, wait: .seconds(1), received: 0, at: start)
    #expect(retries.nextRetry == start + .seconds(300))
  }

  @Test func `frequent returns of the network do not restart a download each time`() {
    var retries = DownloadRetries(waits: [.seconds(300), .seconds(900)])
    retries.recordFailure(of: id, wait: nil, received: 0, at: start)
    #expect(retries.takeForNetworkReturn(at: start + .seconds(10)) == [id])
    retries.recordFailure(of: id, wait: nil, received: 0, at: start + .seconds(20))
    // Two restarts by the network are at least the first wait apart: 300 seconds.
    #expect(retries.takeForNetworkReturn(at: start + .seconds(30)) == [])
    #expect(retries.takeForNetworkReturn(at: start + .seconds(309)) == [])
    #expect(retries.takeForNetworkReturn(at: start + .seconds(310)) == [id])
  }

  @Test func `a download that the user starts again begins with the first wait`() {
    var retries = DownloadRetries(waits: [.seconds(300), .seconds(900)])
    retries.recordFailure(of: id, wait: nil, received: 0, at: start)
    retries.forget(id)
    #expect(retries.nextRetry == nil)
    retries.recordFailure(of: id, wait: nil, received: 0, at: start)
    #expect(retries.nextRetry == start + .seconds(300))
  }
}

/// Failed downloads that start again automatically while the program runs.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DownloadRetryTests {
  private let audio = testAudio(byteCount: 60_000)

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  private func limits(retryWaits: [Duration]) -> DownloadLimits {
    var limits = DownloadLimits.quick
    limits.retryWaits = retryWaits
    return limits
  }

  private func errorReply(_ status: UInt32, _ headers: [String: String] = [:]) -> LoopbackServer.Reply {
    .page(Data("no".utf8), type: "text/plain", status: status, headers: headers)
  }

  @Test func `a download is completed automatically after its server has failed`() async throws {
    // Given a server whose first eight responses fail. A download sends three requests before it fails, so this one
    // fails twice, and the third request of its second retry succeeds
    let fixture = try DownloadFixture(limits: limits(retryWaits: [.milliseconds(10), .milliseconds(20)]))
    let requestCount = Mutex(0)
    let server = try LoopbackServer { [audio] _ in
      let requestNumber = requestCount.withLock { count in
        count += 1
        return count
      }
      return requestNumber <= 8 ? errorReply(500) : .page(audio, type: "audio/mpeg")
    }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let engine = fixture.engine()
    try await engine.start([id], isAutomatic: true)

    // When some time passes, then the download is complete, and is still an automatic download
    #expect(await engine.waitForState(of: id) { $0.byteCount != nil }?.byteCount == 60_000)
    #expect(server.requests.count == 9)
    #expect(fixture.records[id]?.isAutomatic == true)
    await engine.close()
  }

  @Test func `a failed download starts again when the network returns`() async throws {
    // Given a failed download, whose retry is not due before the test ends
    let fixture = try DownloadFixture(limits: limits(retryWaits: [.seconds(3600)]))
    let isDown = Mutex(true)
    let server = try LoopbackServer { [audio] _ in
      isDown.withLock { $0 } ? errorReply(500) : .page(audio, type: "audio/mpeg")
    }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let (networkReturns, networkReturn) = AsyncStream.makeStream(of: Void.self)
    let engine = fixture.engine { networkReturns }
    #expect(try await engine.downloadToEnd(id)?.error == .serverError(status: 500))

    // When the network returns, then the download is completed
    isDown.withLock { $0 = false }
    networkReturn.yield()
    #expect(await engine.waitForState(of: id) { $0.byteCount != nil }?.byteCount == 60_000)
    await engine.close()
  }

  @Test func `no retry is scheduled before the end of the wait that the server requests`() async throws {
    // Given a download that would be retried at once if its server did not request a wait
    let fixture = try DownloadFixture(limits: limits(retryWaits: [.zero]))
    let server = try LoopbackServer { _ in errorReply(429, ["Retry-After": "3600"]) }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let engine = fixture.engine()
    let start = ContinuousClock.now
    #expect(try await engine.downloadToEnd(id)?.error == .busy(host: "127.0.0.1"))
    #expect(server.requests.count == 1)
    let next = try #require(await engine.retries.nextRetry)
    #expect(next >= start + .seconds(3600))
    await engine.close()
  }

  @Test func `a full disk is retried, and a permanent error is not`() async throws {
    let fixture = try DownloadFixture()
    let server = try LoopbackServer { _ in errorReply(404) }
    let id = fixture.records.addEpisode(1, server.url("/1.mp3"))
    let engine = fixture.engine()
    #expect(try await engine.downloadToEnd(id)?.error == .notFound)
    #expect(await engine.retries.nextRetry == nil)

    let secondID = fixture.records.addEpisode(2, server.url("/2.mp3"))
    _ = try await engine.downloadToEnd(secondID)
    // A full disk replaces the error 404 of the second download.
    await engine.fail(secondID, .diskFull(needed: nil))
    #expect(await engine.retries.nextRetry != nil)
    // When the user removes the download, then no retry follows
    _ = try await engine.remove([secondID], keepsForUndo: true)
    #expect(await engine.retries.nextRetry == nil)
    await engine.close()
  }

  @Test func `a change of GIO's network monitor emits a return of the network`() async throws {
    // Given the stream of the network's returns, which listens to GIO's network monitor
    let returns = NetworkReturns.stream()
    // When the network disconnects and returns
    for isAvailable in [false, true] { await emitNetworkChange(isAvailable: isAvailable) }
    // Then the stream emits a value
    var values = returns.makeAsyncIterator()
    #expect(await values.next() != nil)
  }

  /// Emits the signal of GIO's network monitor on the thread of the network code.
  @NetworkActor
  private func emitNetworkChange(isAvailable: Bool) {
    let monitor = g_network_monitor_get_default()
    // GObject requires that a GValue is zero before its initialization.
    let values = UnsafeMutablePointer<GValue>.allocate(capacity: 2)
    memset(values, 0, 2 * MemoryLayout<GValue>.stride)
    defer { values.deallocate() }
    g_value_init(values, g_network_monitor_get_type())
    g_value_set_object(values, UnsafeMutableRawPointer(monitor))
    // G_TYPE_BOOLEAN, a macro that Swift does not import
    g_value_init(values + 1, GType(5 << 2))
    g_value_set_boolean(values + 1, isAvailable ? 1 : 0)
    g_signal_emitv(values, g_signal_lookup("network-changed", g_network_monitor_get_type()), 0, nil)
    g_value_unset(values)
  }
}
