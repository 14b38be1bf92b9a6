import Foundation
import Podcasts
import Testing

@testable import PodcastStore

/// Searches for episodes in a library with the full-text index. The index consists of trigrams, which are sequences of
/// three characters.
@Suite struct EpisodeSearchTests {
  private let temporary: TemporaryLibrary
  private let library: Library
  /// The title and the notes of each episode, in lower case.
  private let texts: [Episode.ID: String]
  private let newestFirst: [Episode.ID]

  /// Creates 3,000 episodes. Each title has three words: *mountain*, a word that is in half of the titles, and *house*
  /// or a rare word. Of each 300 episodes, one has a rare word in its title, and another has the same word in its
  /// notes. The order of the words in the titles varies.
  init() async throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
    let rareWords = ["꿩", "qz", "방송", "ab\"c", "50%", "a_b", "kestrel", "İstanbul", "ending"]
    let items = (0..<3000).map { number in
      let words = [
        "mountain", number % 2 == 0 ? "이야기" : "river",
        number % 300 == 0 ? rareWords[number / 300 % rareWords.count] : "house",
      ]
      var item = Podcast.Item.sample(
        "\(number)", title: words.rotated(by: number).joined(separator: " "), date: Double(number) * 60)
      item.summary = number % 300 == 150 ? "<p>It ends with \(rareWords[number / 300 % rareWords.count])</p>" : ""
      return item
    }
    let show = try await library.client.subscribe(
      Podcast(title: "Slow Radio", author: "Åse Sund", items: items), feedURL)
    let episodes = try await library.client.currentEpisodes(show)
    var texts: [Episode.ID: String] = [:]
    for episode in episodes {
      let number = Int(episode.guid) ?? 0
      let notes = number % 300 == 150 ? "it ends with \(rareWords[number / 300 % rareWords.count])" : ""
      texts[episode.id] = "\(episode.title)\n\(notes)".lowercased()
    }
    self.texts = texts
    newestFirst = episodes.map(\.id)
  }

  // The texts have words in both cases, parts of words, words shorter than a trigram, words that no episode contains,
  // and characters with a meaning in SQL. The test compares the results with those of a linear search of all texts.
  @Test(arguments: [
    "mountain", "Mountain river", "river", "이야기", "이야", "이", "m", "mo", "꿩", "qz", "방송", "송", "방", "ab\"c", "50%",
    "a_b", "kestrel", "kestrels", "ke",
    "istanbul",
    "mountain kestrel", "river 방송", "mountain 이야기", "m 방송", "이 qz", "ending", "ng", "ountai", "zz", "zzz", "_", "\"",
    "river 이야기",
  ])
  func `a search finds the newest episodes that contain all words`(text: String) async throws {
    let words = text.lowercased().split(separator: " ").map(String.init)
    let expected = newestFirst.filter { id in words.allSatisfy { texts[id]?.contains($0) == true } }
    let found = try await library.episodes.currentIDs(EpisodeQuery(.library, text: text))
    #expect(found == Array(expected.prefix(EpisodeSearch.maxResults)), "\(found.count) and not \(expected.count)")
    // A search in the library has a limit, and a search in a show has none.
    let show = try #require(try await library.client.currentShows().first)
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.show(show.id), text: text)) == expected)
  }

  // The index of an earlier version of the library contained only the first 4,000 characters of a text. The first
  // offset is just below this limit.
  @Test(arguments: [3_990, 30_000, 1_000_000])
  func `a search finds a word at any position in the notes`(offset: Int) async throws {
    // Given notes with the word "plover" at their end, after repetitions of a text of eight characters
    var item = Podcast.Item.sample("long", title: "Long", date: 1)
    item.summary = "<p>" + String(repeating: "a river ", count: offset / 8) + "plover</p>"
    let podcast = Podcast(title: "Long Radio", items: [item])
    let show = try await library.client.subscribe(podcast, URL(string: "https://long.example/feed")!)

    // Then the word is found
    let long = try #require(try await library.client.currentEpisodes(show).first?.id)
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, text: "plover")) == [long])

    // When the notes no longer contain the word, then the word is not found
    var changed = podcast
    changed.items[0].summary = "<p>a river</p>"
    _ = try await library.client.subscribe(changed, URL(string: "https://long.example/feed")!)
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, text: "plover")).isEmpty)
  }

  @Test(arguments: ["M&uacute;sica", "&atilde;", "&euro;5", "It&#146;s"])
  func `a search finds a word that the notes contain as an HTML character reference`(reference: String) async throws {
    var item = Podcast.Item.sample("html", title: "Rain", date: 1)
    item.summary = "<p>so it was \(reference) again</p>"
    let show = try await library.client.subscribe(
      Podcast(title: "Rain Radio", items: [item]), URL(string: "https://rain.example/feed")!)
    let rain = try #require(try await library.client.currentEpisodes(show).first?.id)
    let word = PlainText(markup: reference).text
    #expect(!word.contains("&"), "the reference is not decoded")
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.show(show), text: word)) == [rain])
  }

  @Test func `a search finds Hangul in composed and decomposed form`() async throws {
    // Given an episode with decomposed Hangul, an episode with composed Hangul, and transcripts of both
    let title = "부엉이 소리"
    let decomposed = title.decomposedStringWithCanonicalMapping
    // `==` considers both forms equal, so the bytes are compared.
    #expect(Array(decomposed.utf8) != Array(title.utf8))
    func item(_ guid: String, _ text: String, date: Double) -> Podcast.Item {
      var item = Podcast.Item.sample(guid, title: text, date: date)
      item.summary = "<p>\(text) 노트</p>"
      return item
    }
    let podcast = Podcast(
      title: "숲속".decomposedStringWithCanonicalMapping, author: "나무",
      items: [item("b", decomposed, date: 2), item("a", title, date: 1)])
    let show = try await library.client.subscribe(podcast, URL(string: "https://owl.example/feed")!)
    let owls = try await library.client.currentEpisodes(show).map(\.id)
    for (id, text) in zip(owls, [decomposed, title]) {
      try await library.transcripts.save(Transcript(lines: [Transcript.Line(id: 0, start: .zero, text: text)]), id)
    }

    // Then words in both forms find both episodes
    for word in ["부엉이", "소리", "엉", "숲속", "나무", "숲속 부엉이"] {
      for text in [word, word.decomposedStringWithCanonicalMapping] {
        #expect(try await library.episodes.currentIDs(EpisodeQuery(.show(show), text: text)) == owls, "\(word)")
      }
    }
    // And words in both forms find both transcripts
    let maxResults = 10
    for text in ["부엉이", "부엉이".decomposedStringWithCanonicalMapping, "엉이", "엉이".decomposedStringWithCanonicalMapping] {
      #expect(try await library.transcripts.search(text, maxResults).map(\.episode) == owls)
    }
  }

  @Test func `the limit of a search counts only the episodes that the filter lists`() async throws {
    // Given that the newest ten episodes and the oldest one are played. All 3,000 episodes contain the word "mountain".
    let played = Array(newestFirst.prefix(10)) + [try #require(newestFirst.last)]
    _ = try await library.episodes.setPlayed(.episodes(played), true)

    // Then the search for played episodes lists the oldest one, which is not among the 2,000 newest with the word
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, filter: .played, text: "mountain")) == played)

    // And the search for unplayed episodes lists as many as the limit allows
    let unplayed = newestFirst.dropFirst(10).prefix(EpisodeSearch.maxResults)
    #expect(
      try await library.episodes.currentIDs(EpisodeQuery(.library, filter: .unplayed, text: "mountain"))
        == Array(unplayed))
  }

  @Test func `a search combines words of the show and of the episode`() async throws {
    // "Slow" is in the title of the show, and "kestrel" is in a few episodes.
    let found = try await library.episodes.currentIDs(EpisodeQuery(.library, text: "SLOW kestrel"))
    #expect(Set(found) == Set(texts.filter { $0.value.contains("kestrel") }.keys))
    // A word of the author's name finds all episodes of the show. The limit cuts off their list.
    #expect(
      try await library.episodes.currentIDs(EpisodeQuery(.library, text: "ÅSE")).count == EpisodeSearch.maxResults)
    #expect(
      try await library.episodes.currentIDs(EpisodeQuery(.library, text: "åse radio river")).first
        == newestFirst.first { texts[$0]?.contains("river") == true })
  }
}

extension Array {
  /// Returns the elements, each moved towards the end by a number of places. The last elements move to the beginning.
  fileprivate func rotated(by places: Int) -> [Element] {
    enumerated().sorted { ($0.offset + places) % count < ($1.offset + places) % count }.map(\.element)
  }
}
