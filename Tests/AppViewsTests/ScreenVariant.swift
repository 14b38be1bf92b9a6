import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Testing

/// The theme, the language and the text size with which all screens are checked, and the size of the window.
struct ScreenVariant: CustomTestStringConvertible, Sendable {
  /// The name of the variant in test results and in the names of pictures.
  let name: String
  var isDark = false
  /// The size of the window in pixels.
  var size: (width: Int32, height: Int32) = (1000, 740)
  var isKorean = false
  /// The desktop's text size, as a multiple of the normal size.
  var textScale = 1.0

  static let all = [
    ScreenVariant(name: "light"),
    ScreenVariant(name: "dark", isDark: true),
    ScreenVariant(name: "narrow", size: (360, 700)),
    ScreenVariant(name: "narrow-dark-ko", isDark: true, size: (360, 700), isKorean: true),
    ScreenVariant(name: "ko", isKorean: true),
    ScreenVariant(name: "large", textScale: 1.5),
    ScreenVariant(name: "narrow-large", size: (360, 700), textScale: 1.5),
    ScreenVariant(name: "large-ko", isKorean: true, textScale: 1.5),
  ]

  var testDescription: String { name }
  /// Whether the window has one column. The widths of the variants are 360 and 1000, so each limit between them has the
  /// same result.
  var isNarrow: Bool { size.width < 720 }
  /// Parts of the texts that may end with an ellipsis: texts of the library, and the titles in a narrow title bar with
  /// large text.
  var shortenableTexts: [String] {
    FakeLibrary.shortenableTexts + (isNarrow && textScale > 1 ? ["Podcaster", "Now Playing"] : [])
  }
  /// The locale of the program's language.
  var language: String { isKorean ? "ko_KR" : "en_US" }
}

extension FakeLibrary {
  /// Parts of the titles and other texts in the library of `forScreens()`. A view may shorten texts that contain them.
  static let shortenableTexts = [
    "Birds at Breakfast", "듣는 마음", "The Extraordinarily Long-Winded", "Department of Spare Time",
    "The robin's second song", "Why starlings fly",
    "Blackbirds at dusk", "Ina Lark", "Ten quiet minutes", "Episode ", "the edge of a very long",
    "A robin has a territory",
  ]

  /// Returns a library of three shows with content for all screens: a history, favourites, details of episodes, a queue
  /// and downloads.
  static func forScreens() async throws -> FakeLibrary {
    let library = FakeLibrary.withThreeShows(wasPlayed: true)
    library.change { shows, episodes in
      shows[0].summary = String(repeating: "Ten quiet minutes with the birds of one garden. ", count: 8)
      // Four episodes of three shows are in the history. Each was played one second after the one before.
      for (position, id) in [Int64(12), 21, 14, 300].enumerated() {
        for show in shows.map(\.id) {
          guard let index = episodes[show]?.firstIndex(where: { $0.id.rawValue == id }) else { continue }
          episodes[show]?[index].lastPlayedAt = Date(timeIntervalSince1970: 1_789_000_000 + Double(position))
        }
      }
      if let index = episodes[shows[2].id]?.indices.first { episodes[shows[2].id]?[index].isFavorite = true }
    }
    var details = EpisodeDetails()
    details.chapters = [
      FeedChapter(start: .zero, title: "The first robin"),
      FeedChapter(
        start: .seconds(240), title: "The gate at the edge of a very long garden, and who goes through it",
        websiteURL: URL(string: "https://example.org/gate")),
      FeedChapter(start: .seconds(3900), title: ""),
    ]
    details.transcripts = [TranscriptLink(url: URL(string: "https://example.org/1.vtt")!)]
    details.people = [
      FeedPerson(name: "Ina Lark"),
      FeedPerson(name: "김하늘", role: "guest", websiteURL: URL(string: "https://example.org/kim")),
    ]
    details.funding = [FeedLink(url: URL(string: "https://example.org/fund")!, title: "Become a member")]
    for id in [Int64(13), 14] {
      library.setNotes(EpisodeNotes(id: Episode.ID(rawValue: id), markup: markup, details: details))
    }
    try await library.queueClient.playLast([Int64(12), 21, 14].map { Episode.ID(rawValue: $0) })
    library.setDownloads(Set([Int64(11), 12, 13, 14, 21].map { Episode.ID(rawValue: $0) }))
    return library
  }

  private static let markup = """
    <h2>In this episode</h2><p>What you hear is <b>one</b> microphone, see <a href="https://example.org/mic">the microphone</a>.</p>\
    <ul><li>0:00 The first robin</li><li>4:00 The neighbour's gate</li></ul><ol><li>조용한 방에서 들어 보세요.</li></ol><blockquote>Listen.</blockquote>
    """
}

extension Download {
  /// One download in each state.
  static let screenSamples = [
    sample(11, .downloading(.init(received: 420_000, total: 1_000_000))), sample(12, .paused(.init(received: 100_000))),
    sample(13, .failed(.timedOut(host: "example.org"), .init())),
    sample(14, .complete(file: URL(filePath: "/audio.mp3"), byteCount: 12_000_000)),
    sample(21, .waiting),
  ]

  private static func sample(_ number: Int64, _ state: State) -> Download {
    // The first of the two digits of an episode's number is the number of its show.
    Download(id: Episode.ID(rawValue: number), showID: Show.ID(rawValue: number / 10), state: state)
  }
}
