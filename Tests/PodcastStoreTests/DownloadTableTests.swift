import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

@Suite struct DownloadTableTests {
  private let folder: TemporaryLibrary
  private let library: Library
  private let show: Show.ID
  /// The episodes, the newest first.
  private let episodes: [Episode.ID]
  private let day = 86400.0

  init() async throws {
    folder = try TemporaryLibrary()
    library = try Library.open(at: folder.file, newEpisodesOfNewShow: { 3 })
    let items = (1...4).map { Podcast.Item.sample("\($0)", date: 1_700_000_000 - Double($0) * 86400) }
    show = try await library.client.subscribe(Podcast(title: "A", items: items), feedURL)
    episodes = try await library.client.currentEpisodes(show).map(\.id)
  }

  private var records: DownloadRecordsClient { library.downloadRecords }

  private func complete(
    _ id: Episode.ID, isAutomatic: Bool = false, at date: Date = Date(timeIntervalSince1970: 1000)
  ) async throws {
    var record = try #require(try await records.request([id], isAutomatic, date).first)
    (record.state, record.file, record.byteCount, record.completedAt) = (.complete, "\(id.rawValue).mp3", 10, date)
    try await records.update([record])
  }

  private func rules(
    _ download: ShowSettings.AutomaticDownload = .off, _ deletion: ShowSettings.DownloadDeletion = .never,
    now: Double = 1000,
    playing: Episode.ID? = nil
  ) -> DownloadRules {
    DownloadRules(
      automaticDownload: download, deletion: deletion, now: Date(timeIntervalSince1970: now), playing: playing)
  }

  @Test func `a library of version 2 keeps everything and gets downloads`() async throws {
    // Given a library of version 2
    let other = try TemporaryLibrary()
    let pool = try DatabasePool(path: other.file.path)
    try LibrarySchema.migrator.migrate(pool, upTo: "2 states, notes, feeds and search")
    try pool.close()

    // When it is opened, then a backup was made, and downloads can be recorded
    let opened = try Library.open(at: other.file)
    guard case .migrated = opened.opening else { Issue.record("\(opened.opening)"); return }
    let show = try await opened.client.subscribe(.sample(), feedURL)
    let episode = try #require(try await opened.client.currentEpisodes(show).first)
    #expect(try await opened.downloadRecords.request([episode.id], false, Date()).map(\.id) == [episode.id])
  }

  @Test func `a request is stored once, and keeps what is known`() async throws {
    // Given a failed download with a partial file
    var record = try #require(try await records.request([episodes[0]], true, Date(timeIntervalSince1970: 1)).first)
    #expect(record.state == .waiting)
    #expect(record.isAutomatic)
    record.source = DownloadRecord.Source(address: record.enclosure.url, etag: "\"1\"", total: 99)
    (record.state, record.error, record.file) = (.failed, .diskFull(needed: 5), "1.mp3")
    try await records.update([record])
    #expect(try await records.all() == [record])

    // When the user requests it again with another one
    let again = try await records.request(
      [episodes[0], episodes[1], Episode.ID(rawValue: 999)], false, Date(timeIntervalSince1970: 2))

    // Then it waits without its error, belongs to the user, and keeps its source
    #expect(again.map(\.id) == [episodes[0], episodes[1]])
    #expect(again[0].state == .waiting)
    #expect(again[0].error == nil)
    #expect(again[0].source == record.source)
    #expect(!again[0].isAutomatic)
    #expect(again[0].addedAt == Date(timeIntervalSince1970: 1))

    // And a complete one is not requested again
    try await complete(episodes[2])
    #expect(try await records.request([episodes[2]], false, Date()).isEmpty)
  }

