import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

@testable import AppFeatures

/// Tests of the requests for downloads, of the toast about removed downloads, and of the rules for automatic downloads.
@MainActor @Suite struct DownloadsFeatureTests {
  private let downloads = FakeDownloads()
  private let preferences = FakePreferences()
  private let id = Episode.ID.sample(1)
  private let now = Date(timeIntervalSince1970: 5000)

  private func makeStore() -> TestStoreOf<DownloadsFeature> {
    TestStore(initialState: DownloadsFeature.State()) {
      DownloadsFeature()
    } withDependencies: {
      $0.downloads = downloads.client
      $0.episodes.notes = { EpisodeNotes(id: $0, markup: "") }
      $0.preferences = preferences.client
      $0.locale = Locale(identifier: "en_US")
      $0.now = { [now] in now }
      $0.log = { _ in }
    }
  }

  private func download(_ number: Int64, _ state: Download.State) -> Download {
    Download(id: .sample(number), showID: .sample(1), state: state)
  }

  @Test func `received downloads update the items and their texts`() async {
    // Given a running and a waiting download
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(
      .received([
        download(1, .downloading(Download.Progress(received: 420_000, total: 1_000_000))), download(2, .waiting),
      ]))

    // Then each download has its text
    #expect(store.state.items[id: id]?.progressText == "42%")
    #expect(store.state.items[id: id]?.fraction == 0.42)
    #expect(store.state.items[id: id]?.text.description == "Downloading, 420 kB of 1 MB")
    #expect(store.state.activeCount == 2)

    // When one download completes and the other one disappears, then only the complete one is left
    await store.send(.received([download(1, .complete(file: URL(filePath: "/1.mp3"), byteCount: 1_000_000))]))
    #expect(store.state.items.map(\.id) == [id])
    #expect(store.state.items[id: id]?.text.description == "Downloaded, 1 MB")
    #expect(store.state.summary.description == "1 download, 1 MB")
    #expect(store.state.activeCount == 0)

    // And a failed download shows its reason
    await store.send(.received([download(1, .failed(.webPage, Download.Progress()))]))
    #expect(store.state.items[id: id]?.text.description == "The Server Sent a Web Page")
    #expect(store.state.failedCount == 1)
  }

  @Test func `the transcript of a downloaded episode is fetched and saved once`() async {
    // Given episodes 1 and 3 with a transcript in their feed, and episode 2 without one
    let link = TranscriptLink(url: URL(string: "https://example.org/1.vtt")!)
    let feedURL = URL(string: "https://example.org/feed.xml")!
    let transcript = Transcript(lines: [Transcript.Line(id: 0, start: .zero, text: "Good morning.")])
    let (saved, fetched) = (Recorded<[Episode.ID: Transcript]>([:]), Recorded<[[TranscriptLink]]>([]))
    let store = makeStore()
    store.exhaustivity = .off
    store.dependencies.episodes.notes = { id in
      var details = EpisodeDetails()
      if id != .sample(2) { details.transcripts = [link] }
      return EpisodeNotes(id: id, markup: "", details: details, feed: feedURL)
    }
    store.dependencies.transcripts = TranscriptClient { links, _, feed in
      #expect(feed == feedURL)
      fetched.change { $0.append(links) }
      return transcript
    }
    store.dependencies.savedTranscripts = SavedTranscriptsClient(
      transcript: { id in saved.current[id].map { SavedTranscript($0) } },
      missing: { ids in ids.filter { saved.current[$0] == nil } },
      save: { transcript, id in saved.change { $0[id] = transcript } }, search: { _, _ in [] })
    let complete = Download.State.complete(file: URL(filePath: "/1.mp3"), byteCount: 5)

    // When the first received list contains a complete download, then the download's transcript is fetched and saved
    await store.send(.received([download(1, .waiting), download(2, .waiting), download(3, complete)])).finish()
    #expect(fetched.current == [[link]])
    #expect(saved.current == [.sample(3): transcript])

    // When the other downloads are complete, then the transcript of episode 1 is fetched and saved
    await store.send(.received([download(1, complete), download(2, complete), download(3, complete)]))
    await store.finish()
    #expect(fetched.current == [[link], [link]])
    #expect(Set(saved.current.keys) == [.sample(1), .sample(3)])

    // When an episode is downloaded again, then its transcript is not fetched again
    for state in [.waiting, complete] { await store.send(.received([download(1, state), download(2, complete)])) }
    await store.finish()
    #expect(fetched.current.count == 2)
  }

