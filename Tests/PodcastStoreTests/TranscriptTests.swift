import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Saved transcripts, and the search in their lines. The second argument of `search` limits the number of results.
/// `missing` returns those of the given episodes whose transcript has to be fetched.
@Suite struct TranscriptTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  private let show: Show.ID
  /// The episodes with the guids 1 to 3.
  private let ids: [Episode.ID]

  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
    show = try await library.client.subscribe(.sample(guids: ["1", "2", "3"]), feedURL)
    ids = try await library.client.currentEpisodes(show).sorted { $0.guid < $1.guid }.map(\.id)
  }

  /// Returns a transcript with a line for each text. The lines begin at 0, 10, 20 … seconds.
  private func transcript(_ texts: String...) -> Transcript {
    Transcript(
      lines: texts.enumerated().map { Transcript.Line(id: $0, start: .seconds($0 * 10), speaker: "Ada", text: $1) })
  }

  @Test func `a saved transcript is kept after a restart and can be replaced`() async throws {
    let transcripts = library.transcripts
    #expect(try await transcripts.transcript(ids[0]) == nil)
    #expect(try await transcripts.missing(ids) == ids)
    let first = transcript("Good morning.", "오늘은 방송 이야기입니다.")
    try await transcripts.save(first, ids[0])
    #expect(try await Library.open(at: temporary.file).transcripts.transcript(ids[0]) == SavedTranscript(first))
    #expect(try await transcripts.missing(ids) == Array(ids.dropFirst()))

    let untimed = Transcript(lines: [Transcript.Line(id: 0, start: nil, text: "Without times")])
    try await transcripts.save(untimed, ids[0])
    // The search no longer finds the replaced lines.
    #expect(try await transcripts.transcript(ids[0])?.transcript == untimed)
    #expect(try await transcripts.search("morning", 10).isEmpty)
  }

  @Test func `a search ignores case and finds the lines that contain all words, including short words`() async throws {
    let transcripts = library.transcripts
    try await transcripts.save(
      transcript("A Robin sings.", "The robin sings in winter.", "오늘은 방송 이야기입니다.", "100% sure"), ids[0])
    try await transcripts.save(transcript("Another robin"), ids[1])
    // The second line begins at 10 seconds.
    #expect(try await transcripts.search("ROBIN winter", 10).map(\.line.start) == [.seconds(10)])
    #expect(try await transcripts.search("방송", 10).map(\.line.id) == [2])
    // `%` is no wildcard. A single character finds lines only together with a longer word.
    #expect(try await transcripts.search("0%", 10).map(\.line.id) == [3])
    #expect(try await transcripts.search("%", 10).isEmpty)
    #expect(try await transcripts.search("% sure", 10).map(\.line.id) == [3])
    #expect(try await transcripts.search("  ", 10).isEmpty)
    let found = try await transcripts.search("robin", 10)
    #expect(found.count == 3)
    #expect(Set(found.map(\.episode)) == [ids[0], ids[1]])
    #expect(found.allSatisfy { !$0.episodeTitle.isEmpty && !$0.showTitle.isEmpty })
    #expect(try await transcripts.search("robin", 2).count == 2)
  }

  @Test func `removing a show removes its transcripts from the database and the index`() async throws {
    try await library.transcripts.save(transcript("A robin sings."), ids[0])
    _ = try await library.client.removeShow(show)
    #expect(try await library.transcripts.search("robin", 10).isEmpty)
    let remainingRows = try await DatabaseQueue(path: temporary.file.path).read { database in
      try Int.fetchOne(
        database, sql: "SELECT (SELECT count(*) FROM transcriptLine) + (SELECT count(*) FROM transcriptSearch)")
    }
    #expect(remainingRows == 0)
  }

  @Test func `a transcript is outdated after its address changes, until a new one is saved`() async throws {
    /// Updates the library from a feed that has this address for the transcript of the episode with the guid 1.
    func refresh(_ address: String, title: String = "Episode") async throws {
      var podcast = Podcast.sample(guids: ["1", "2", "3"])
      podcast.items[0].title = title
      podcast.items[0].details.transcripts = [TranscriptLink(url: URL(string: address)!)]
      _ = try await library.client.subscribe(podcast, feedURL)
    }
    // Given a saved transcript of an episode whose feed has the address of a transcript
    try await refresh("https://example.org/1.vtt")
    let transcripts = library.transcripts
    let id = try #require(try await library.client.currentEpisodes(show).first { $0.guid == "1" }?.id)
    let first = transcript("A robin sings.")
    try await transcripts.save(first, id)

    // When the episode gets another title, then nothing changes
    try await refresh("https://example.org/1.vtt", title: "Another title")
    #expect(try await transcripts.transcript(id) == SavedTranscript(first))

    // When the feed has another address, then the transcript is kept, and counts as missing
    try await refresh("https://example.org/corrected.vtt", title: "Another title")
    #expect(try await transcripts.transcript(id) == SavedTranscript(first, isOutdated: true))
    #expect(try await transcripts.missing([id]) == [id])
    #expect(try await transcripts.search("robin", 10).count == 1)

    // And a new transcript is up to date
    try await transcripts.save(transcript("A blackbird sings."), id)
    #expect(try await transcripts.transcript(id)?.isOutdated == false)
    #expect(try await transcripts.missing([id]).isEmpty)
  }

  @Test func `saving a transcript of a missing episode throws notFound`() async throws {
    await #expect(throws: LibraryError.notFound) {
      try await library.transcripts.save(transcript("A robin sings."), Episode.ID(rawValue: 999))
    }
  }

  @Test func `a transcript line above the limit is cut, and a negative time becomes zero`() async throws {
    // A Hangul syllable has three bytes. One text, of 12,288 bytes, is shorter than the limit of 16,384 bytes, and the
    // other, of 24,576 bytes, is longer.
    let whole = String(repeating: "방", count: 4_096)
    let lines = [whole, whole + whole].enumerated().map { Transcript.Line(id: $0, start: .seconds(-5), text: $1) }
    try await library.transcripts.save(Transcript(lines: lines), ids[0])
    let saved = try #require(try await library.transcripts.transcript(ids[0])).transcript.lines
    #expect(saved.allSatisfy { $0.start == .zero })
    #expect(saved.first?.text == whole)
    #expect(saved.last.map { $0.text.utf8.count <= TranscriptTable.maxLineSize && $0.text.hasPrefix(whole) } == true)
  }

  /// A removal deletes up to ten transcripts in a transaction, so 25 transcripts need three transactions.
  @Test func `removing a show with many transcripts removes all of them`() async throws {
    let podcast = Podcast.sample(guids: (1...25).map { "many \($0)" })
    let show = try await library.client.subscribe(podcast, URL(string: "https://example.org/many")!)
    for episode in try await library.client.currentEpisodes(show) {
      try await library.transcripts.save(transcript("A robin sings."), episode.id)
    }
    #expect(try await library.transcripts.search("robin", 50).count == 25)
    _ = try await library.client.removeShow(show)
    #expect(try await library.transcripts.search("robin", 50).isEmpty)
  }
}
