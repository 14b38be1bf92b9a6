import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the contents of an episode, on its page and in the player: notes, chapters and a transcript.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EpisodeContentsFeatureTests {
  let world = World.withTwoShows()
  let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")

  private func makeStore() -> TestStoreOf<EpisodeContentsFeature> {
    TestStore(initialState: EpisodeContentsFeature.State(item: item)) {
      EpisodeContentsFeature()
    } withDependencies: {
      world.provide(&$0)
    }
  }

  @Test func `clicking a timestamp requests its place in the episode`() async {
    let store = makeStore()
    await store.send(.timeClicked(.seconds(62)))
    await store.receive(.delegate(.placeRequested(item, .seconds(62))))
  }

  @Test func `requesting a place on an episode page plays the episode from there`() async {
    // Given the program, without an episode in the player
    let program = world.makeProgram()
    // When a timestamp in the notes on an episode's page is clicked
    await program.send(.library(.delegate(.placeRequested(item, .seconds(62))))).finish()
    // Then the episode plays from there
    #expect(world.sound.commands == [.play(item.episode.enclosure.url, .seconds(62))])
    #expect(program.player.position == .seconds(62))
    // And when the episode is already in the player, the player seeks
    await program.send(.library(.delegate(.placeRequested(item, .seconds(7))))).finish()
    #expect(world.sound.commands.last == .seek(.seconds(7)))
    #expect(program.player.isPlaying)
    await program.send(.quitRequested).finish()
  }

  @Test func `the sleep timer pauses at the end of the current chapter, also after jumps`() async {
    let program = await makeProgramPlayingChapters()
    func reportPosition(_ seconds: Double) {
      program.send(.player(.event(.position(item.episode.enclosure.url, .seconds(seconds), duration: .seconds(600)))))
    }
    #expect(program.player.chapters.chapters.count == 4)
    program.send(.player(.sleepTimerSelected(.endOfChapter)))

    // When the user jumps from the second chapter into the third one (from 200 seconds), and then back into the first
    // one (up to 100 seconds), then after each jump the timer waits for the end of the new chapter
    program.send(.player(.positionDragged(.seconds(250))))
    reportPosition(250.5)
    #expect(program.player.isPlaying)
    #expect(program.player.sleepTimer == .endOfChapter)
    program.send(.player(.positionDragged(.seconds(98))))
    reportPosition(98.5)
    reportPosition(99.5)
    // In the last ten seconds of the timer, the sound fades out. Half a second is left, so the volume is 5 %.
    #expect(world.sound.settings.last == .volume(0.05))
    #expect(program.player.isPlaying)

    // And the player pauses at the end of the first chapter, and the timer ends
    reportPosition(100.1)
    #expect(!program.player.isPlaying)
    #expect(program.player.sleepTimer == nil)
    #expect(program.player.position == .seconds(100.1))
    await program.send(.quitRequested).finish()
  }

  @Test func `a jump of the sound past the end of a chapter ends the fade of the sleep timer`() async {
    let program = await makeProgramPlayingChapters()
    let audio = item.episode.enclosure.url
    program.send(.player(.sleepTimerSelected(.endOfChapter)))
    // Given the sound in the first chapter. The timer uses the chapter at the position before the current one, so the
    // fade in the last ten seconds of the chapter begins with the second position
    for seconds in [91, 95] {
      program.send(.player(.event(.position(audio, .seconds(seconds), duration: .seconds(600)))))
    }
    // At 95 seconds, half of the fade is over.
    #expect(world.sound.settings.last == .volume(0.5))

    // When the sound jumps from the first chapter, which ends at 100 seconds, into the second one
    program.send(.player(.event(.position(audio, .seconds(150), duration: .seconds(600)))))

    // Then the timer waits for the end of the second chapter, at full volume
    #expect(program.player.sleepTimer == .endOfChapter)
    #expect(program.player.isPlaying)
    let volumes = world.sound.settings.compactMap { if case .volume(let volume) = $0 { volume } else { nil } }
    #expect(volumes.suffix(2) == [0.5, 1])
    await program.send(.quitRequested).finish()
  }

  @Test func `the text of notes has links for timestamps and addresses, and keeps formats`() {
    // Given a paragraph with a timestamp, a link and bold code
    let runs: [ShowNotes.Run] = [
      .init("At "), .init("1:02", timestamp: .seconds(62)), .init(" see "),
      .init("this", link: URL(string: "https://example.org/a?b=1&c=2")),
      .init("now", style: [.bold, .code]),
    ]
    // When the paragraph is converted to text for the screen
    let text = NotesText(ShowNotes(blocks: [.init(.paragraph, runs: runs)])).pieces[0].text.richText()
    // Then the links have addresses, and only those of timestamps stand for a time, which is not negative
    #expect(text.text == "At 1:02 see thisnow")
    #expect(text.addresses == ["timestamp:62", "https://example.org/a?b=1&c=2"])
    #expect(text.spans.last?.style == [.strong, .code])
    #expect(NotesText.time(of: text.addresses[0]) == .seconds(62))
    #expect(NotesText.time(of: text.addresses[1]) == nil)
    #expect(NotesText.time(of: "timestamp:-5") == nil)
  }

  // The characters of these words have different lengths in bytes, and some consist of several Unicode scalars.
  @Test(arguments: ["가나다 ", "word ", "👩‍👩‍👧", "e\u{301}\u{302}"])
  func `a long block is divided into pieces that together contain all of its text`(word: String) {
    // Given a list item that is longer than the limit of a label, 8192 bytes
    let long = String(repeating: word, count: 6000)
    // When the item is divided
    let text = NotesText(ShowNotes(blocks: [.init(.listItem(depth: 1, number: 3), runs: [.init(long)])]))
    // Then each piece is within the limit, the pieces together are the item, and only the first begins the item
    #expect(text.pieces.count > 1)
    #expect(text.pieces.allSatisfy { $0.text.description.utf8.count <= 8192 })
    #expect(text.pieces.map(\.text.description).joined().unicodeScalars.elementsEqual(long.unicodeScalars))
    #expect(text.pieces.map(\.isFirst) == [true] + Array(repeating: false, count: text.pieces.count - 1))
    #expect(text.pieces.map(\.id) == Array(text.pieces.indices))
  }

  @Test func `a block with very many runs is divided into several pieces`() {
    let runs = (0..<1000).map { ShowNotes.Run("\($0):00 ", timestamp: .seconds($0 * 60)) }
    let text = NotesText(ShowNotes(blocks: [.init(.paragraph, runs: runs)]))
    // A piece has at most 200 runs (`NotesText.maxRunCount`).
    #expect(text.pieces.count == 5)
    #expect(text.pieces.flatMap { $0.text.richText().addresses }.count == 1000)
  }

  /// Returns a client that records the sources of each request, and returns the chapters of the feed.
  private func recordingClient(_ requestedSources: Recorded<[ChapterSources]>) -> ChaptersClient {
    ChaptersClient { sources in
      requestedSources.change { $0.append(sources) }
      return EpisodeChapters(merging: [sources.feedChapters])
    }
  }

  @Test func `chapters come from the feed and its file, and from the audio only in the player`() async {
    // Given an episode with a file of chapters, two chapters in the feed, and a transcript
    var details = EpisodeDetails()
    details.chaptersURL = URL(string: "https://example.org/chapters.json")
    details.chapters = [FeedChapter(start: .seconds(60), title: "Second"), FeedChapter(start: .zero, title: "First")]
    details.transcripts = [TranscriptLink(url: URL(string: "https://example.org/1.vtt")!)]
    let feed = URL(string: "https://example.org/feed.xml")!
    let notes = EpisodeNotes(id: .sample(11), markup: "", details: details, feed: feed)
    world.libraryFile.setNotes(notes)
    let requestedSources = Recorded<[ChapterSources]>([])
    let audio = URL(string: "https://example.org/11.ogg")!
    for isInPlayer in [false, true] {
      let store = TestStore(initialState: EpisodeContentsFeature.State(item: item, isInPlayer: isInPlayer)) {
        EpisodeContentsFeature()
      } withDependencies: {
        world.provide(&$0)
        $0.audioSource = { _ in audio }
        $0.chapters = recordingClient(requestedSources)
      }
      // When the contents of the episode are opened
      await store.send(.opened)
      await store.receive(.notesReceived(.sample(11), .success(notes), NotesText(ShowNotes()))) {
        $0.notes = NotesText(ShowNotes())
        $0.details = details
        $0.feed = feed
        $0.transcript = TranscriptFeature.State(id: .sample(11), links: details.transcripts, feed: feed)
      }
      // Then the chapters are in order
      let expected = EpisodeChapters(merging: [
        [Chapter(start: .zero, title: "First"), Chapter(start: .seconds(60), title: "Second")]
      ])
      await store.receive(.chaptersReceived(.sample(11), expected)) { $0.chapters = expected }
    }
    // And both requests have the file and the feed, but only the second one, in the player, has the audio
    #expect(requestedSources.current.map(\.file) == [details.chaptersURL, details.chaptersURL])
    #expect(requestedSources.current.map(\.audio) == [nil, audio])
    #expect(requestedSources.current.map(\.referrer) == [feed, feed])
  }

  @Test func `the audio chapters of a starting episode are read once, when its sound begins`() async {
    let requestedSources = Recorded<[ChapterSources]>([])
    world.libraryFile.setNotes(EpisodeNotes(id: .sample(11), markup: "", details: EpisodeDetails()))
    let audio = URL(string: "https://example.org/11.ogg")!
    func makePlayerStore(awaitsSound: Bool) -> TestStoreOf<EpisodeContentsFeature> {
      let state = EpisodeContentsFeature.State(item: item, isInPlayer: true, awaitsSound: awaitsSound)
      let store = TestStore(initialState: state) {
        EpisodeContentsFeature()
      } withDependencies: {
        world.provide(&$0)
        $0.audioSource = { _ in audio }
        $0.chapters = recordingClient(requestedSources)
      }
      store.exhaustivity = .off
      return store
    }
    // Given an episode that the player is still loading, so that its sound has not begun
    let startingStore = makePlayerStore(awaitsSound: true)
    await startingStore.send(.opened)
    await startingStore.finish()
    #expect(requestedSources.current == [])
    // When the sound begins, and begins again after a pause
    for _ in 1...2 { await startingStore.send(.soundBegan(from: .runningDownload)) }
    await startingStore.finish()
    // Then the audio is read once
    #expect(requestedSources.current == [ChapterSources(audio: audio, playbackKind: .runningDownload)])

    // And the audio of an episode that was in the player in the last session is read when its contents are opened, and
    // again when its sound begins
    let restoredStore = makePlayerStore(awaitsSound: false)
    await restoredStore.send(.opened)
    await restoredStore.finish()
    await restoredStore.send(.soundBegan(from: .runningDownload))
    await restoredStore.finish()
    let expected = [ChapterSources(audio: audio), ChapterSources(audio: audio, playbackKind: .runningDownload)]
    // The first request belongs to the starting episode.
    #expect(Array(requestedSources.current.dropFirst()) == expected)
  }

  @Test func `the chapters of a playing stream are read from the stream even if a download exists`() async {
    // Given an episode that will play from a kept stream, whose received bytes are in a file, and that was downloaded
    // as well
    let address = URL(string: "https://example.org/11.mp3")!
    var item = item
    item.episode.enclosure.url = address
    let requestedSources = Recorded<[ChapterSources]>([])
    world.libraryFile.setNotes(EpisodeNotes(id: .sample(11), markup: "", details: EpisodeDetails()))
    let store = TestStore(initialState: EpisodeContentsFeature.State(item: item, isInPlayer: true, awaitsSound: true)) {
      EpisodeContentsFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.audioSource = { _ in URL(filePath: "/11.mp3") }
      $0.chapters = ChaptersClient { sources in
        requestedSources.change { $0.append(sources) }
        return EpisodeChapters()
      }
    }
    store.exhaustivity = .off
    await store.send(.opened)
    await store.finish()

    // When the sound begins
    await store.send(.soundBegan(from: .keptStream))
    await store.finish()

    // Then the audio of the stream is read, which may have other advertisements than the download
    #expect(requestedSources.current.last == ChapterSources(audio: address, playbackKind: .keptStream))
  }

  /// Creates a program that plays an episode from the place of 150 seconds. The episode has 600 seconds. Its chapters
  /// start at 0, 100, 200 and 9000 seconds, so the last chapter is past the end.
  private func makeProgramPlayingChapters() async -> StoreOf<AppFeature> {
    var details = EpisodeDetails()
    details.chapters = [0, 100, 200, 9000].map { FeedChapter(start: .seconds($0), title: "") }
    world.libraryFile.setNotes(EpisodeNotes(id: .sample(11), markup: "", details: details))
    let program = world.makeProgram()
    await program.send(.player(.placeRequested(item, .seconds(150)))).finish()
    await until { program.playing?.chapters.chapters.count == 4 }
    program.send(.player(.event(.playing(item.episode.enclosure.url))))
    program.send(.player(.event(.position(item.episode.enclosure.url, .seconds(150), duration: .seconds(600)))))
    return program
  }

  @Test func `the current chapter is marked, and commands skip to the next or previous chapter`() async {
    // Given a playing episode, then the chapter at its position is marked
    let program = await makeProgramPlayingChapters()
    #expect(program.playing?.currentChapterIndex == 1)
    // And the commands go to the next chapter, and back to the start of the current chapter. In the first three seconds
    // of a chapter, the command goes back to the previous chapter
    program.send(.chapterSkipped(.next))
    #expect(program.player.position == .seconds(200))
    #expect(program.playing?.currentChapterIndex == 2)
    // A chapter past the end is ignored
    program.send(.chapterSkipped(.next))
    #expect(program.player.position == .seconds(200))
    program.send(.chapterSkipped(.previous))
    #expect(program.player.position == .seconds(100))
    program.send(.player(.positionDragged(.seconds(110))))
    program.send(.chapterSkipped(.previous))
    #expect(program.player.position == .seconds(100))
    await program.send(.quitRequested).finish()
  }
}

