import Testing

@testable import PodcastPlayback

/// `VideoSync`, which decides when the pictures of a video are sought to the place of the sound.
///
/// Pictures and sound have pipelines of their own. The pictures are *settled* when they have loaded or a seek has
/// ended. `soundMoved(to:showing:)` receives the places of the sound and of the visible picture, and returns the place
/// to which the pictures are sought, or `nil`.
struct VideoSyncTests {
  /// Returns the sync of a video whose sound plays from five seconds. Its pictures were loaded during playback, and
  /// were then sought to the place of the sound.
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

  @Test func `pictures that are loaded during playback are sought once to the place of the sound`() {
    // The helper checks the seek. No other seek follows.
    var sync = syncAfterFirstSeek()
    #expect(sync.soundMoved(to: .milliseconds(5040), showing: .seconds(5)) == nil)
    #expect(!sync.isSettling)
  }

  @Test func `no seek starts during another seek, and the last place is used`() {
    // Given a video whose pictures are being sought
    var sync = syncAfterFirstSeek()
    #expect(sync.soundMoved(to: .seconds(30), showing: .seconds(5)) == .seconds(30))
    #expect(sync.isSettling)

    // When the sound jumps during the seek
    #expect(sync.soundMoved(to: .seconds(60), showing: nil) == nil)
    #expect(sync.soundMoved(to: .milliseconds(60_020), showing: nil) == nil)

    // Then the next seek goes to the current place
    sync.settled()
    #expect(sync.soundMoved(to: .milliseconds(60_040), showing: nil) == .milliseconds(60_040))
  }

  @Test func `a slow seek is not followed by another seek while the sound continues`() {
    var sync = syncAfterFirstSeek()
    _ = sync.soundMoved(to: .seconds(30), showing: .seconds(5))
    for second in 31...45 { #expect(sync.soundMoved(to: .seconds(second), showing: nil) == nil) }
    sync.settled()
    #expect(sync.soundMoved(to: .seconds(46), showing: nil) == nil)
  }

  @Test func `a jump back causes a seek, and a small difference does not`() {
    var sync = syncAfterFirstSeek()
    #expect(sync.soundMoved(to: .milliseconds(4800), showing: .seconds(5)) == nil)
    #expect(sync.soundMoved(to: .seconds(2), showing: .seconds(5)) == .seconds(2))
  }

  @Test func `pictures that stay far behind the sound cause a seek`() {
    var sync = syncAfterFirstSeek()
    // A seek skips pictures at the earliest after 500 calls, which are ten seconds at one call each 20 ms.
    var sought: Duration?
    for step in 1...1000 where sought == nil {
      sought = sync.soundMoved(to: .milliseconds(5020 + 20 * step), showing: .seconds(5))
    }
    #expect(sought.map { $0 > .seconds(15) } == true)
  }
}
