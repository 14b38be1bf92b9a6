import Testing

@testable import PodcastPlayback

/// `VideoSync`, which decides when and to which position the pictures of a video seek, so that they follow the sound.
///
/// Pictures and sound have pipelines of their own. The pipeline of the pictures is *settled* when it has loaded or a
/// seek has ended. `soundMoved(to:showing:)` receives the position of the sound, and the position of the last shown
/// picture, or `nil` if none was shown since the last seek. The result is the position to seek to, or `nil` if no seek
/// is needed.
struct VideoSyncTests {
  /// Returns the state for a video whose sound plays from five seconds. The pictures were loaded during playback. The
  /// first seek, to the position of the sound, has ended.
  private func syncAfterFirstSeek() -> VideoSync {
    var sync = VideoSync()
    _ = sync.soundMoved(to: .seconds(5), showing: nil)
    sync.settled()
    #expect(sync.soundMoved(to: .milliseconds(5020), showing: nil) == .milliseconds(5020))
    sync.settled()
    return sync
  }

  @Test func `a video that plays from the start needs no seek`() {
    var sync = VideoSync()
    sync.settled()
    #expect(sync.soundMoved(to: .milliseconds(40), showing: nil) == nil)
    #expect(sync.soundMoved(to: .milliseconds(60), showing: .milliseconds(40)) == nil)
  }

  @Test func `pictures that are loaded during playback seek once to the position of the sound`() {
    // `syncAfterFirstSeek` checks the first seek. No other seek follows.
    var sync = syncAfterFirstSeek()
    #expect(sync.soundMoved(to: .milliseconds(5040), showing: .seconds(5)) == nil)
    #expect(!sync.isSettling)
  }

  @Test func `no seek starts during another seek, and the next seek goes to the position of the sound`() {
    // Given a running seek
    var sync = syncAfterFirstSeek()
    #expect(sync.soundMoved(to: .seconds(30), showing: .seconds(5)) == .seconds(30))
    #expect(sync.isSettling)

    // When the sound jumps during the seek, and then continues
    #expect(sync.soundMoved(to: .seconds(60), showing: nil) == nil)
    #expect(sync.soundMoved(to: .milliseconds(60_020), showing: nil) == nil)

    // Then the next seek goes to the latest position, not to the position after the jump
    sync.settled()
    #expect(sync.soundMoved(to: .milliseconds(60_040), showing: nil) == .milliseconds(60_040))
  }

  @Test func `a slow seek is not followed by another seek while the sound continues`() {
    // A seek to 30 seconds ends when the sound is near 46 seconds. The sound has not jumped meanwhile.
    var sync = syncAfterFirstSeek()
    _ = sync.soundMoved(to: .seconds(30), showing: .seconds(5))
    for second in 31...45 { #expect(sync.soundMoved(to: .seconds(second), showing: nil) == nil) }
    sync.settled()
    #expect(sync.soundMoved(to: .seconds(46), showing: nil) == nil)
  }

  @Test func `a jump back causes a seek, and a small step back does not`() {
    // The sound is at 5020 ms. A step back of up to 500 ms is not a jump, because positions are not exact.
    var sync = syncAfterFirstSeek()
    #expect(sync.soundMoved(to: .milliseconds(4800), showing: .seconds(5)) == nil)
    #expect(sync.soundMoved(to: .seconds(2), showing: .seconds(5)) == .seconds(2))
  }

  @Test func `pictures that stay far behind the sound cause a seek`() {
    var sync = syncAfterFirstSeek()
    // The sound plays from 5020 ms with one call each 20 ms, and the picture at 5 s stays on screen. `VideoSync` waits
    // for more than 500 calls, which are ten seconds, before it seeks again.
    var seekTarget: Duration?
    for step in 1...1000 where seekTarget == nil {
      seekTarget = sync.soundMoved(to: .milliseconds(5020 + 20 * step), showing: .seconds(5))
    }
    #expect(seekTarget.map { $0 > .seconds(15) } == true)
  }
}
