import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of audio that plays only from its whole file, only with credentials, or only after another attempt.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureSourceTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  /// In `world.playingFromTheStart`, its place is 300 seconds, but its sound has started at the beginning.
  let world = PlayerWorld()
  /// Another episode of the same show.
  var otherItem: PlayerFeature.Item { world.otherItem }
  /// The id of the episode under test.
  var id: Episode.ID { world.episodeID }
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  @Test func `audio whose server sends only whole files is downloaded and continues at its place`() async {
    // Given a seek in an episode whose server sends only the whole file
    let store = world.makeStore(world.playing)
    store.exhaustivity = .off
    await store.send(.positionDragged(.seconds(300)))
    await store.send(.event(.failed(audio, .wholeFileOnly)))

    // Then the whole file is downloaded, with its progress in the bar
    await world.downloads.waitUntilRequested { [id] in $0 == [.start([id], isAutomatic: false)] }
    func setDownload(_ state: Download.State) {
      world.downloads.set([Download(id: id, showID: world.item.episode.showID, state: state)])
    }
    setDownload(.downloading(Download.Progress(received: 50, total: 100)))
    // The bar hides its progress at 100 percent, so a download counts from 0 to 99 percent. Half of 99 is 49.
    await store.receive(.event(.buffering(audio, percent: 49)))
    #expect(store.state.bufferingPercent == 49)
    #expect(store.state.problem == nil)

    // And playback continues from the file
    let file = URL(filePath: "/downloads/11.ogg")
    setDownload(.complete(file: file, byteCount: 100))
    await store.receive(.wholeFileReceived(world.item, isReady: true))
    await store.finish()
    #expect(world.sound.commands.last == .play(audio, .seconds(300)))
    #expect(await world.sound.lastSourceURL() == file)
  }

  @Test func `paused audio stays paused after its whole file is downloaded`() async {
    // Given a seek in a paused episode whose server sends only the whole file
    let store = world.makeStore(world.playing)
    store.exhaustivity = .off
    await store.send(.playButtonToggled(false))
    await store.send(.positionDragged(.seconds(300)))
    await store.send(.event(.failed(audio, .wholeFileOnly)))
    #expect(store.state.phase == .loading(thenPlaying: false))

    // When the whole file is downloaded
    await world.downloads.waitUntilRequested { !$0.isEmpty }
    world.downloads.set([
      Download(id: id, showID: world.item.episode.showID, state: .complete(file: URL(filePath: "/1.ogg"), byteCount: 1))
    ])
    await store.receive(.wholeFileReceived(world.item, isReady: true))

    // Then the file is loaded and immediately paused
    #expect(store.state.phase == .loading(thenPlaying: false))
    #expect(world.sound.commands.suffix(2) == [.play(audio, .seconds(300)), .pause])
    await store.finish()
  }

  @Test func `a failed download is retried, and playing another episode ends the wait for the download`() async {
    let store = world.makeStore(world.playing)
    store.exhaustivity = .off
    // Given a download that fails twice. The user tries again each time.
    for _ in 0..<2 {
      await store.send(.event(.failed(audio, .wholeFileOnly)))
      await world.downloads.waitUntilRequested { !$0.isEmpty }
      world.downloads.set([
        Download(id: id, showID: world.item.episode.showID, state: .failed(.notFound, Download.Progress()))
      ])
      await store.receive(.wholeFileReceived(world.item, isReady: false))
      await store.send(.retried)
    }
    // Then each attempt has requested the download
    #expect(world.downloads.requests.count == 2)

    // And when another episode is played during a third download, then the player does not wait for the download
    await store.send(.event(.failed(audio, .wholeFileOnly)))
    await store.send(.playToggled(otherItem, isPlaying: true))
    await store.finish()
    #expect(store.state.item == otherItem && store.state.problem == nil)
  }

  @Test func `audio that must be downloaded is reported as a problem if the download fails`() async {
    let store = world.makeStore(world.playing)
    store.exhaustivity = .off
    await store.send(.event(.failed(audio, .wholeFileOnly)))
    await world.downloads.waitUntilRequested { !$0.isEmpty }
    world.downloads.set([
      Download(id: id, showID: world.item.episode.showID, state: .failed(.notFound, Download.Progress()))
    ])
    await store.receive(.wholeFileReceived(world.item, isReady: false))
    #expect(store.state.problem == .wholeFileOnly)
    #expect(store.state.position == .seconds(1))
    await store.finish()
  }

  @Test func `audio of a private server is played with its stored user name and password`() async throws {
    // Given an episode whose server requires credentials, and stored credentials
    try await world.credentials.client.save(Credentials(user: "ada", password: "p w"), audio)
    let store = world.makeStore(world.playing)
    store.exhaustivity = .off
    await store.send(.event(.failed(audio, .notAllowed)))

    // Then the audio is loaded with the credentials
    await store.receive(.credentialsFound(world.item, isFound: true))
    await store.finish()
    #expect(world.sound.commands == [.play(audio, .seconds(1))])
    #expect(await world.sound.lastSourceURL() == audio.adding(Credentials(user: "ada", password: "p w")))

    // And when the server refuses these credentials, the error is shown
    await store.send(.event(.failed(audio, .notAllowed)))
    #expect(store.state.problem == .notAllowed)
    await store.finish()
  }

  @Test func `a failure before playback reaches the place keeps the place, and playback continues there`() async {
    // Given an episode that plays from the start although the user's place is later, and whose connection then breaks
    let store = world.makeStore(world.playingFromTheStart)
    await store.send(.event(.failed(audio, .unreachable))) {
      $0.phase = .stopped
      $0.position = .seconds(300)
      $0.problem = .unreachable
      $0.attempts = 1
      $0.brokenPlace = .seconds(300)
      $0.soundEndedAt[id] = PlayerWorld.now
    }

    // When the episode is played again, then it starts at that place
    await store.send(.playButtonToggled(true)) {
      $0.phase = .loading(thenPlaying: true)
    }
    #expect(world.sound.commands == [.play(audio, .seconds(300))])
    // The position before the place was not saved.
    #expect(world.libraryFile.writes.isEmpty)
  }
}
