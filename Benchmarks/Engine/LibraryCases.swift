import Foundation
import PodcastStore
import Podcasts

/// The benchmark cases of lists, searches and refreshes of a large library.
enum LibraryCases {
  /// The words of the titles, authors and summaries, in English and in Korean.
  private static let words = [
    "time", "house", "water", "music", "story", "river", "morning", "science", "history", "letter", "people", "garden",
    "방송", "이야기",
    "음악", "소설", "아침", "과학", "역사", "사람", "kitchen", "winter", "mountain", "journey", "question", "answer", "village",
    "market", "language",
    "number",
  ]

  /// Makes a library. In each show, every third episode is played. Every 40th episode is started, unless it is played.
  /// The episode after each 40th episode is a favorite. Every 100th episode has a failed download.
  static func make(_ file: URL, showCount: Int, episodesPerShow: Int) async throws {
    let library = try Library.open(at: file)
    var random = RandomNumbers(seed: 17)
    for show in 0..<showCount {
      let items = (0..<episodesPerShow).map { item(ofShow: show, number: $0, &random) }
      let podcast = Podcast(
        title: "\(text(words: 2, &random)) \(show)", author: text(words: 2, &random),
        summary: text(words: 30, &random), language: "en", items: items)
      let address = feedAddress(ofShow: show)
      let id = try await library.client.subscribe(FetchedPodcast(podcast, from: address), address)
      let ids = try await LibraryCases.episodes(of: id, in: library)
      let (isFavorite, isPlayed) = (true, true)
      for index in stride(from: 0, to: ids.count, by: 40) {
        try await library.client.savePosition(ids[index], .seconds(60 + show))
        if index + 1 < ids.count { try await library.client.setFavorite(ids[index + 1], isFavorite) }
      }
      let playedEpisodes = stride(from: 2, to: ids.count, by: 3).map { ids[$0] }
      _ = try await library.episodes.setPlayed(.episodes(playedEpisodes), isPlayed)
      try await recordFailedDownloads(of: stride(from: 5, to: ids.count, by: 100).map { ids[$0] }, in: library)
    }
  }

  /// Returns the ids of a show's episodes. The function stops observing the show before it returns. Otherwise each
  /// later write would read all episodes again.
  private static func episodes(of show: Show.ID, in library: Library) async throws -> [Episode.ID] {
    for await result in library.client.episodes(show) { return try result.get().map(\.id) }
    return []
  }

  /// Records failed downloads of episodes. Their error is one after which the program does not retry.
  private static func recordFailedDownloads(of episodes: [Episode.ID], in library: Library) async throws {
    let isAutomatic = false
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    var records = try await library.downloadRecords.request(episodes, isAutomatic, date)
    for index in records.indices {
      records[index].state = .failed
      records[index].error = .notFound
    }
    try await library.downloadRecords.update(records)
  }

  /// Prints the median time for reading the first page of each list, in milliseconds. The first page consists of the
  /// ids of all episodes of the list and the content of the first fifty episodes.
  static func lists(_ file: URL) async throws {
    let library = try Library.open(at: file)
    var queries: [(String, EpisodeQuery)] = []
    let show = try await firstShow(library)
    for (name, scope) in scopes(includingShow: show) { queries.append((name, EpisodeQuery(scope))) }
    for filter in EpisodeQuery.Filter.allCases where filter != .all {
      queries.append(("all episodes, \(filter.rawValue)", EpisodeQuery(.library, filter: filter)))
    }
    for order in EpisodeQuery.Order.allCases where order != .newestFirst {
      queries.append(("all episodes, \(order.rawValue)", EpisodeQuery(.library, order: order)))
    }
    for (name, query) in queries {
      EngineCost.print(
        name, try await EngineCost.medianMilliseconds(ofRuns: 15) { try await readFirstPage(query, of: library) })
    }
  }

