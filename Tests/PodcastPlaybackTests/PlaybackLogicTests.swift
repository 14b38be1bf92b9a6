import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

private let audio = URL(filePath: "/audio.ogg")

/// `PlaybackLogic` receives the events of a GStreamer pipeline and of the user, and returns commands for the pipeline.
/// It is a value type, so these tests need no sound.
///
/// A pipeline has *prerolled* when it has loaded the first sound, at the start or after a seek. While the pipeline
/// plays, a timer *ticks*, and the logic emits the position at each tick. After a change of the sound device, the logic
/// receives `newPipelineNeeded`. A pipeline is *stalled* if it loads or seeks without progress.
///
/// The error `wholeFileOnly` means that the server sends no ranges of a file, so the audio has to be downloaded.
@Suite struct PlaybackLogicTests {
  private typealias Progress = PlaybackLogic.Progress
  /// The length of the audio.
  private let length = Duration.seconds(60)

  private func progress(_ seconds: Int) -> Progress { Progress(position: .seconds(seconds), duration: length) }

  /// Returns the command that emits a position in seconds.
  private func positionCommand(_ seconds: Int) -> PlaybackLogic.Command {
    .emit(.position(audio, .seconds(seconds), duration: length))
  }

  /// Returns logic that plays from the beginning.
  private func playingLogic() -> PlaybackLogic {
    var logic = PlaybackLogic(audio: audio, start: .zero)
    _ = logic.prerolled(progress(0), isSeekable: true)
    _ = logic.stateChanged(isPlaying: true)
    return logic
  }

  @Test func `audio plays after its preroll, and playing is emitted when the sound starts`() {
    var logic = PlaybackLogic(audio: audio, start: .zero)
    #expect(logic.prerolled(progress(0), isSeekable: true) == [positionCommand(0), .setPlaying(true)])
    #expect(logic.stateChanged(isPlaying: true) == [.emit(.playing(audio)), .startTicking])
  }

  @Test func `audio with a start position seeks there before it plays`() {
    var logic = PlaybackLogic(audio: audio, start: .seconds(20))
    #expect(logic.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(20))])
    #expect(logic.prerolled(progress(20), isSeekable: true) == [positionCommand(20), .setPlaying(true)])
  }

  @Test func `a position beyond the length is limited to the length`() {
    var logic = PlaybackLogic(audio: audio, start: .seconds(1000))
    #expect(logic.prerolled(progress(0), isSeekable: true) == [.seek(length)])
    var sought = playingLogic()
    #expect(sought.seek(to: .seconds(61), from: progress(1)) == [.seek(length)])
  }

  @Test func `a seek to a negative position goes to the start`() {
    var logic = playingLogic()
    #expect(logic.seek(to: .seconds(-5), from: progress(1)) == [.seek(.zero)])
  }

  @Test func `audio that is not seekable plays from the start and emits its real position`() {
    var logic = PlaybackLogic(audio: audio, start: .seconds(20))
    #expect(logic.prerolled(progress(0), isSeekable: false) == [positionCommand(0), .setPlaying(true)])
    _ = logic.stateChanged(isPlaying: true)
    #expect(logic.seek(to: .seconds(30), from: progress(3)) == [positionCommand(3)])
  }

  @Test func `a change of the device reloads the audio, which continues at its position`() {
    var logic = playingLogic()
    #expect(logic.newPipelineNeeded(progress(20)) == [.stopTicking, .reload])
    #expect(logic.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(20))])
    #expect(logic.prerolled(progress(20), isSeekable: true) == [positionCommand(20), .setPlaying(true)])
    #expect(logic.stateChanged(isPlaying: true) == [.emit(.playing(audio)), .startTicking])
  }

  @Test func `paused audio stays paused on another device`() {
    var logic = playingLogic()
    _ = logic.pause(at: progress(20))
    #expect(logic.newPipelineNeeded(progress(20)) == [.stopTicking, .reload])
    #expect(logic.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(20))])
    #expect(logic.prerolled(progress(20), isSeekable: true) == [positionCommand(20)])
    #expect(logic.resume() == [.setPlaying(true)])
  }