@Suite(.timeLimit(.minutes(1)))
struct EpisodeChaptersTests {
  private func chapter(_ start: Int, _ title: String = "", page: String? = nil, picture: String? = nil) -> Chapter {
    Chapter(
      start: .seconds(start), title: title, websiteURL: page.flatMap { URL(string: $0) },
      pictureURL: picture.flatMap { URL(string: $0) })
  }

  @Test func `merging keeps the chapters of the first non-empty source and adds details from the others`() {
    // Given three sources, of which the first has no chapters, and the third has more details. Two chapters are the
    // same if their starts differ by at most a second.
    let address = "https://example.org/1"
    let merged = EpisodeChapters(merging: [
      [], [chapter(60, ""), chapter(0, "Begin")],
      [chapter(0, "Other", page: address), chapter(61, "Second", picture: address), chapter(90, "Third")],
    ])
    #expect(merged.chapters.map(\.title) == ["Begin", "Second"])
    #expect(merged.chapters.map(\.websiteURL?.absoluteString) == [address, nil])
    #expect(merged.chapters.map(\.pictureURL?.absoluteString) == [nil, address])
    #expect(merged.chapters.map(\.end) == [.seconds(60), nil])
  }

  @Test func `chapters are sorted, and duplicates and chapters outside the episode are removed`() {
    let source = [
      chapter(200, "C"), chapter(0, "A"), chapter(-5, "Before"), chapter(100, "B"), chapter(100, "Twice"),
      chapter(600, "Past"),
    ]
    let limited = EpisodeChapters(merging: [source]).limited(to: .seconds(600))
    #expect(limited.chapters.map(\.title) == ["A", "B", "C"])
    #expect(limited.chapters.last?.end == .seconds(600))
  }