  @Test func `toggling starts, stops or removes a download, depending on its state`() async {
    let store = makeStore()
    store.exhaustivity = .off
    // An episode without a download is downloaded
    await store.send(.toggled(id))
    await downloads.waitUntilRequested { $0 == [.start([.sample(1)], isAutomatic: false)] }
    // A waiting download is stopped
    await store.send(.received([download(1, .waiting)]))
    await store.send(.toggled(id))
    await downloads.waitUntilRequested { $0.last == .stop([.sample(1)]) }
    // A failed download is started again
    await store.send(.received([download(1, .failed(.cutOff, Download.Progress()))]))
    await store.send(.toggled(id))
    await downloads.waitUntilRequested { $0.count == 3 && $0.last == .start([.sample(1)], isAutomatic: false) }
    // A complete download is removed
    await store.send(.received([download(1, .complete(file: URL(filePath: "/1.mp3"), byteCount: 5))]))
    await store.send(.toggled(id))
    await downloads.waitUntilRequested { $0.last == .remove([.sample(1)]) }
    await store.finish()
  }

  @Test func `Undo restores a removed download`() async throws {
    // Given a complete download
    let store = makeStore()
    store.exhaustivity = .off
    let complete = download(1, .complete(file: URL(filePath: "/1.mp3"), byteCount: 5))
    downloads.set([complete])
    await store.send(.received([complete]))

    // When the user removes it
    await store.send(.items(.element(id: id, action: .removeButtonClicked)))
    await store.receive(.removed(.success(RemovedDownloads(downloads: [complete]))))

    // Then a toast reports the removal, and its button undoes it
    #expect(store.state.notice?.text.description == "Download Removed")
    await store.send(.undoButtonClicked)
    #expect(store.state.notice == nil)
    await downloads.waitUntilRequested { $0.last == .restore([.sample(1)]) }
    await store.finish()
  }

  @Test func `removed files are deleted when their toast is dismissed or replaced`() async {
    // Given a toast about a removed download
    let store = makeStore()
    store.exhaustivity = .off
    let all = (1...2).map { download($0, .complete(file: URL(filePath: "/\($0).mp3"), byteCount: 5)) }
    downloads.set(all)
    await store.send(.received(all))
    await store.send(.removeRequested([.sample(1)]))
    await store.receive(\.removed)
    await store.finish()
    #expect(downloads.requests == [.remove([.sample(1)])])

    // When another toast replaces it, then only the files of the first toast are deleted
    await store.send(.removeRequested([.sample(2)]))
    await store.receive(\.removed)
    await store.finish()
    #expect(downloads.requests.dropFirst() == [.remove([.sample(2)]), .deleteRemoved([.sample(1)])])
    // And a toast that reports no removed download also replaces the previous toast
    await store.send(.freeUpSpaceButtonClicked(playing: nil))
    await store.receive(\.removed)
    await store.finish()
    #expect(downloads.requests.last == .deleteRemoved([.sample(2)]))

    // When a toast disappears, then its files are deleted
    await store.send(.removeRequested([.sample(1)]))
    await store.receive(\.removed)
    await store.send(.noticeChanged(nil))
    await store.finish()
    #expect(downloads.requests.suffix(2) == [.remove([.sample(1)]), .deleteRemoved([.sample(1)])])

    // When a toast disappears after Undo, then its files are restored and not deleted
    await store.send(.removeRequested([.sample(2)]))
    await store.receive(\.removed)
    await store.send(.undoButtonClicked)
    await store.send(.noticeChanged(nil))
    await store.finish()
    #expect(downloads.requests.suffix(2) == [.remove([.sample(2)]), .restore([.sample(2)])])
  }

