import Foundation
import Observation
package import Podcasts
package import Presentation

/// One episode: a row of its show's list, and its details.
///
/// Both are views of the same feature, so that a favourite marked in one is marked in the other.
@MainActor @Observable
package final class EpisodeFeature: Identifiable {
  package nonisolated let id: Episode.ID

  private var episode: Episode
  private let showTitle: String
  private let locale: Locale

  @ObservationIgnored private let library: LibraryClient
  @ObservationIgnored private let player: PlayerFeature
  @ObservationIgnored private let report: @MainActor (AlertState<Never>) -> Void
  /// The favourite that is being written, while the library's own answer may still be the old one.
  @ObservationIgnored private var favoriteInWriting: Bool?

  /// Makes an episode's state.
  ///
  /// - Parameters:
  ///   - episode: As the library has it.
  ///   - showTitle: The name of its show.
  ///   - clients: The library and the locale for dates.
  ///   - player: Plays it.
  ///   - report: Is told what the listener must know.
  package init(
    episode: Episode, showTitle: String, clients: AppClients, player: PlayerFeature,
    report: @escaping @MainActor (AlertState<Never>) -> Void
  ) {
    self.id = episode.id
    self.episode = episode
    self.showTitle = showTitle
    self.locale = clients.locale
    self.library = clients.library
    self.player = player
    self.report = report
  }

  /// The library has something new about the episode.
  package func episodeChanged(to newEpisode: Episode) {
    var newEpisode = newEpisode
    if let favoriteInWriting { newEpisode.isFavorite = favoriteInWriting }
    if newEpisode != episode { episode = newEpisode }
  }

  /// Whether it is playing. Writing to it is the same as the play button.
  package var isPlaying: Bool {
    get { player.isPlaying(id) }
    set { player.playToggled(PlayerFeature.Item(episode: episode, showTitle: showTitle), isPlaying: newValue) }
  }

  /// Whether it is a favourite. Writing to it is the same as the favourite button.
  package var isFavorite: Bool {
    get { episode.isFavorite }
    set { favoriteToggled(newValue) }
  }

  /// The listener marked or unmarked it. If that cannot be written, it goes back to what it was, and the listener is told.
  package func favoriteToggled(_ isFavorite: Bool) {
    guard isFavorite != episode.isFavorite, favoriteInWriting == nil else { return }
    episode.isFavorite = isFavorite
    favoriteInWriting = isFavorite
    Task { await writeFavorite(isFavorite) }
  }

  private func writeFavorite(_ isFavorite: Bool) async {
    do throws(LibraryError) {
      try await library.setFavorite(id, isFavorite)
      favoriteInWriting = nil
    } catch {
      favoriteInWriting = nil
      episode.isFavorite = !isFavorite
      report(.problem(error.title, error.message))
    }
  }
}

extension EpisodeFeature {
  /// Its name.
  package var title: String { episode.title }

  /// When it was published, how long it is, and how much of it is left, in one line.
  package var subtitle: TextState {
    var parts = publicationTexts
    if episode.isPlayed {
      parts.append(TextState("Played"))
    } else if episode.playPosition > .zero, let duration = episode.duration, duration > episode.playPosition {
      parts.append(TextState("\(lengthText(of: duration - episode.playPosition)) left"))
    }
    return joined(parts)
  }

  /// When it was published and how long it is.
  package var publicationText: TextState { joined(publicationTexts) }

  /// What its feed says about it, as plain text; empty when it says nothing.
  package var notes: String { PlainText(markup: episode.summary).text }

  private var publicationTexts: [TextState] {
    var parts: [TextState] = []
    if let date = episode.publishedAt {
      parts.append(TextState(verbatim: date.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale))))
    }
    if let duration = episode.duration { parts.append(TextState(verbatim: lengthText(of: duration))) }
    return parts
  }

  private func joined(_ parts: [TextState]) -> TextState {
    guard let first = parts.first else { return TextState(verbatim: "") }
    return parts.dropFirst().reduce(first) { $0 + TextState(verbatim: " · ") + $1 }
  }

  /// Hours and minutes; seconds for what is shorter than a minute.
  private func lengthText(of duration: Duration) -> String {
    let units: Set<Duration.UnitsFormatStyle.Unit> = duration < .seconds(60) ? [.seconds] : [.hours, .minutes]
    return duration.formatted(.units(allowed: units, width: .abbreviated).locale(locale))
  }
}

/// Show notes as plain text: what is left when the tags of a small piece of HTML are taken away.
///
/// It is for reading, not for safety: nothing of it is ever drawn as HTML.
package struct PlainText: Hashable, Sendable {
  package private(set) var text = ""

  /// Reads HTML, or plain text, which stays as it is but for the space around it.
  package init(markup: String) {
    guard markup.contains(where: { $0 == "<" || $0 == "&" }) else {
      text = markup.trimmingCharacters(in: .whitespacesAndNewlines)
      return
    }
    var rest = markup[...]
    while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      append(rest[..<next])
      rest = rest[next...]
      rest = rest.first == "<" ? readTag(rest) : readEntity(rest)
    }
    append(rest)
    text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Runs of white space are one space, as HTML has it.
  private mutating func append(_ part: Substring) {
    for character in part {
      if !character.isWhitespace {
        text.append(character)
      } else if let last = text.last, !last.isWhitespace {
        text.append(" ")
      }
    }
  }

  private mutating func readTag(_ source: Substring) -> Substring {
    guard let second = source.dropFirst().first, second.isLetter || "/!?".contains(second), let end = source.firstIndex(of: ">") else {
      text.append("<")
      return source.dropFirst()
    }
    let inside = source[..<end].dropFirst()
    let name = inside.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    breakLine(at: name, isClosing: inside.first == "/")
    return source[source.index(after: end)...]
  }

  private mutating func breakLine(at tag: String, isClosing: Bool) {
    switch tag {
    case "br": lineBreaks(1)
    case "p", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6": lineBreaks(2)
    case "li" where !isClosing:
      lineBreaks(1)
      text.append("• ")
    case "div", "tr": lineBreaks(1)
    default: break
    }
  }

  /// Ends the line, with at most `count` line breaks in a row, and none at the beginning.
  private mutating func lineBreaks(_ count: Int) {
    while text.last == " " { text.removeLast() }
    guard !text.isEmpty else { return }
    if tagBreaks(exceed: count) { return }
    text.append("\n")
    if count == 2, !text.hasSuffix("\n\n") { text.append("\n") }
  }

  private func tagBreaks(exceed count: Int) -> Bool {
    text.reversed().prefix { $0 == "\n" }.count >= count
  }

  private mutating func readEntity(_ source: Substring) -> Substring {
    guard let end = source.prefix(12).firstIndex(of: ";"), let character = Self.character(named: source[..<end].dropFirst()) else {
      text.append("&")
      return source.dropFirst()
    }
    text.append(character)
    return source[source.index(after: end)...]
  }

  private static func character(named name: Substring) -> Character? {
    if let named = namedCharacters[name] { return named }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(Character.init)
  }

  private static let namedCharacters: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "copy": "©",
    "eacute": "é", "egrave": "è", "agrave": "à", "uuml": "ü", "ouml": "ö", "auml": "ä", "szlig": "ß", "ccedil": "ç", "ntilde": "ñ",
  ]
}
