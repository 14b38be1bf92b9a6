import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The records of downloads in a library, and the plan of the automatic downloads and deletions.
@Suite struct DownloadTableTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  private let show: Show.ID
  /// The episodes, the newest first.
  private let episodes: [Episode.ID]
  private let day = 86400.0

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file, newEpisodesOfNewShow: { 3 })
    let items = (1...4).map { Podcast.Item.sample("\($0)", date: 1_700_000_000 - Double($0) * 86400) }
    show = try await library.client.subscribe(Podcast(title: "A", items: items), feedURL)
    episodes = try await library.client.currentEpisodes(show).map(\.id)
  }

  private var records: DownloadRecordsClient { library.downloadRecords }

  private func addCompleteDownload(
    of id: Episode.ID, isAutomatic: Bool = false, at date: Date = Date(timeIntervalSince1970: 1000)
  ) async throws {
    var record = try #require(try await records.request([id], isAutomatic, date).first)
    (record.state, record.file, record.byteCount, record.completedAt) = (.complete, "\(id.rawValue).mp3", 10, date)
    try await records.update([record])
  }

  /// The rules for automatic downloads and for deletions, at a time in seconds since 1970.
  private func rules(
    _ download: ShowSettings.AutomaticDownload = .off, _ deletion: ShowSettings.DownloadDeletion = .never,
    now: Double = 1000,
    playing: Episode.ID? = nil
  ) -> DownloadRules {
    DownloadRules(
      automaticDownload: download, deletion: deletion, now: Date(timeIntervalSince1970: now), playing: playing)
  }

  @Test func `a library of version 2 is migrated and can record downloads`() async throws {
    // Given a library of version 2
    let other = try TemporaryLibrary()
    let pool = try DatabasePool(path: other.file.path)
    try LibrarySchema.migrator.migrate(pool, upTo: "2 states, notes, feeds and search")
    try pool.close()

    // When it is opened, then it is migrated, and downloads can be recorded
    let opened = try Library.open(at: other.file)
    guard case .migrated = opened.opening else { Issue.record("\(opened.opening)"); return }
    let show = try await opened.client.subscribe(.sample(), feedURL)
    let episode = try #require(try await opened.client.currentEpisodes(show).first)
    #expect(try await opened.downloadRecords.request([episode.id], false, Date()).map(\.id) == [episode.id])
  }

  @Test func `a repeated request keeps the source of a partial file and clears the error of the download`() async throws
  {
    // Given a failed download with a partial file, whose source is the address and the version of the server's file
    var record = try #require(try await records.request([episodes[0]], true, Date(timeIntervalSince1970: 1)).first)
    #expect(record.state == .waiting)
    #expect(record.isAutomatic)
    record.source = DownloadRecord.Source(address: record.enclosure.url, etag: "\"1\"", total: 99)
    (record.state, record.error, record.file) = (.failed, .diskFull(needed: 5), "1.mp3")
    try await records.update([record])
    #expect(try await records.all() == [record])

    // When the user requests it again together with another episode and with a missing one
    let requested = try await records.request(
      [episodes[0], episodes[1], Episode.ID(rawValue: 999)], false, Date(timeIntervalSince1970: 2))

    // Then the download waits without its error, counts as requested by the user, and keeps its source
    #expect(requested.map(\.id) == [episodes[0], episodes[1]])
    #expect(requested[0].state == .waiting)
    #expect(requested[0].error == nil)
    #expect(requested[0].source == record.source)
    #expect(!requested[0].isAutomatic)
    #expect(requested[0].addedAt == Date(timeIntervalSince1970: 1))

    // And a complete download is not requested again
    try await addCompleteDownload(of: episodes[2])
    #expect(try await records.request([episodes[2]], false, Date()).isEmpty)
  }

  @Test func `the downloaded filter returns only complete downloads`() async throws {
    try await addCompleteDownload(of: episodes[1])
    _ = try await records.request([episodes[2]], false, Date())
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.show(show), filter: .downloaded)) == [episodes[1]])
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, filter: .downloaded)) == [episodes[1]])
  }

  @Test func `removing a show removes its download records`() async throws {
    try await addCompleteDownload(of: episodes[1])
    try await library.client.removeShow(show)
    #expect(try await records.all().isEmpty)
  }

  @Test func `the settings of a show or the general settings select the episodes to download`() async throws {
    // The newest three episodes are new.
    #expect(try await records.plan(rules()).start.isEmpty)
    #expect(try await records.plan(rules(.all)).start == Array(episodes[0..<3]))
    #expect(try await records.plan(rules(.newest(2))).start == Array(episodes[0..<2]))

    // The setting of the show overrides the general setting.
    var settings = ShowSettings()
    settings.automaticDownload = .off
    try await library.showSettings.save(show, settings)
    #expect(try await records.plan(rules(.all)).start.isEmpty)
    settings.automaticDownload = .newest(1)
    try await library.showSettings.save(show, settings)
    #expect(try await records.plan(rules(.all)).start == [episodes[0]])
  }

  @Test func `unplayed episodes among the newest are downloaded although they are not new`() async throws {
    // Given a show whose newest episode is played. Marking the others as played and unplayed removes their new marks.
    for id in episodes { _ = try await library.episodes.setPlayed(.episodes([id]), true) }
    for id in episodes.dropFirst() { _ = try await library.episodes.setPlayed(.episodes([id]), false) }
    #expect(try await records.plan(rules(.all)).start.isEmpty)

    // Then the unplayed episodes among the newest three are downloaded
    #expect(try await records.plan(rules(.newest(3))).start == Array(episodes[1..<3]))
  }

  @Test func `a removed download does not start again automatically`() async throws {
    var record = try #require(try await records.request([episodes[0]], true, Date()).first)
    record.state = .removed
    try await records.update([record])
    #expect(try await records.plan(rules(.all)).start == Array(episodes[1..<3]))
    // The user can start it.
    #expect(try await records.request([episodes[0]], false, Date()).map(\.state) == [.waiting])
  }

  @Test func `a newer episode replaces the oldest automatic download unless it is a favorite`() async throws {
    // Given automatic downloads of the second and third episode, and a download that the user requested
    try await addCompleteDownload(of: episodes[1], isAutomatic: true)
    try await addCompleteDownload(of: episodes[2], isAutomatic: true)
    try await addCompleteDownload(of: episodes[3])

    // Then the newest episode replaces the third one, which is the oldest automatic download
    var plan = try await records.plan(rules(.newest(2)))
    #expect(plan == DownloadPlan(start: [episodes[0]], remove: [episodes[2]]))

    // And a favorite is not replaced
    try await library.client.setFavorite(episodes[2], true)
    plan = try await records.plan(rules(.newest(2)))
    #expect(plan.remove.isEmpty)
  }

  @Test func `played downloads are deleted, except favorite, queued and playing ones`() async throws {
    // Given four played downloads
    for id in episodes { try await addCompleteDownload(of: id) }
    _ = try await library.episodes.setPlayed(.episodes(episodes), true)
    #expect(try await records.plan(rules(.off, .never)).remove.isEmpty)
    #expect(try await records.plan(rules(.off, .afterPlayed)).remove == episodes)

    // When one is a favorite, one is queued and one is in the player
    try await library.client.setFavorite(episodes[0], true)
    try await library.queue.playNext([episodes[1]])

    // Then only the remaining one is deleted
    #expect(try await records.plan(rules(.off, .afterPlayed, playing: episodes[2])).remove == [episodes[3]])
  }

  @Test func `downloads are deleted after the set number of days`() async throws {
    try await addCompleteDownload(of: episodes[0], at: Date(timeIntervalSince1970: 0))
    try await addCompleteDownload(of: episodes[1], at: Date(timeIntervalSince1970: day))
    #expect(try await records.plan(rules(.off, .afterDays(3), now: 3 * day - 1)).remove.isEmpty)
    #expect(try await records.plan(rules(.off, .afterDays(3), now: 3 * day)).remove == [episodes[0]])
    // After the clock was set back, no download is deleted.
    #expect(try await records.plan(rules(.off, .afterDays(3), now: -9 * day)).remove.isEmpty)
  }
}