  @Test func `download rules start and remove downloads without a toast`() async {
    // Given settings that have not been read yet
    let store = makeStore()
    store.exhaustivity = .off
    var settings = Preferences()
    settings.automaticDownload = .newest(3)
    settings.downloadDeletion = .afterPlayed
    settings.parallelDownloads = 4
    await store.send(.rulesDue(playing: nil))
    #expect(downloads.requests.isEmpty, "before the settings are read, nothing is deleted")
    await store.send(.preferencesReceived(settings))
    downloads.setPlan(DownloadPlan(start: [.sample(5)], remove: [.sample(4)]))

    // When the rules are due, for example after a refresh, while episode 9 plays
    await store.send(.rulesDue(playing: .sample(9)))
    await store.finish()

    // Then the plan is carried out
    let rules = DownloadRules(automaticDownload: .newest(3), deletion: .afterPlayed, now: now, playing: .sample(9))
    #expect(
      downloads.requests == [
        .limit(4), .plan(rules), .removeWithoutUndo([.sample(4)]), .start([.sample(5)], isAutomatic: true),
      ])
    #expect(store.state.notice == nil)
  }

  @Test func `Free Up Space removes the played downloads of all shows`() async {
    let store = makeStore()
    store.exhaustivity = .off
    let all = (1...3).map { download($0, .complete(file: URL(filePath: "/\($0).mp3"), byteCount: 1_000_000)) }
    downloads.set(all)
    await store.send(.received(all))

    // When the plan contains no download, then the toast reports that there is none to remove
    await store.send(.freeUpSpaceButtonClicked(playing: nil))
    await store.receive(.removed(.success(RemovedDownloads(downloads: []))))
    #expect(store.state.notice?.text.description == "No Played Downloads to Remove")
    #expect(store.state.notice?.restorable == nil)

    // When the plan contains two downloads, then these downloads are removed
    downloads.setPlan(DownloadPlan(remove: [.sample(1), .sample(2)]))
    await store.send(.freeUpSpaceButtonClicked(playing: nil))
    await store.receive(.removed(.success(RemovedDownloads(downloads: Array(all.prefix(2))))))
    #expect(store.state.notice?.text.description == "2 downloads removed, 2 MB")
    // The plan was made by the rule that all played downloads are removed, whatever the settings of their shows.
    var rules = DownloadRules(deletion: .afterPlayed, now: now)
    rules.ignoresShowSettings = true
    #expect(downloads.requests.contains(.plan(rules)))
  }

  @Test func `a failed write to the library is reported`() async {
    let store = makeStore()
    downloads.fail(with: .notFound)
    await store.send(.startRequested([id]))
    await store.receive(.writeFailed(.notFound))
    await store.receive(.delegate(.problem(Problem(LibraryError.notFound))))
  }

  @Test func `an episode plays from its kept stream if one exists and if it has no downloaded file`() async {
    let episode = Episode.sample(1)
    let kept = URL(string: "http://127.0.0.1:1/1")!
    // A kept stream is audio that was received while it played. A server on this machine provides it.
    let streams = StreamsClient(source: { $0 == episode.enclosure.url ? kept : nil }, isNewlyReceived: { _ in false })
    #expect(
      await downloads.client.playbackSource(of: episode, at: .zero, orKeptBy: streams)
        == PlaybackSource(kept, .keptStream))
    #expect(
      await downloads.client.playbackSource(of: episode, at: .zero, orKeptBy: .none)
        == PlaybackSource(episode.enclosure.url))
    downloads.set([download(1, .complete(file: URL(filePath: "/tmp/1.mp3"), byteCount: 5))])
    #expect(
      await downloads.client.playbackSource(of: episode, at: .zero, orKeptBy: streams)
        == PlaybackSource(URL(filePath: "/tmp/1.mp3"), .file))
  }

  @Test func `an episode plays from its downloaded file, or from its address without one`() async {
    let episode = Episode.sample(1)
    #expect(await downloads.client.playbackSource(of: episode, at: .zero) == PlaybackSource(episode.enclosure.url))
    downloads.set([download(1, .complete(file: URL(filePath: "/tmp/1.mp3"), byteCount: 5))])
    #expect(
      await downloads.client.playbackSource(of: episode, at: .zero)
        == PlaybackSource(URL(filePath: "/tmp/1.mp3"), .file))
    #expect(await downloads.client.audioSource(of: episode) == URL(filePath: "/tmp/1.mp3"))
  }
}
