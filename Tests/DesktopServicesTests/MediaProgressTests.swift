import Podcasts
import Testing

@testable import DesktopServices

@Suite struct MediaProgressTests {
  private let start = ContinuousClock.now

  private func playing(_ id: Int64 = 1, at position: Duration) -> MediaState {
    var state = MediaState()
    state.track = .init(id: Episode.ID(rawValue: id), title: "Title", showTitle: "Show", length: .seconds(100))
    state.status = .playing
    state.position = position
    state.canSeek = true
    return state
  }

  @Test func `the position advances with the clock and the speed while it plays`() {
    var progress = MediaProgress()
    var state = playing(at: .seconds(10))
    state.rate = 2
    _ = progress.update(state, at: start)
    #expect(progress.position(at: start + .seconds(4)) == .seconds(18))
    // The position never exceeds the length.
    #expect(progress.position(at: start + .seconds(400)) == .seconds(100))
  }

  @Test func `the position stands still while it is paused or buffering`() {
    var progress = MediaProgress()
    var state = playing(at: .seconds(10))
    state.isBuffering = true
    _ = progress.update(state, at: start)
    #expect(progress.position(at: start + .seconds(4)) == .seconds(10))
    state.isBuffering = false
    state.status = .paused
    _ = progress.update(state, at: start)
    #expect(progress.position(at: start + .seconds(4)) == .seconds(10))
  }

  @Test func `mere progress changes nothing for others`() {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    #expect(progress.update(playing(at: .seconds(10.25)), at: start + .seconds(0.25)) == .init())
    // The sound waited for three seconds, so the position is behind the clock.
    #expect(progress.update(playing(at: .seconds(10.5)), at: start + .seconds(3.25)) == .init())
  }

  @Test(arguments: [Duration.seconds(3), .seconds(40)])
  func `a jump is reported`(place: Duration) {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    #expect(progress.update(playing(at: place), at: start + .seconds(0.1)).seekedTo == place)
  }

  @Test func `another episode is a jump only if it begins at a place in it`() {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    let next = progress.update(playing(2, at: .zero), at: start)
    #expect(next.seekedTo == nil)
    #expect(Set(next.player.keys) == ["Metadata"])
    #expect(next.tracks == ["/io/github/podcaster/Podcaster/Episode/2"])
    #expect(progress.update(playing(3, at: .seconds(30)), at: start).seekedTo == .seconds(30))
  }

  @Test func `only the changed properties are reported`() {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    var paused = playing(at: .seconds(10))
    paused.status = .paused
    #expect(progress.update(paused, at: start).player == ["PlaybackStatus": .string("Paused")])
  }

  @Test func `an endless length is no overflow`() {
    #expect(Duration.seconds(Int64.max).microseconds == .max)
    #expect(Duration.milliseconds(1500).microseconds == 1_500_000)
  }
}