  @Test func `the current, next and previous chapters are found for a place`() {
    let chapters = EpisodeChapters(merging: [[chapter(10), chapter(20), chapter(30)]])
    #expect([0, 10, 19, 20, 500].map { chapters.index(at: .seconds($0)) } == [nil, 0, 0, 1, 2])
    #expect(chapters.nextStart(after: .zero) == .seconds(10))
    #expect(chapters.nextStart(after: .seconds(30)) == nil)
    #expect(chapters.previousStart(before: .zero) == nil)
    #expect(chapters.previousStart(before: .seconds(12)) == .seconds(10))
    // In the first three seconds of a chapter, the previous chapter is meant.
    #expect(chapters.previousStart(before: .seconds(21)) == .seconds(10))
    #expect(chapters.previousStart(before: .seconds(25)) == .seconds(20))
    #expect(EpisodeChapters().nextStart(after: .zero) == nil)
  }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct TranscriptFeatureTests {
  private let world = World.withTwoShows()
  private let links = [TranscriptLink(url: URL(string: "https://example.org/1.vtt")!)]
  private let transcript = Transcript(lines: [
    .init(id: 0, start: .zero, speaker: "Ina", text: "Good morning"),
    .init(id: 1, start: .seconds(5), text: "방송을 시작합니다"),
    .init(id: 2, start: nil, text: "The end"),
  ])

  private func makeStore(fetching results: [Result<Transcript, TranscriptError>]) -> TestStoreOf<TranscriptFeature> {
    let remainingResults = Recorded(results)
    let feed = URL(string: "https://example.org/feed.xml")
    return TestStore(initialState: TranscriptFeature.State(id: .sample(11), links: links, feed: feed)) {
      TranscriptFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.transcripts = TranscriptClient { _, language, referrer throws(TranscriptError) in
        // The locale of a `World` is `en_US`.
        #expect(language == "en")
        #expect(referrer == feed)
        return try remainingResults.change { $0.removeFirst() }.get()
      }
    }
  }

  @Test func `a fetched transcript is saved, and read from the library the next time`() async {
    let saved = Recorded<Transcript?>(nil)
    // The second store has no transcript to fetch, so it must read the saved one.
    for isSaved in [false, true] {
      let store = makeStore(fetching: isSaved ? [] : [.success(transcript)])
      store.exhaustivity = .off
      store.dependencies.savedTranscripts = SavedTranscriptsClient(
        transcript: { _ in saved.current.map { SavedTranscript($0) } }, missing: { $0 },
        save: { transcript, _ in saved.change { $0 = transcript } },
        search: { _, _ in [] })
      await store.send(.openButtonClicked)
      await store.receive(.received(.sample(11), .success(transcript)))
      await store.finish()
      #expect(saved.current == transcript)
    }
  }

  @Test(arguments: [true, false])
  func `an outdated transcript is fetched again, and is shown if the fetch fails`(isReachable: Bool) async {
    // Given a saved transcript from another address than the feed's
    let old = Transcript(lines: [.init(id: 0, start: .zero, text: "Old")])
    let saved = Recorded(SavedTranscript(old, isOutdated: true))
    let store = makeStore(fetching: [isReachable ? .success(transcript) : .failure(.unavailable(reason: "test"))])
    store.exhaustivity = .off
    store.dependencies.savedTranscripts = SavedTranscriptsClient(
      transcript: { _ in saved.current }, missing: { $0 },
      save: { new, _ in saved.change { $0 = SavedTranscript(new) } }, search: { _, _ in [] })

    // When the transcript is opened, then the feed's transcript is shown and saved. If the fetch fails, the old one is
    // shown, and stays saved
    await store.send(.openButtonClicked)
    await store.receive(.received(.sample(11), .success(isReachable ? transcript : old)))
    await store.finish()
    #expect(saved.current == (isReachable ? SavedTranscript(transcript) : SavedTranscript(old, isOutdated: true)))
  }

  @Test func `refreshing a transcript fetches it again, and keeps it visible if the fetch fails`() async {
    // Given a transcript that was read from the library
    let old = Transcript(lines: [.init(id: 0, start: .zero, text: "Old")])
    let saved = Recorded<[Transcript]>([])
    let failure = TranscriptError.unavailable(reason: "test")
    let store = makeStore(fetching: [.failure(failure), .success(transcript)])
    store.dependencies.savedTranscripts = SavedTranscriptsClient(
      transcript: { _ in SavedTranscript(old) }, missing: { $0 }, save: { new, _ in saved.change { $0.append(new) } },
      search: { _, _ in [] })
    await store.send(.openButtonClicked) { $0.phase = .loading }
    await store.receive(.received(.sample(11), .success(old))) {
      $0.phase = .loaded
      $0.transcript = old
      $0.lines = old.lines
    }

    // When the server cannot be reached, then a message is shown
    await store.send(.refreshButtonClicked) { $0.isRefreshing = true }
    await store.receive(.received(.sample(11), .failure(failure))) {
      $0.isRefreshing = false
      $0.refreshProblem = failure.message
    }

    // And when the server can be reached again, then the new transcript is shown and saved
    await store.send(.refreshButtonClicked) {
      $0.isRefreshing = true
      $0.refreshProblem = nil
    }
    await store.receive(.received(.sample(11), .success(transcript))) { [transcript] in
      $0.isRefreshing = false
      $0.transcript = transcript
      $0.lines = transcript.lines
    }
    await store.finish()
    #expect(saved.current == [transcript])
  }

  @Test func `a transcript is fetched and shown even if the library fails`() async {
    let store = makeStore(fetching: [.success(transcript)])
    store.exhaustivity = .off
    store.dependencies.savedTranscripts = .unavailable(.failed(reason: "test"))
    await store.send(.openButtonClicked)
    await store.receive(.received(.sample(11), .success(transcript)))
    await store.finish()
    // The log has the failure of reading the saved transcript, and the failure of saving the fetched one.
    #expect(world.logged.current.count == 2)
  }

  @Test
  func `a transcript is fetched when it is opened and after a failure, and its lines can be searched and clicked`()
    async
  {
    let store = makeStore(fetching: [.failure(.unavailable(reason: "test")), .success(transcript)])
    await store.send(.openButtonClicked) { $0.phase = .loading }
    let failure = TranscriptError.unavailable(reason: "test")
    await store.receive(.received(.sample(11), .failure(failure))) { $0.phase = .failed(failure.message) }
    await store.send(.openButtonClicked) { $0.phase = .loading }
    await store.receive(.received(.sample(11), .success(transcript))) { [transcript] in
      $0.phase = .loaded
      $0.transcript = transcript
      $0.lines = transcript.lines
    }
    // A loaded transcript is not fetched again.
    await store.send(.openButtonClicked)

    // And a search shows the lines that contain all of its words
    await store.send(.searchTextChanged("방송")) { [transcript] in
      $0.searchText = "방송"
      $0.lines = [transcript.lines[1]]
    }
    await store.send(.searchTextChanged("MORNING good")) { [transcript] in
      $0.searchText = "MORNING good"
      $0.lines = [transcript.lines[0]]
    }
    await store.send(.searchTextChanged("nothing")) {
      $0.searchText = "nothing"
      $0.lines = []
    }
    // And a click on a line with a time requests playback from this time. A click on a line without a time does nothing
    await store.send(.lineClicked(transcript.lines[1]))
    await store.receive(.delegate(.placeRequested(.seconds(5))))
    await store.send(.lineClicked(transcript.lines[2]))
  }

  @Test func `the transcript line at a place is found`() {
    #expect(transcript.index(at: .seconds(4)) == 0)
    #expect(Transcript(lines: [.init(id: 0, start: .seconds(3), text: "a")]).index(at: .seconds(2)) == nil)
    #expect(Transcript(lines: [.init(id: 0, start: nil, text: "a")]).index(at: .seconds(2)) == nil)
    #expect(Transcript(lines: []).index(at: .zero) == nil)
  }

  @Test func `transcript lines without a time are skipped in the search for the line at a place`() {
    let starts: [Int?] = [2, nil, nil, 8, nil]
    let mixed = Transcript(
      lines: starts.enumerated().map { .init(id: $0.offset, start: $0.element.map { .seconds($0) }, text: "a") })
    #expect([1, 2, 7, 8, 90].map { mixed.index(at: .seconds($0)) } == [nil, 0, 0, 3, 3])
  }
}
