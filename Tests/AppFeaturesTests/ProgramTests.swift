import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the whole program on one store: behaviour that depends on the features, the library and the player
/// together.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
  /// Launches a program and waits until its library is loaded. In `World.withTwoShows()`, the first show has the
  /// episodes 13, 12 and 11, and the second show has the episode 21.
  ///
  /// - Parameters:
  ///   - world: The fake dependencies of the program.
  ///   - addresses: The addresses of the command line.
  ///   - selectsShow: Whether to select the first show, so that its page is open.
  ///   - replace: Replaces some of the dependencies that the world provides.
  private func launch(
    _ world: World, with addresses: [String] = [], selectsShow: Bool = true,
    replace: @escaping (inout DependencyValues) -> Void = { _ in }
  ) async -> StoreOf<AppFeature> {
    let store = world.makeProgram(replace: replace)
    store.send(.launched(addresses))
    await until { store.library.phase == .filled }
    guard selectsShow else { return store }
    store.send(.library(.pageSelected(.show(.sample(1)))))
    await until { store.library.show?.list.isLoading == false }
    return store
  }

  /// Marks an episode of the selected show as a favourite.
  private func markAsFavorite(_ episode: Int64, in store: StoreOf<AppFeature>) {
    store.send(.library(.show(.list(.rows(.element(id: .sample(episode), action: .favoriteToggled(true)))))))
  }

  /// Plays an episode of the selected show.
  private func play(_ episode: Int64, in store: StoreOf<AppFeature>) {
    store.send(.library(.show(.list(.rows(.element(id: .sample(episode), action: .playToggled(true)))))))
  }

  /// Removes the selected show, and confirms the removal.
  private func removeShow(in store: StoreOf<AppFeature>) {
    store.send(.library(.show(.removeButtonClicked)))
    store.send(.library(.show(.destination(.presented(.removal(.confirmed))))))
  }

  @Test func `the alert about a restored library contains the path of the damaged file`() {
    // Given a program, and a backup of its library
    let store = World().makeProgram()
    let backup = LibraryBackup(
      file: URL(filePath: "/backups/1.sqlite"), madeAt: Date(timeIntervalSince1970: 1_790_003_600), showCount: 2,
      episodeCount: 9)

    // When the damaged library was restored from the backup
    store.send(.libraryRestored(from: backup, damagedFile: URL(filePath: "/data/damaged.sqlite")))

    // Then an alert contains the path of the damaged file
    #expect(store.alert?.titleText == "Your Library Was Restored")
    #expect(store.alert?.messageText.contains("/data/damaged.sqlite") == true)
  }

  @Test func `the alert about a read-only library contains its path`() {
    let store = World().makeProgram()
    store.send(.libraryIsReadOnly(.notWritable(path: "/data/library.sqlite")))
    #expect(store.alert?.titleText == "Your Library Cannot Be Written")
    #expect(store.alert?.messageText.contains("/data/library.sqlite") == true)
  }

  @Test
  func `the page of a show counts episodes recognized after a change of their guid, until its health page is opened`()
    async
  {
    // Given feeds with changed guids. An episode with a changed guid is recognized if it is merged with the stored
    // episode. The health page lists these episodes. Each refresh recognizes two episodes of show 1 and one episode of
    // show 2.
    let world = World.withTwoShows()
    let podcast = Podcast(
      title: "Show", items: [Podcast.Item(guid: "a", title: "A", enclosure: Enclosure(url: .sample("a.ogg")))])
    world.subscriptions.change { $0 = [.sample(1), .sample(2)] }
    for subscription in world.subscriptions.all {
      world.feeds.setRefreshResult(
        of: subscription.feedURL, .success(FeedResponse(content: .podcast(podcast, hash: "new"))))
    }
    world.subscriptions.setRefreshMerges([.sample(11), .sample(12)], of: .sample(1))
    world.subscriptions.setRefreshMerges([.sample(21)], of: .sample(2))
    let store = await launch(world)
    #expect(store.library.show?.recognizedCount == 0)

    // When show 1 is refreshed from its page, and then both shows are refreshed
    store.send(.library(.show(.refreshButtonClicked)))
    await until { store.library.show?.recognizedCount == 2 }
    store.send(.maintenance(.refresh(.refreshAllButtonClicked)))
    await until { store.library.show?.recognizedCount == 4 }

    // Then the page of show 2 has the count of show 2 when it is opened
    store.send(.library(.pageSelected(.show(.sample(2)))))
    #expect(store.library.show?.recognizedCount == 1)

    // And opening the health page from the page of show 2 resets the count of show 2 only
    store.send(.library(.show(.healthButtonClicked)))
    await until { store.maintenance.destination != nil }
    await until { store.library.show?.recognizedCount == 0 }
    store.send(.library(.pageSelected(.show(.sample(1)))))
    #expect(store.library.show?.recognizedCount == 4)
    store.send(.library(.pageSelected(.show(.sample(2)))))
    #expect(store.library.show?.recognizedCount == 0)
  }

  @Test func `the sample show is shown after it is added`() async {
    let world = World()
    world.feeds.setFetchResult(of: .sample("sample.xml"), .success(.sample("Sample")))
    let store = world.makeProgram(sampleShow: .sample("sample.xml"))
    store.send(.launched([]))
    store.send(.library(.sampleShowButtonClicked))
    #expect(store.isOpening)
    await until { store.library.show?.title == "Sample" }
    await until { !store.isOpening }
    #expect(store.alert == nil)
  }

  @Test func `opening several addresses adds the good feeds and reports the bad ones in one alert`() async {
    // Given six addresses, two of them bad
    let world = World()
    for name in ["a", "b", "c", "d"] {
      world.feeds.setFetchResult(of: .sample(name), .success(.sample(name.uppercased())))
    }
    world.feeds.setFetchResult(of: .sample("bad1"), .failure(.webPage))
    world.feeds.setFetchResult(of: .sample("bad2"), .failure(.notAFeed(reason: "x")))
    let store = world.makeProgram()

    // When the program starts with them
    store.send(.launched(["bad1", "a", "b", "bad2", "c", "d"].map { "/feeds/\($0)" }))
    await until { !store.isOpening }
    await until { store.library.shows.count == 4 }

    // Then the good podcasts are in the library, and one alert names the bad addresses
    let message = store.alert?.messageText ?? ""
    #expect(message.contains("/feeds/bad1: ") && message.contains("/feeds/bad2: "))
    // No second alert follows the first one.
    store.send(.alert(.dismiss))
    #expect(store.alert == nil)
  }

  @Test func `a filled library shows progress in the header bar while a podcast is added`() async {
    let world = World.withTwoShows()
    let gate = Gate()
    world.feeds.setFetchResult(of: .sample("slow"), .success(.sample("Slow")), after: gate)
    let store = await launch(world)
    #expect(!store.isProgressShownInHeaderBar)
    store.send(.openRequested(["/feeds/slow"]))
    #expect(store.isProgressShownInHeaderBar)
    gate.open()
    await until { !store.isProgressShownInHeaderBar }
    #expect(store.library.shows.count == 3)
  }

  @Test func `a second start of the program adds a podcast to the running program and shows the podcast`() async {
    let world = World.withTwoShows()
    world.feeds.setFetchResult(of: .sample("z"), .success(.sample("Zebra")))
    let store = await launch(world)
    store.send(.openRequested(["/feeds/z"]))
    await until { store.library.show?.title == "Zebra" }
  }

  @Test func `a podcast that is added in the sheet is shown`() async {
    let world = World.withTwoShows()
    world.feeds.setFetchResult(of: .sample("z"), .success(.sample("Zebra")))
    let store = await launch(world)
    store.send(.library(.addButtonClicked))
    store.send(.library(.destination(.presented(.subscribe(.binding(.set(\.address, "/feeds/z")))))))
    store.send(.library(.destination(.presented(.subscribe(.addButtonClicked)))))
    await until { store.library.show?.title == "Zebra" }
    #expect(store.library.destination == nil)
    #expect(store.library.shows.count == 3)
  }

  @Test(arguments: [
    "feed:https://example.org/z.xml?a=b%20c", "feed://example.org/z", "podcast://example.org/z", "pcast://z.org",
    "itpc://z.org",
  ])
  func `an address with a podcast scheme is accepted on the command line and in the sheet`(address: String) async {
    // Given an address and the feed that it resolves to
    func makeWorld() -> World {
      let world = World.withTwoShows()
      world.feeds.setFetchResult(of: .sample("z"), .success(.sample("Zebra")))
      world.feeds.setResolution(of: address, .success([.sample("z")]))
      return world
    }

    // Then the feed's show is added from the command line, whose addresses pass through `addressForOtherProcess`
    let startedStore = await launch(makeWorld(), with: [AppFeature.addressForOtherProcess(address)], selectsShow: false)
    await until { startedStore.library.show?.title == "Zebra" }

    // And the show is added from a second start
    let runningStore = await launch(makeWorld())
    runningStore.send(.openRequested([AppFeature.addressForOtherProcess(address)]))
    await until { runningStore.library.show?.title == "Zebra" }

    // And the show is added from the sheet, although the user has written spaces around the address
    let sheetStore = await launch(makeWorld())
    sheetStore.send(.library(.addButtonClicked))
    sheetStore.send(.library(.destination(.presented(.subscribe(.binding(.set(\.address, " \(address) ")))))))
    sheetStore.send(.library(.destination(.presented(.subscribe(.addButtonClicked)))))
    await until { sheetStore.library.show?.title == "Zebra" }
  }

  @Test func `a failed write is shown in an alert, and a playback failure is shown in the player bar`() async {
    // Given a show in a library on a full disk
    let world = World.withTwoShows()
    let store = await launch(world)
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))

    // When the first episode is marked as a favourite, and then its sound fails. The row shows the mark until its
    // write has failed.
    markAsFavorite(13, in: store)
    #expect(store.library.show?.list.rows[0].isFavorite == true)
    play(13, in: store)
    await until { store.alert != nil }
    world.sound.send(.failed(Episode.sample(13).enclosure.url, .noSoundDevice))
    await until { !store.player.isPlaying }

    // Then an alert and the player bar report one problem each, and the row has no mark
    #expect(store.alert?.titleText == "The Disk Is Full")
    #expect(store.player.problem == .noSoundDevice)
    #expect(store.library.show?.list.rows[0].isFavorite == false)
    // The logged errors are compared by name, without their associated values.
    #expect(world.logged.current.map { $0.prefix { $0 != "(" } } == ["diskFull", "noSoundDevice"])
  }

  @Test(arguments: [false, true])
  func `the next episode is prepared near the end, unless the sleep timer ends with the episode`(
    hasSleepTimer: Bool
  ) async throws {
    // Given an episode of 100 seconds that plays, and an entry of the queue. To prepare an episode is to load its audio
    // before it plays.
    let world = World.withTwoShows()
    let store = await launch(world) { $0.showSettings = world.showSettings.client }
    play(13, in: store)
    store.send(.queue(.requested(.playLast([.sample(11)]))))
    await until { store.queue.entries.map(\.id) == [.sample(11)] }
    let audio = Episode.sample(13).enclosure.url
    await until { store.player.item != nil }
    world.sound.send(.playing(audio), .position(audio, .seconds(80), duration: .seconds(100)))
    await until { store.player.position == .seconds(80) }
    #expect(world.sound.prepared == [])
    if hasSleepTimer { store.send(.player(.sleepTimerSelected(.endOfEpisode))) }

    // When the playing episode is in its last ten seconds, then the next episode is prepared once, unless the sleep
    // timer ends with the playing episode
    world.sound.send(
      .position(audio, .seconds(91), duration: .seconds(100)), .position(audio, .seconds(92), duration: .seconds(100)))
    await until { store.player.position == .seconds(92) }
    if hasSleepTimer {
      #expect(store.upcomingEpisode == nil)
    } else {
      await world.sound.waitUntilPrepared([Episode.sample(11).enclosure.url])
    }
  }

  @Test func `the next episode of the show is prepared near the end, and again after a pause`() async throws {
    // Given a playing episode, an empty queue, and the setting by which playback continues with the show
    let world = World.withTwoShows()
    var preferences = Preferences()
    preferences.continuesWithShow = true
    let store = await launch(world) { [preferences] in
      $0.showSettings = world.showSettings.client
      $0.preferences = FakePreferences(preferences).client
    }
    play(13, in: store)
    let audio = Episode.sample(13).enclosure.url
    await until { store.queue.nextOfShow != nil }
    let nextID = try #require(store.queue.nextOfShow)
    let nextAudio = Episode.sample(nextID.rawValue).enclosure.url

    // When the episode is in its last ten seconds, then the next episode of the show is prepared
    world.sound.send(.playing(audio), .position(audio, .seconds(91), duration: .seconds(100)))
    await world.sound.waitUntilPrepared([nextAudio])

    // When the user pauses and plays again, then the next episode is prepared again
    world.sound.send(.paused(audio))
    await until { !store.player.isPlaying }
    #expect(store.upcomingEpisode == nil)
    world.sound.send(.playing(audio), .position(audio, .seconds(92), duration: .seconds(100)))
    await world.sound.waitUntilPrepared([nextAudio, nextAudio])
  }

  @Test func `an episode whose show has a skipped intro is not prepared`() async throws {
    // Given a playing episode of show 1, and a queue that begins with an episode of show 2. The intros of show 2 are
    // skipped.
    let world = World.withTwoShows()
    var settings = ShowSettings()
    settings.skippedIntro = .seconds(30)
    world.showSettings.change(.sample(2), to: settings)
    let store = await launch(world) { $0.showSettings = world.showSettings.client }
    play(13, in: store)
    store.send(.queue(.requested(.playLast([.sample(21), .sample(11)]))))
    await until { store.queue.entries.map(\.id) == [.sample(21), .sample(11)] }
    let audio = Episode.sample(13).enclosure.url
    world.sound.send(.playing(audio), .position(audio, .seconds(91), duration: .seconds(100)))
    // The state contains the next episode, although its audio is not loaded in advance.
    await until { store.upcomingEpisode == .sample(21) }

    // When the episode with the skipped intro is removed from the queue, then only the following episode is prepared
    store.send(.queue(.requested(.remove([.sample(21)]))))
    await until { store.queue.entries.map(\.id) == [.sample(11)] }
    world.sound.send(.position(audio, .seconds(92), duration: .seconds(100)))
    await world.sound.waitUntilPrepared([Episode.sample(11).enclosure.url])
  }

  @Test func `removing the playing show stops playback first, so that the removal is the last write`() async {
    // Given a playing episode of the show
    let world = World.withTwoShows()
    let store = await launch(world)
    play(13, in: store)
    store.send(.player(.positionDragged(.seconds(9))))

    // When the show is removed
    removeShow(in: store)
    await until { store.library.show?.id == .sample(2) }

    // Then the sound stopped, and the removal is the last write
    #expect(store.player.item == nil)
    #expect(world.sound.commands.last == .stop)
    #expect(world.libraryFile.writes == [.savePosition(.sample(13), .seconds(9)), .removeShow(.sample(1))])
  }

  @Test func `quitting cancels transfers and writes the place`() async {
    // Given an episode at a place, and a running transfer
    let world = World.withTwoShows()
    let gate = Gate()
    world.feeds.setFetchResult(of: .sample("slow"), .success(.sample("Slow")), after: gate)
    let store = await launch(world, with: ["/feeds/slow"])
    await gate.waitForArrivals(1)
    play(13, in: store)
    store.send(.player(.positionDragged(.seconds(33))))

    // When the program receives a request to quit
    await store.send(.quitRequested).finish()

    // Then the place is written and the transfer stops
    #expect(world.libraryFile.episode(.sample(13))?.playPosition == .seconds(33))
    await world.feeds.waitUntilCancelled(.sample("slow"))
  }

  @Test(arguments: [false, true])
  func `quitting waits for running writes`(isRemoval: Bool) async {
    // Given a slow library, and an episode whose place is being written
    let world = World.withTwoShows()
    let store = await launch(world)
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    play(13, in: store)
    store.send(.player(.positionDragged(.seconds(33))))

    // When a favourite is marked or the show is removed, and the program immediately receives a request to quit
    if isRemoval { removeShow(in: store) } else { markAsFavorite(13, in: store) }
    // The write of the place is the first one. A removal waits for it, and the write of a favourite does not.
    await gate.waitForArrivals(isRemoval ? 1 : 2)
    let quit = store.send(.quitRequested)
    #expect(quit.isRunning)
    gate.open()
    await quit.finish()

    // Then the request ends after the removal, or after the write of the favourite
    if isRemoval {
      #expect(world.libraryFile.shows.map(\.id) == [.sample(2)])
    } else {
      #expect(world.libraryFile.episode(.sample(13))?.isFavorite == true)
      #expect(world.libraryFile.episode(.sample(13))?.playPosition == .seconds(33))
    }
  }

  @Test func `quitting waits no longer than its limit for a library that never responds`() async {
    // Given an episode that plays, and a library that another program has locked permanently
    let world = World.withTwoShows()
    let clock = ImmediateClock()
    let store = Store(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.continuousClock = clock
    }
    store.send(.launched([]))
    await until { store.library.phase == .filled }
    store.send(.library(.pageSelected(.show(.sample(1)))))
    await until { store.library.show?.list.isLoading == false }
    world.libraryFile.holdWrites(before: Gate())
    play(13, in: store)
    store.send(.player(.positionDragged(.seconds(33))))

    // When the program receives a request to quit, then the request ends at the time limit
    await store.send(.quitRequested).finish()
    #expect(clock.now.offset == PendingWrites.limitAtQuit)

    // And the sound has stopped
    #expect(world.sound.commands.last == .stop)
    #expect(!store.player.isPlaying)
  }

  @Test func `an unreferenced program cancels its transfers`() async {
    // Given a transfer for an address of the command line, and a transfer for an address in the sheet
    let world = World.withTwoShows()
    for name in ["slow", "slower"] {
      world.feeds.setFetchResult(of: .sample(name), .success(.sample("Slow")), after: Gate())
    }
    do {
      // The program is referenced only in this block.
      let store = await launch(world, with: ["/feeds/slow"])
      store.send(.library(.addButtonClicked))
      store.send(.library(.destination(.presented(.subscribe(.binding(.set(\.address, "/feeds/slower")))))))
      store.send(.library(.destination(.presented(.subscribe(.addButtonClicked)))))
      await world.feeds.waitUntilFetchBegins(.sample("slow"))
      await world.feeds.waitUntilFetchBegins(.sample("slower"))
    }

    // Then both transfers are cancelled after the block
    await world.feeds.waitUntilCancelled(.sample("slow"))
    await world.feeds.waitUntilCancelled(.sample("slower"))
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `an unreferenced program is deallocated`() async {
    weak var program: StoreOf<AppFeature>?
    do {
      let store = await launch(.withTwoShows())
      program = store
    }
    await Task.yield()
    #expect(program == nil)
  }
}