  /// The scopes of the lists by name. One of them is the list of a single show.
  private static func scopes(includingShow show: Show.ID) -> [(String, EpisodeQuery.Scope)] {
    [
      ("continue listening", .continueListening), ("new episodes", .new), ("favourites", .favorites),
      ("history", .history), ("queue", .queue),
      ("downloads", .downloads), ("one show", .show(show)), ("all episodes", .library),
    ]
  }

  /// Prints the median time of a search for each prefix of each text, in milliseconds. A user who types a text starts
  /// these searches.
  static func search(_ file: URL, texts: [String]) async throws {
    let library = try Library.open(at: file)
    for text in texts {
      for count in 1...text.count {
        let typed = String(text.prefix(count))
        let query = EpisodeQuery(.library, text: typed)
        EngineCost.print(
          typed, try await EngineCost.medianMilliseconds(ofRuns: 7) { try await readFirstPage(query, of: library) })
      }
    }
  }

  /// Prints the median times for recording a refresh of a show, in milliseconds: with one new episode in its feed, and
  /// with a feed that was read again and has no new episode. `episodeCount` is the number of episodes in the feed.
  static func record(_ file: URL, episodeCount: Int) async throws {
    let library = try Library.open(at: file)
    let subscription = try await library.subscriptions.all()[0]
    var random = RandomNumbers(seed: 99)
    // The episodes of the library have smaller numbers, so these episodes are new.
    var items = (0..<episodeCount).map { item(ofShow: 0, number: 1_000_000 + $0, &random) }
    // The number of the last episode that was added below, and the hash of the feed.
    var number = 2_000_000
    func recordItems() async throws {
      let podcast = Podcast(title: subscription.title, author: "", summary: "", language: "en", items: items)
      let response = FeedResponse(content: .podcast(podcast, hash: "\(number)"))
      _ = try await library.subscriptions.record(
        RefreshOutcome(
          show: subscription.id, endedAt: Date(), nextDueAt: Date(), result: .success(response), movedTo: nil))
    }
    // The first refresh adds all these episodes, so its time is not measured.
    try await recordItems()
    var times: [Duration] = []
    for _ in 0..<15 {
      number += 1
      items = [item(ofShow: 0, number: number, &random)] + items.dropLast()
      times.append(try await EngineCost.time { try await recordItems() })
    }
    EngineCost.print("one new", EngineCost.median(of: times) / .milliseconds(1))
    EngineCost.print("nothing new", try await EngineCost.medianMilliseconds(ofRuns: 15) { try await recordItems() })
  }

  private static func readFirstPage(_ query: EpisodeQuery, of library: Library) async throws {
    for await result in library.episodes.ids(query) {
      _ = try await library.episodes.episodes(Array(try result.get().prefix(50)))
      return
    }
  }

  private static func firstShow(_ library: Library) async throws -> Show.ID {
    for await result in library.client.shows() { if let show = try result.get().first { return show.id } }
    throw InvalidArguments()
  }

  private static func feedAddress(ofShow show: Int) -> URL { URL(string: "https://show\(show).example/feed.xml")! }

  private static func item(ofShow show: Int, number: Int, _ random: inout RandomNumbers) -> Podcast.Item {
    Podcast.Item(
      guid: "\(show)-\(number)", title: "\(text(words: 4, &random)) \(number)",
      summary: "<p>\(text(words: 80, &random))</p>",
      enclosure: Enclosure(
        url: URL(string: "https://show\(show).example/\(number).mp3")!, mimeType: "audio/mpeg", byteCount: 50_000_000),
      publishedAt: Date(timeIntervalSince1970: 1_600_000_000 + Double(random.next(below: 150_000_000))),
      duration: .seconds(600 + random.next(below: 6000)), artworkURL: nil)
  }

  private static func text(words count: Int, _ random: inout RandomNumbers) -> String {
    (0..<count).map { _ in words[random.next(below: words.count)] }.joined(separator: " ")
  }
}

/// A generator of pseudorandom numbers, which are the same in each run: Knuth's linear congruential generator for MMIX.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
