import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the queue. Show 1 has the episodes 13, 12 and 11, and show 2 has episode 21.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct QueueFeatureTests {
  let library = FakeLibrary(
    shows: [.sample(1), .sample(2)],
    episodes: [
      .sample(1): [.sample(13), .sample(12), .sample(11)],
      .sample(2): [.sample(21, of: 2)],
    ])

  /// Creates a store that follows the library, with these episodes in the queue.
  private func makeStore(
    queue: [Int64] = [], continuesWithShow: Bool = false
  ) async throws -> TestStoreOf<QueueFeature> {
    if !queue.isEmpty { try await library.queueClient.playLast(queue.map { .sample($0) }) }
    var state = QueueFeature.State()
    state.continuesWithShow = continuesWithShow
    let store = TestStore(initialState: state) {
      QueueFeature()
    } withDependencies: {
      $0.episodes = library.episodesClient
      $0.queue = library.queueClient
      $0.locale = Locale(identifier: "en_US")
      $0.writes = PendingWrites()
    }
    store.exhaustivity = .off
    await store.send(.launched)
    await store.receive(\.entriesReceived.success)
    return store
  }

  /// Returns an item of the player, with a sample episode that has the title of its show.
  private func item(_ number: Int64, of show: Int64 = 1) -> PlayerFeature.Item {
    var episode = Episode.sample(number, of: show)
    episode.showTitle = "Show \(show)"
    return PlayerFeature.Item(episode: episode, showTitle: "Show \(show)")
  }

  /// Returns the item that the queue loads from the library: its episode has the title of the show, and no summary.
  private func loadedItem(_ number: Int64, of show: Int64 = 1) throws -> PlayerFeature.Item {
    var episode = try #require(library.episode(.sample(number)))
    episode.showTitle = "Show \(show)"
    episode.summary = ""
    return PlayerFeature.Item(episode: episode, showTitle: "Show \(show)")
  }

  @Test func `the entries are loaded from the library, and the caption has their number and length`() async throws {
    let store = try await makeStore(queue: [11, 13])
    #expect(
      store.state.entries == [
        QueueEntry(id: .sample(11), timeLeft: .seconds(600)), QueueEntry(id: .sample(13), timeLeft: .seconds(600)),
      ])
    #expect(store.state.caption.description == "2 episodes · 20 min")
    #expect(store.state.hasNext(after: nil) && store.state.contains(.sample(13)) && !store.state.contains(.sample(12)))
    await store.skipInFlightEffects()
  }

  @Test func `additions, moves and removals are written, and additions and removals show a notice`() async throws {
    let store = try await makeStore(queue: [11])

    // When episodes are added at both ends
    await store.send(.requested(.playLast([.sample(12)])))
    await store.receive(\.changed)
    #expect(store.state.notice?.text.description == "Added to the Queue")
    await store.send(.requested(.playNext([.sample(13)])))
    await store.receive(\.changed)
    #expect(store.state.notice?.text.description == "Plays Next")
    #expect(store.state.notice?.canUndo == false)
    #expect(library.queue == [.sample(13), .sample(11), .sample(12)])

    // And when an episode is moved, then no notice is shown
    await store.send(.noticeChanged(nil))
    await store.send(.requested(.move([.sample(12)], before: .sample(13))))
    await store.receive(\.changed)
    #expect(store.state.notice == nil)
    #expect(library.queue == [.sample(12), .sample(13), .sample(11)])

    // And when an episode is removed, the user can put it back at its position
    await store.send(.requested(.remove([.sample(13)])))
    await store.receive(\.changed)
    #expect(store.state.notice?.text.description == "Removed from the Queue")
    #expect(library.queue == [.sample(12), .sample(11)])
    await store.send(.undoButtonClicked)
    await store.receive(\.undone)
    #expect(library.queue == [.sample(12), .sample(13), .sample(11)])

    // And the user can restore a cleared queue
    await store.send(.requested(.clear))
    await store.receive(\.changed)
    #expect(store.state.notice?.text.description == "3 episodes removed from the queue")
    #expect(library.queue == [])
    await store.send(.undoButtonClicked)
    await store.receive(\.undone)
    #expect(library.queue == [.sample(12), .sample(13), .sample(11)])
    await store.skipInFlightEffects()
  }

  @Test func `a change that cannot be written is reported to the parent`() async throws {
    let store = try await makeStore(queue: [11, 12])
    library.failWrites(with: .diskFull(path: "/library"))
    await store.send(.requested(.move([.sample(12)], before: .sample(11))))
    await store.receive(.delegate(.changeFailed))
    await store.receive(.delegate(.problem(Problem(LibraryError.diskFull(path: "/library")))))
    #expect(store.state.notice == nil)
    await store.skipInFlightEffects()
  }

  @Test func `an episode leaves the queue without a notice when its sound starts`() async throws {
    let store = try await makeStore(queue: [11, 12])
    await store.send(.playbackStarted(.sample(11)))
    #expect(store.state.entries.map(\.id) == [.sample(12)])
    await library.waitUntilWritten(.queue(.remove([.sample(11)])))
    #expect(library.queue == [.sample(12)])
    #expect(store.state.notice == nil)
    await store.skipInFlightEffects()
  }

  @Test func `the next entry plays after an episode ends, and the ended episode leaves the queue`() async throws {
    // Given a queue that also contains the playing episode
    let store = try await makeStore(queue: [11, 12, 13])

    // When the playing episode ends, then the next one is played
    await store.send(.episodeEnded(item(11)))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(12) }
    #expect(store.state.entries.map(\.id) == [.sample(12), .sample(13)])

    // And the next episode stays in the queue until its sound starts
    await library.waitUntilWritten(.queue(.remove([.sample(11)])))
    #expect(library.queue == [.sample(12), .sample(13)])
    await store.send(.playbackStarted(.sample(12))) { $0.automaticEpisode = nil }
    await library.waitUntilWritten(.queue(.remove([.sample(12)])))
    await store.skipInFlightEffects()
  }

  @Test func `an episode that is queued again while it plays is not its own next episode`() async throws {
    let store = try await makeStore(queue: [11])
    #expect(!store.state.hasNext(after: .sample(11)))
    #expect(store.state.hasNext(after: .sample(12)))
    await store.skipInFlightEffects()
  }

  @Test func `no episode follows when the queue is empty`() async throws {
    let store = try await makeStore()
    await store.send(.episodeEnded(item(11)))
    #expect(!store.state.hasNext(after: nil))
    #expect(library.loads.isEmpty)
    await store.skipInFlightEffects()
  }

  // The arguments are the episode that ends, the played episodes, and the episode that follows.
  @Test(arguments: [(11, [12], 13), (11, [], 12), (13, [], nil)] as [(Int64, [Int64], Int64?)])
  func `an empty queue continues with the show's next unplayed episode if the setting is on`(
    endedEpisode: Int64, playedEpisodes: [Int64], nextEpisode: Int64?
  ) async throws {
    // Given a show whose episodes are 11, 12 and 13, the oldest first, of which some were played
    library.change { _, episodes in
      for index in episodes[.sample(1)]!.indices {
        let id = episodes[.sample(1)]![index].id.rawValue
        episodes[.sample(1)]![index].publishedAt = Date(timeIntervalSince1970: Double(id) * 1000)
        episodes[.sample(1)]![index].isPlayed = playedEpisodes.contains(id)
      }
    }
    let store = try await makeStore(continuesWithShow: true)

    // When an episode ends
    await store.send(.episodeEnded(item(endedEpisode)))

    // Then the next unplayed episode follows, if there is one
    if let nextEpisode {
      await store.receive(.delegate(.playRequested(try loadedItem(nextEpisode), isUserRequest: false)))
    } else {
      await store.receive(.nextFound(.success(nil), isUserRequest: false))
    }
    await store.skipInFlightEffects()
  }

  @Test func `the queue continues after an episode that cannot be played, and keeps the episode as an entry`()
    async throws
  {
    // Given an entry that the queue started automatically, after an episode that was not in the queue
    let store = try await makeStore(queue: [11, 12, 13])
    await store.send(.episodeEnded(item(21, of: 2)))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(11) }

    // When the file of the entry is not audio, then the next entry follows, and a notice reports the failure
    await store.send(.episodeFailed(item(11), .notAudio, wasPlaying: false))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(12) }
    #expect(store.state.notice?.text.description == "“Episode 11” was skipped: it is damaged, or no audio")
    #expect(library.queue == [.sample(11), .sample(12), .sample(13)])

    // And without a sound device, the queue waits at episode 12, which is not marked as unplayable
    await store.send(.episodeFailed(item(12), .noSoundDevice, wasPlaying: false))
    #expect(store.state.unplayable == [.sample(11)])

    // And when the server of episode 12 cannot be reached for a minute, the next entry follows
    await store.send(.episodeStillUnreachable(item(12)))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(13) }

    // And after the last entry, nothing follows, and the notice about the previous entry stays
    await store.send(.episodeStillUnreachable(item(13)))
    #expect(store.state.notice?.text.description == "“Episode 12” was skipped: its server cannot be reached")
    await store.skipInFlightEffects()
  }

  @Test(arguments: [
    (PlaybackError.notFound, "“Episode 11” was skipped: its audio was not found"),
    (.notAllowed, "“Episode 11” was skipped: its audio may not be read"),
    (.wholeFileOnly, "“Episode 11” was skipped: it must be downloaded first"),
    (
      .missingDecoder(format: "AAC", package: "gstreamer1.0-libav"),
      "“Episode 11” was skipped: the package gstreamer1.0-libav is missing"
    ),
    (.endedEarly, "“Episode 11” ended too early"), (.failed(reason: "x"), "“Episode 11” cannot be played"),
  ])
  func `the notice about a skipped entry contains the reason`(error: PlaybackError, text: String) async throws {
    let store = try await makeStore(queue: [11, 12])
    await store.send(.episodeEnded(item(21, of: 2)))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(11) }
    await store.send(.episodeFailed(item(11), error, wasPlaying: false))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(12) }
    #expect(store.state.notice?.text.description == text)
    await store.skipInFlightEffects()
  }

  @Test func `the queue continues after an episode that ends early`() async throws {
    let store = try await makeStore(queue: [11, 12])
    await store.send(.playbackStarted(.sample(11)))
    await store.send(.episodeFailed(item(11), .endedEarly, wasPlaying: true))
    await store.receive(\.delegate.playRequested) { $0.automaticEpisode = .sample(12) }
    await store.skipInFlightEffects()
  }

  @Test(arguments: [(11, true), (13, false)] as [(Int64, Bool)])
  func `an empty queue has a next episode only if the show has a later one`(
    current: Int64, hasNext: Bool
  ) async throws {
    // Given a show whose episodes are 11, 12 and 13, the oldest first
    library.change { _, episodes in
      for index in episodes[.sample(1)]!.indices {
        episodes[.sample(1)]![index].publishedAt = Date(
          timeIntervalSince1970: Double(episodes[.sample(1)]![index].id.rawValue) * 1000)
      }
    }
    let store = try await makeStore(continuesWithShow: true)
    #expect(!store.state.hasNext(after: nil))
    await store.send(.currentChanged(item(current)))
    if hasNext { await store.receive(.nextOfShowFound(.sample(12))) }
    #expect(store.state.hasNext(after: .sample(current)) == hasNext)
    await store.send(.currentChanged(nil))
    #expect(!store.state.hasNext(after: nil))
    await store.skipInFlightEffects()
  }

  @Test func `the failure of an episode that the user started does not advance the queue`() async throws {
    let store = try await makeStore(queue: [11, 12])
    await store.send(.nextButtonClicked(current: item(21, of: 2)))
    await store.receive(.delegate(.playRequested(try loadedItem(11), isUserRequest: true)))
    await store.send(.episodeFailed(item(11), .notAudio, wasPlaying: false))
    #expect(store.state.unplayable.isEmpty && store.state.notice == nil)
    await store.skipInFlightEffects()
  }

  @Test func `moving an Up Next row is written, and playing a row is forwarded to the parent`() async throws {
    let store = try await makeStore(queue: [11, 12])
    await store.send(.upNext(.opened))
    await store.receive(\.upNext.loaded)
    #expect(store.state.upNext.ids == [.sample(11), .sample(12)])

    // When a row is moved, the list shows the new order immediately, and the order is written
    await store.send(.upNext(.moved([1], to: 0)))
    #expect(store.state.upNext.ids == [.sample(12), .sample(11)])
    await library.waitUntilWritten(.queue(.move([.sample(12)], before: .sample(11))))

    // And when a row is played, the parent receives the request
    await store.send(.upNext(.rows(.element(id: .sample(11), action: .playToggled(true)))))
    await store.receive(\.delegate.list)
    await store.skipInFlightEffects()
  }
}
