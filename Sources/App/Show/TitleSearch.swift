import Foundation
import Podcasts
import ReducerStore

/// What a listener searches in the names of episodes: some words, all of which a name has, in any order.
///
/// Capital letters and accents make no difference, and a word need not be typed to its end.
struct TitleSearch: Sendable {
  private let words: [String]
  private let locale: Locale

  /// Takes the words of a text.
  init(_ text: String, locale: Locale) {
    self.locale = locale
    words = text.split(whereSeparator: \.isWhitespace).map { Self.folded($0, locale) }
  }

  /// Whether nothing is searched.
  var isEmpty: Bool { words.isEmpty }

  /// The episodes that are found, in order. It works beside the main thread. Cancelled, it stops early, and finds none.
  @concurrent
  func matches(in episodes: IdentifiedArrayOf<EpisodeFeature.State>) async -> [Episode.ID] {
    var matches: [Episode.ID] = []
    for episode in episodes {
      if Task.isCancelled { return [] }
      let title = Self.folded(episode.title, locale)
      if words.allSatisfy({ title.contains($0) }) { matches.append(episode.id) }
    }
    return matches
  }

  private static func folded(_ text: some StringProtocol, _ locale: Locale) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
  }
}
