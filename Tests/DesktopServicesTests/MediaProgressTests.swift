import Podcasts
import Testing

@testable import DesktopServices

/// The player's position between two updates, and the changes that are reported to other processes.
@Suite struct MediaProgressTests {
  private let start = ContinuousClock.now

  /// Returns the state of a player that plays an episode of 100 seconds.
  private func playing(episode id: Int64 = 1, at position: Duration) -> MediaState {
    var state = MediaState()
    state.track = .init(id: Episode.ID(rawValue: id), title: "Title", showTitle: "Show", length: .seconds(100))
    state.status = .playing
    state.position = position
    state.canSeek = true
    return state
  }

  @Test func `the position advances with the clock and the speed during playback`() {
    var progress = MediaProgress()
    var state = playing(at: .seconds(10))
    state.rate = 2
    _ = progress.update(state, at: start)
    #expect(progress.position(at: start + .seconds(4)) == .seconds(18))
    // The position does not advance beyond the length.
    #expect(progress.position(at: start + .seconds(400)) == .seconds(100))
  }

  @Test func `the position does not change while the player is paused or buffering`() {
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

  @Test func `normal progress and late sound report no change`() {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    #expect(progress.update(playing(at: .seconds(10.25)), at: start + .seconds(0.25)) == MediaProgress.Change())
    // Three seconds have passed, but the sound has only advanced by a quarter of a second. Late sound is no jump.
    #expect(progress.update(playing(at: .seconds(10.5)), at: start + .seconds(3.25)) == MediaProgress.Change())
  }

  // From 10 seconds, the playback jumps back and ahead.
  @Test(arguments: [Duration.seconds(3), .seconds(40)])
  func `a jump is reported`(target: Duration) {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    #expect(progress.update(playing(at: target), at: start + .seconds(0.1)).seekedTo == target)
  }

  @Test func `another episode reports a jump only if it does not start at its beginning`() {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    let next = progress.update(playing(episode: 2, at: .zero), at: start)
    #expect(next.seekedTo == nil)
    #expect(Set(next.playerProperties.keys) == ["Metadata"])
    #expect(next.tracks == .replaced([Episode.ID(rawValue: 2)]))
    #expect(progress.update(playing(episode: 3, at: .seconds(30)), at: start).seekedTo == .seconds(30))
  }

  @Test func `only the changed properties are reported`() {
    var progress = MediaProgress()
    _ = progress.update(playing(at: .seconds(10)), at: start)
    var paused = playing(at: .seconds(10))
    paused.status = .paused
    #expect(progress.update(paused, at: start).playerProperties == ["PlaybackStatus": .string("Paused")])
  }

  @Test func `a duration is converted to microseconds, and a very large duration does not overflow`() {
    #expect(Duration.seconds(Int64.max).microseconds == .max)
    #expect((Duration.seconds(Int64.max / 1_000_000) + .milliseconds(900)).microseconds == .max)
    #expect(Duration.milliseconds(1500).microseconds == 1_500_000)
  }

  @Test func `one added or removed track is reported alone, and for other changes the whole list is reported`() {
    // The track list contains the current episode of the player, which is episode 1, and the queue.
    func id(_ number: Int64) -> Episode.ID { Episode.ID(rawValue: number) }
    func track(_ number: Int64) -> MediaState.Track { .init(id: id(number), title: "\(number)", showTitle: "") }
    func state(queue: [Int64], current: Int64 = 1) -> MediaState {
      var state = MediaState()
      state.track = track(current)
      state.queue = queue.map(track)
      return state
    }
    func change(from old: MediaState, to new: MediaState) -> MediaProgress.TrackChange? {
      MediaProgress.TrackChange(from: old, to: new)
    }

    #expect(change(from: state(queue: [2, 3]), to: state(queue: [2, 3])) == nil)
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [2, 4, 3])) == .added(track(4), after: id(2)))
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [4, 2, 3])) == .added(track(4), after: id(1)))
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [2, 3, 4])) == .added(track(4), after: id(3)))
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [3])) == .removed(id(2)))
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [2])) == .removed(id(3)))
    // The whole list is reported for another order, for several removed tracks, and for another episode in the player.
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [3, 2])) == .replaced([id(1), id(3), id(2)]))
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [])) == .replaced([id(1)]))
    #expect(change(from: state(queue: [2, 3]), to: state(queue: [3], current: 2)) == .replaced([id(2), id(3)]))
  }
}
