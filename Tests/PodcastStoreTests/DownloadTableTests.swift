import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The number of seconds in a day.
private let day = 86400.0

/// The records of downloads in a library, and the plan of the automatic downloads and deletions.
@Suite struct DownloadTableTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  private let show: Show.ID
  /// The four episodes of the show, the newest first.
  private let episodes: [Episode.ID]

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file, newEpisodesOfNewShow: { 3 })
    let items = (1...4).map { Podcast.Item.sample("\($0)", date: 1_700_000_000 - Double($0) * day) }
    show = try await library.client.subscribe(Podcast(title: "A", items: items), feedURL)
    episodes = try await library.client.currentEpisodes(show).map(\.id)
  }

  private var records: DownloadRecordsClient { library.downloadRecords }

  /// Requests the downloads of episodes, and returns the records of those episodes whose download waits afterwards.
  private func request(
    _ ids: [Episode.ID], isAutomatic: Bool = false, at date: Date = Date(), in library: Library? = nil
  ) async throws -> [DownloadRecord] {
    try await (library ?? self.library).downloadRecords.request(ids, isAutomatic, date)
  }

  private func addCompleteDownload(
    of id: Episode.ID, isAutomatic: Bool = false, at date: Date = Date(timeIntervalSince1970: 1000)
  ) async throws {
    var record = try #require(try await request([id], isAutomatic: isAutomatic, at: date).first)
    (record.state, record.file, record.byteCount, record.completedAt) = (.complete, "\(id.rawValue).mp3", 10, date)
    try await records.update([record])
  }

  /// Returns the rules for automatic downloads and for deletions.
  ///
  /// - Parameters:
  ///   - now: The current time, in seconds since 1970.
  ///   - playing: The episode in the player.
  private func rules(
    downloading download: ShowSettings.AutomaticDownload = .off,
    deleting deletion: ShowSettings.DownloadDeletion = .never,
    now: Double = 1000,
    playing: Episode.ID? = nil
  ) -> DownloadRules {
    DownloadRules(
      automaticDownload: download, deletion: deletion, now: Date(timeIntervalSince1970: now), playing: playing)
  }

  @Test func `a library of version 2 is migrated and can record downloads`() async throws {
    // Given a library of version 2
    let oldLibrary = try TemporaryLibrary()
    let pool = try DatabasePool(path: oldLibrary.file.path)
    try LibrarySchema.migrator.migrate(pool, upTo: "2 states, notes, feeds and search")
    try pool.close()

    // When the library is opened, then it is migrated, and downloads can be recorded
    let opened = try Library.open(at: oldLibrary.file)
    guard case .migrated = opened.opening else { Issue.record("\(opened.opening)"); return }
    let newShow = try await opened.client.subscribe(.sample(), feedURL)
    let episode = try #require(try await opened.client.currentEpisodes(newShow).first)
    #expect(try await request([episode.id], in: opened).map(\.id) == [episode.id])
  }

  @Test func `a repeated request retries a failed download, and ignores a complete one`() async throws {
    // Given a failed download with a partial file. The source of the partial file is the address, the ETag and the size
    // of the server's file.
    let firstRequest = Date(timeIntervalSince1970: 1)
    var record = try #require(try await request([episodes[0]], isAutomatic: true, at: firstRequest).first)
    #expect(record.state == .waiting)
    #expect(record.isAutomatic)
    record.source = DownloadRecord.Source(address: record.enclosure.url, etag: "\"1\"", total: 99)
    (record.state, record.error, record.file) = (.failed, .diskFull(needed: 5), "1.mp3")
    try await records.update([record])
    #expect(try await records.all() == [record])

    // When the user requests the download again, together with that of another episode and of an unknown one
    let requested = try await request(
      [episodes[0], episodes[1], Episode.ID(rawValue: 999)], at: Date(timeIntervalSince1970: 2))

    // Then the download waits without an error, counts as requested by the user, and keeps its source and its date
    #expect(requested.map(\.id) == [episodes[0], episodes[1]])
    #expect(requested[0].state == .waiting)
    #expect(requested[0].error == nil)
    #expect(requested[0].source == record.source)
    #expect(!requested[0].isAutomatic)
    #expect(requested[0].addedAt == firstRequest)

    // And a complete download is not requested again
    try await addCompleteDownload(of: episodes[2])
    #expect(try await request([episodes[2]]).isEmpty)
  }

  @Test func `the downloaded filter returns only complete downloads`() async throws {
    // Given a complete and a waiting download
    try await addCompleteDownload(of: episodes[1])
    _ = try await request([episodes[2]])

    // Then the filter returns only the complete one, in the show and in the library
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.show(show), filter: .downloaded)) == [episodes[1]])
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, filter: .downloaded)) == [episodes[1]])
  }

  @Test func `removing a show removes its download records`() async throws {
    try await addCompleteDownload(of: episodes[1])
    try await library.client.removeShow(show)
    #expect(try await records.all().isEmpty)
  }

  @Test func `the settings of a show or the general settings select the episodes to download`() async throws {
    // The library marks the three newest episodes as new. `.all` downloads all episodes with this mark.
    #expect(try await records.plan(rules()).start.isEmpty)
    #expect(try await records.plan(rules(downloading: .all)).start == Array(episodes[0..<3]))
    #expect(try await records.plan(rules(downloading: .newest(2))).start == Array(episodes[0..<2]))

    // The setting of the show overrides the general setting.
    var settings = ShowSettings()
    settings.automaticDownload = .off
    try await library.showSettings.save(show, settings)
    #expect(try await records.plan(rules(downloading: .all)).start.isEmpty)
    settings.automaticDownload = .newest(1)
    try await library.showSettings.save(show, settings)
    #expect(try await records.plan(rules(downloading: .all)).start == [episodes[0]])
  }

  @Test func `unplayed episodes among the newest are downloaded although they are not new`() async throws {
    // Given a show whose newest episode is played. The others are marked as played and then as unplayed, which removes
    // their new marks.
    for id in episodes { _ = try await library.episodes.setPlayed(.episodes([id]), true) }
    for id in episodes.dropFirst() { _ = try await library.episodes.setPlayed(.episodes([id]), false) }
    #expect(try await records.plan(rules(downloading: .all)).start.isEmpty)

    // Then the unplayed episodes among the newest three are downloaded
    #expect(try await records.plan(rules(downloading: .newest(3))).start == Array(episodes[1..<3]))
  }

  @Test func `a removed download does not start again automatically`() async throws {
    var record = try #require(try await request([episodes[0]], isAutomatic: true).first)
    record.state = .removed
    try await records.update([record])
    // Only the two other new episodes are downloaded.
    #expect(try await records.plan(rules(downloading: .all)).start == Array(episodes[1..<3]))
    // The user can start the removed download again.
    #expect(try await request([episodes[0]]).map(\.state) == [.waiting])
  }

  @Test func `a newer episode replaces the oldest automatic download, but not that of a favorite`() async throws {
    // Given automatic downloads of the second and third newest episode, and a download of the oldest one by the user
    try await addCompleteDownload(of: episodes[1], isAutomatic: true)
    try await addCompleteDownload(of: episodes[2], isAutomatic: true)
    try await addCompleteDownload(of: episodes[3])

    // Then the download of the newest episode replaces that of the third, the oldest one with an automatic download
    var plan = try await records.plan(rules(downloading: .newest(2)))
    #expect(plan == DownloadPlan(start: [episodes[0]], remove: [episodes[2]]))

    // And a favorite is not replaced
    try await library.client.setFavorite(episodes[2], true)
    plan = try await records.plan(rules(downloading: .newest(2)))
    #expect(plan.remove.isEmpty)
  }

  @Test func `played downloads are deleted, except favorite, queued and playing ones`() async throws {
    // Given four played downloads
    for id in episodes { try await addCompleteDownload(of: id) }
    _ = try await library.episodes.setPlayed(.episodes(episodes), true)
    #expect(try await records.plan(rules(deleting: .never)).remove.isEmpty)
    #expect(try await records.plan(rules(deleting: .afterPlayed)).remove == episodes)

    // When one is a favorite, one is queued and one is in the player
    try await library.client.setFavorite(episodes[0], true)
    try await library.queue.playNext([episodes[1]])

    // Then only the remaining one is deleted
    #expect(try await records.plan(rules(deleting: .afterPlayed, playing: episodes[2])).remove == [episodes[3]])
  }

  @Test func `downloads are deleted after the set number of days`() async throws {
    try await addCompleteDownload(of: episodes[0], at: Date(timeIntervalSince1970: 0))
    try await addCompleteDownload(of: episodes[1], at: Date(timeIntervalSince1970: day))
    #expect(try await records.plan(rules(deleting: .afterDays(3), now: 3 * day - 1)).remove.isEmpty)
    #expect(try await records.plan(rules(deleting: .afterDays(3), now: 3 * day)).remove == [episodes[0]])
    // After the clock was set back, no download is deleted.
    #expect(try await records.plan(rules(deleting: .afterDays(3), now: -9 * day)).remove.isEmpty)
  }
}