  @Test func `a change of the device while loading or seeking keeps the requested position`() {
    var loading = PlaybackLogic(audio: audio, start: .seconds(7))
    #expect(loading.newPipelineNeeded(progress(0)) == [.stopTicking, .reload])
    #expect(loading.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(7))])
    for seeksTwice in [false, true] {
      var seeking = playingLogic()
      _ = seeking.seek(to: .seconds(30), from: progress(3))
      if seeksTwice { _ = seeking.seek(to: .seconds(40), from: progress(3)) }
      #expect(seeking.newPipelineNeeded(progress(3)) == [.stopTicking, .reload])
      #expect(seeking.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(seeksTwice ? 40 : 30))])
    }
  }

  @Test func `audio that is not seekable is not reloaded for another device, unless it is a live stream`() {
    var logic = PlaybackLogic(audio: audio, start: .zero)
    _ = logic.prerolled(progress(0), isSeekable: false)
    _ = logic.stateChanged(isPlaying: true)
    #expect(logic.newPipelineNeeded(progress(20)) == [])
    // A live stream has no length.
    var live = PlaybackLogic(audio: audio, start: .zero)
    _ = live.prerolled(Progress(position: .zero), isSeekable: false)
    #expect(live.newPipelineNeeded(Progress(position: .seconds(5))) == [.stopTicking, .reload])
  }

  @Test func `audio with an undecodable video is reloaded before its end, and fails if it is not seekable`() {
    var logic = playingLogic()
    #expect(logic.videoFailed(progress(20)) == [.stopTicking, .reload])
    #expect(logic.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(20))])

    var ended = playingLogic()
    _ = ended.reachedEnd(progress(60), isComplete: true)
    #expect(ended.videoFailed(progress(60)) == [])

    // Audio that cannot be sought would start over, so it fails.
    var unseekable = PlaybackLogic(audio: audio, start: .zero)
    _ = unseekable.prerolled(progress(0), isSeekable: false)
    _ = unseekable.stateChanged(isPlaying: true)
    #expect(unseekable.videoFailed(progress(20)).last == .emit(.failed(audio, .notAudio)))
  }