  @Test func `the filter for downloads finds complete ones`() async throws {
    try await complete(episodes[1])
    _ = try await records.request([episodes[2]], false, Date())
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.show(show), filter: .downloaded)) == [episodes[1]])
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, filter: .downloaded)) == [episodes[1]])
  }

  @Test func `removing a show removes its records`() async throws {
    try await complete(episodes[1])
    try await library.client.removeShow(show)
    #expect(try await records.all().isEmpty)
  }

  @Test func `new episodes are downloaded as the settings say`() async throws {
    // The newest three are new.
    #expect(try await records.plan(rules()).start.isEmpty)
    #expect(try await records.plan(rules(.all)).start == Array(episodes[0..<3]))
    #expect(try await records.plan(rules(.newest(2))).start == Array(episodes[0..<2]))

    // The setting of the show overrides the general one.
    var settings = ShowSettings()
    settings.automaticDownload = .off
    try await library.showSettings.save(show, settings)
    #expect(try await records.plan(rules(.all)).start.isEmpty)
    settings.automaticDownload = .newest(1)
    try await library.showSettings.save(show, settings)
    #expect(try await records.plan(rules(.all)).start == [episodes[0]])
  }

  @Test func `the newest episodes of a show are downloaded although they are not new, and older ones are not`()
    async throws
  {
    // Given a show of which no episode is new, and whose newest one is played
    for id in episodes { _ = try await library.episodes.setPlayed(.episodes([id]), true) }
    for id in episodes.dropFirst() { _ = try await library.episodes.setPlayed(.episodes([id]), false) }
    #expect(try await records.plan(rules(.all)).start.isEmpty)

    // Then those of the newest three that are not played are downloaded
    #expect(try await records.plan(rules(.newest(3))).start == Array(episodes[1..<3]))
  }

  @Test func `a removed download does not start again by itself`() async throws {
    var record = try #require(try await records.request([episodes[0]], true, Date()).first)
    record.state = .removed
    try await records.update([record])
    #expect(try await records.plan(rules(.all)).start == Array(episodes[1..<3]))
    // The user can start it.
    #expect(try await records.request([episodes[0]], false, Date()).map(\.state) == [.waiting])
  }

  @Test func `newer episodes take the place of older automatic ones that were not touched`() async throws {
    // Given automatic downloads of the second and the third, and a download of the user
    try await complete(episodes[1], isAutomatic: true)
    try await complete(episodes[2], isAutomatic: true)
    try await complete(episodes[3])

    // Then the newest one replaces the third, which is the oldest automatic one
    var plan = try await records.plan(rules(.newest(2)))
    #expect(plan == DownloadPlan(start: [episodes[0]], remove: [episodes[2]]))

    // But not if it was started, or is a favourite
    try await library.client.setFavorite(episodes[2], true)
    plan = try await records.plan(rules(.newest(2)))
    #expect(plan.remove.isEmpty)
  }

  @Test func `played downloads are deleted, but no favourite, queued or playing one`() async throws {
    // Given four played downloads
    for id in episodes { try await complete(id) }
    _ = try await library.episodes.setPlayed(.episodes(episodes), true)
    #expect(try await records.plan(rules(.off, .never)).remove.isEmpty)
    #expect(try await records.plan(rules(.off, .afterPlayed)).remove == episodes)

    // When one is a favourite, one is queued and one is in the player
    try await library.client.setFavorite(episodes[0], true)
    try await library.queue.playNext([episodes[1]])

    // Then only the other one is deleted
    #expect(try await records.plan(rules(.off, .afterPlayed, playing: episodes[2])).remove == [episodes[3]])
  }

  @Test func `downloads are deleted after days`() async throws {
    try await complete(episodes[0], at: Date(timeIntervalSince1970: 0))
    try await complete(episodes[1], at: Date(timeIntervalSince1970: day))
    #expect(try await records.plan(rules(.off, .afterDays(3), now: 3 * day - 1)).remove.isEmpty)
    #expect(try await records.plan(rules(.off, .afterDays(3), now: 3 * day)).remove == [episodes[0]])
    // A clock that went back deletes nothing.
    #expect(try await records.plan(rules(.off, .afterDays(3), now: -9 * day)).remove.isEmpty)
  }
}