  @Test func `audio at its end is reloaded on another device when it is resumed or sought`() {
    for isSought in [false, true] {
      var logic = playingLogic()
      _ = logic.reachedEnd(progress(60), isComplete: true)
      #expect(logic.newPipelineNeeded(progress(60)) == [])
      #expect((isSought ? logic.seek(to: .seconds(9), from: progress(60)) : logic.resume()) == [.stopTicking, .reload])
      #expect(
        logic.prerolled(progress(0), isSeekable: true)
          == (isSought ? [.seek(.seconds(9))] : [positionCommand(0), .setPlaying(true)]))
    }
  }

  @Test func `a pause while loading keeps the audio paused`() {
    var logic = PlaybackLogic(audio: audio, start: .zero)
    // The position is unknown during loading, so no position is emitted.
    #expect(logic.pause(at: Progress()) == [.setPlaying(false), .stopTicking, .emit(.paused(audio))])
    #expect(logic.prerolled(progress(0), isSeekable: true) == [positionCommand(0)])
    #expect(logic.resume() == [.setPlaying(true)])
  }

  @Test func `repeated pauses and resumes change nothing`() {
    var logic = playingLogic()
    #expect(logic.resume() == [])
    #expect(
      logic.pause(at: progress(4)) == [.setPlaying(false), .stopTicking, positionCommand(4), .emit(.paused(audio))])
    #expect(logic.pause(at: progress(4)) == [])
    #expect(logic.resume() == [.setPlaying(true)])
    #expect(logic.stateChanged(isPlaying: true) == [.emit(.playing(audio)), .startTicking])
  }

  @Test func `a PLAYING state that arrives after a pause emits no event`() {
    var logic = PlaybackLogic(audio: audio, start: .zero)
    _ = logic.prerolled(progress(0), isSeekable: true)
    _ = logic.pause(at: progress(0))
    #expect(logic.stateChanged(isPlaying: true) == [])
  }

  @Test func `a seek while playing keeps playing, and the last of several seeks is used`() {
    var logic = playingLogic()
    #expect(logic.seek(to: .seconds(10), from: progress(1)) == [.seek(.seconds(10))])
    #expect(logic.seek(to: .seconds(20), from: progress(1)) == [])
    #expect(logic.seek(to: .seconds(30), from: progress(1)) == [])
    #expect(logic.prerolled(progress(10), isSeekable: true) == [.seek(.seconds(30))])
    #expect(logic.prerolled(progress(30), isSeekable: true) == [positionCommand(30), .setPlaying(true)])
  }

  @Test func `a seek while paused stays paused and emits the position once`() {
    var logic = playingLogic()
    _ = logic.pause(at: progress(5))
    #expect(logic.seek(to: .seconds(10), from: progress(5)) == [.seek(.seconds(10))])
    #expect(logic.prerolled(progress(10), isSeekable: true) == [positionCommand(10)])
  }

  @Test func `a late preroll of a pause does not replace the position of a later seek`() {
    // Given a pause whose preroll has not finished, and a seek
    var logic = playingLogic()
    _ = logic.pause(at: progress(5))
    _ = logic.seek(to: .seconds(15), from: progress(5))
    // When both prerolls finish, first the preroll of the pause
    _ = logic.prerolled(progress(5), isSeekable: true)
    // Then the last emitted position is the target of the seek
    #expect(logic.prerolled(progress(15), isSeekable: true) == [positionCommand(15)])
  }

  @Test func `no position is emitted during a seek`() {
    var logic = playingLogic()
    _ = logic.seek(to: .seconds(10), from: progress(1))
    #expect(logic.ticked(progress(1)) == [])
  }

  @Test func `a failed seek emits the current position and continues`() {
    var logic = playingLogic()
    _ = logic.seek(to: .seconds(10), from: progress(1))
    #expect(logic.seekFailed(progress(1)) == [positionCommand(1), .setPlaying(true)])
  }

  @Test func `an empty buffer interrupts playback, and a full buffer continues it`() {
    var logic = playingLogic()
    #expect(logic.buffering(percent: 40) == [.setPlaying(false), .emit(.buffering(audio, percent: 40))])
    #expect(logic.stateChanged(isPlaying: false) == [.stopTicking])
    #expect(logic.buffering(percent: 80) == [.emit(.buffering(audio, percent: 80))])
    #expect(logic.buffering(percent: 100) == [.emit(.buffering(audio, percent: 100)), .setPlaying(true)])
    #expect(logic.stateChanged(isPlaying: true) == [.startTicking])
    #expect(logic.buffering(percent: 100) == [])
  }

  @Test func `a pause while buffering stays paused when the buffer is full`() {
    var logic = playingLogic()
    _ = logic.buffering(percent: 40)
    _ = logic.pause(at: progress(3))
    #expect(logic.buffering(percent: 100) == [.emit(.buffering(audio, percent: 100))])
  }

  @Test func `the end emits the length as the position, and resuming starts from the beginning`() {
    var logic = playingLogic()
    #expect(
      logic.reachedEnd(progress(60), isComplete: true) == [
        .stopTicking, .setPlaying(false), positionCommand(60), .emit(.ended(audio)),
      ])
    #expect(logic.reachedEnd(progress(60), isComplete: true) == [])
    #expect(logic.resume() == [.seek(.zero)])
    #expect(logic.prerolled(progress(0), isSeekable: true) == [positionCommand(0), .setPlaying(true)])
  }

  @Test func `an early end of incomplete audio is a lost connection, and the position is emitted`() {
    var logic = playingLogic()
    #expect(
      logic.reachedEnd(progress(40), isComplete: false) == [
        positionCommand(40), .stopTicking, .unload, .emit(.failed(audio, .unreachable)),
      ])
  }

  @Test func `an end near the length, an end of complete audio and an end without a length are normal`() {
    // An end is near the length if it differs by at most 2 % of the length, or by at most 3 seconds. So an end at 58 of
    // 60 seconds is normal.
    var near = playingLogic()
    #expect(near.reachedEnd(progress(58), isComplete: false).last == .emit(.ended(audio)))
    var complete = playingLogic()
    #expect(
      complete.reachedEnd(progress(40), isComplete: true) == [
        .stopTicking, .setPlaying(false), positionCommand(40), .emit(.ended(audio)),
      ])
    var live = PlaybackLogic(audio: audio, start: .zero)
    _ = live.prerolled(Progress(position: .zero, duration: nil), isSeekable: false)
    #expect(
      live.reachedEnd(Progress(position: .seconds(40), duration: nil), isComplete: false).last == .emit(.ended(audio)))
  }

  @Test func `a seek after the end goes to its position and stays paused`() {
    var logic = playingLogic()
    _ = logic.reachedEnd(progress(60), isComplete: true)
    #expect(logic.seek(to: .seconds(10), from: progress(60)) == [.seek(.seconds(10))])
    #expect(logic.prerolled(progress(10), isSeekable: true) == [positionCommand(10)])
  }

  @Test func `an end that is reported during a seek is ignored`() {
    var logic = playingLogic()
    _ = logic.seek(to: .seconds(10), from: progress(59))
    #expect(logic.reachedEnd(progress(60), isComplete: true) == [])
  }

  @Test func `a range that the server refuses during a seek or while loading fails with wholeFileOnly`() {
    let failure = [PlaybackLogic.Command.stopTicking, .unload, .emit(.failed(audio, .wholeFileOnly))]
    var seeking = playingLogic()
    _ = seeking.seek(to: .seconds(10), from: progress(1))
    #expect(seeking.refusedRange(reason: "no Range") == failure)
    var loading = PlaybackLogic(audio: audio, start: .zero)
    #expect(loading.refusedRange(reason: "no Range") == failure)
  }

  @Test func `a server without ranges fails with wholeFileOnly if a position is requested`() {
    let failure = [PlaybackLogic.Command.stopTicking, .unload, .emit(.failed(audio, .wholeFileOnly))]
    var startingLater = PlaybackLogic(audio: audio, start: .seconds(20))
    #expect(startingLater.prerolled(progress(0), isSeekable: false, isRemote: true) == failure)
    var fromStart = PlaybackLogic(audio: audio, start: .zero)
    #expect(
      fromStart.prerolled(progress(0), isSeekable: false, isRemote: true) == [positionCommand(0), .setPlaying(true)])
    #expect(fromStart.seek(to: .seconds(10), from: progress(1)) == failure)
    // A live stream has no length. It ignores the requested position and plays.
    var live = PlaybackLogic(audio: audio, start: .seconds(20))
    #expect(live.prerolled(Progress(position: .zero), isSeekable: false, isRemote: true).last == .setPlaying(true))
  }

  @Test func `a refused range without a seek is a lost connection`() {
    var logic = playingLogic()
    #expect(logic.refusedRange(reason: "no Range") == [.stopTicking, .unload, .emit(.failed(audio, .unreachable))])
  }

  @Test func `stalled audio of a server is reloaded once at the requested position and then fails`() {
    var logic = playingLogic()
    _ = logic.seek(to: .seconds(10), from: progress(1))
    #expect(logic.stalled(isRemote: true) == [.stopTicking, .reload])
    #expect(logic.prerolled(progress(0), isSeekable: true) == [.seek(.seconds(10))])
    #expect(logic.prerolled(progress(10), isSeekable: true) == [positionCommand(10), .setPlaying(true)])
    #expect(logic.stateChanged(isPlaying: true) == [.emit(.playing(audio)), .startTicking])
    _ = logic.seek(to: .seconds(20), from: progress(11))
    #expect(logic.stalled(isRemote: true) == [.stopTicking, .unload, .emit(.failed(audio, .unreachable))])
  }

  @Test func `stalled audio in a file is reloaded twice and then fails`() {
    var logic = playingLogic()
    // Audio can stall only while it loads or seeks: first during the seek, then during the reload.
    for seconds in [10, 20] {
      _ = logic.seek(to: .seconds(seconds), from: progress(1))
      #expect(logic.stalled(isRemote: false) == [.stopTicking, .reload])
    }
    #expect(
      logic.stalled(isRemote: false).last == .emit(.failed(audio, .failed(reason: "GStreamer does not get on with it")))
    )
  }

  @Test func `a failure unloads the audio`() {
    var logic = playingLogic()
    #expect(logic.failed(.notAudio) == [.stopTicking, .unload, .emit(.failed(audio, .notAudio))])
  }

  @Test func `a lost clock restarts the pipeline only while playing`() {
    // The clock of a pipeline can become unusable. The pipeline selects another one when it starts to play again.
    var logic = playingLogic()
    #expect(logic.lostClock() == [.setPlaying(false), .setPlaying(true)])
    _ = logic.pause(at: progress(1))
    #expect(logic.lostClock() == [])
  }

  @Test func `a length that becomes known is emitted once`() {
    var logic = PlaybackLogic(audio: audio, start: .zero)
    _ = logic.prerolled(Progress(position: .zero, duration: nil), isSeekable: true)
    #expect(logic.durationChanged(progress(0)) == [positionCommand(0)])
    #expect(logic.durationChanged(progress(0)) == [])
  }
}
