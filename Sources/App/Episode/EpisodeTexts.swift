import Foundation
package import Podcasts
import Presentation

extension Episode {
  /// The played part, from 0 to 1. `nil` if the episode was not started, is marked as played, or has no known length,
  /// or if its place is not before the end.
  package var progress: Double? {
    guard !isPlayed, playPosition > .zero, let duration, duration > playPosition else { return nil }
    return playPosition / duration
  }

  /// Returns the time left, such as “20 min left”, or `nil` if ``progress`` is `nil`.
  func remainingText(in locale: Locale) -> TextState? {
    guard progress != nil, let duration else { return nil }
    return TextState("\(Self.lengthText(of: duration - playPosition, in: locale)) left")
  }

  /// Returns the date of publication and the length of the episode, as far as they are known.
  func publicationText(in locale: Locale) -> TextState {
    let lengthTexts = [duration].compactMap(\.self).map { TextState(verbatim: Self.lengthText(of: $0, in: locale)) }
    return .joined(dateTexts(in: locale) + lengthTexts)
  }

  /// Returns the second line of a row: the show, the number, the date, and “Played” or the length. If ``progress`` is
  /// not `nil`, the line does not contain the length, because the row shows the time left instead.
  ///
  /// - Parameters:
  ///   - showTitle: The name of the show, or `nil` in a list of one show.
  ///   - locale: The locale of dates and lengths.
  func subtitle(showTitle: String?, in locale: Locale) -> TextState {
    let lastText = progress == nil ? playedOrLengthText(in: locale) : nil
    return .joined(leadingTexts(showTitle, in: locale) + [lastText].compactMap(\.self))
  }

  /// Returns the accessible name of a row: the title, the show, the date, the time left (or else “Played” or the
  /// length), and the states “New”, “Favorite”, “Playing” and “In the Queue” of the episode.
  func accessibleName(showTitle: String, isPlaying: Bool, in locale: Locale) -> TextState {
    let stateTexts = [
      isNew ? TextState("New") : nil, isFavorite ? TextState("Favorite") : nil, isPlaying ? TextState("Playing") : nil,
      queuePosition == nil ? nil : TextState("In the Queue"),
    ]
    let parts =
      [TextState(verbatim: title)] + [showTitle].filter { !$0.isEmpty }.map { TextState(verbatim: $0) }
      + dateTexts(in: locale)
    let progressText = remainingText(in: locale) ?? playedOrLengthText(in: locale)
    return .joined(parts + ([progressText] + stateTexts).compactMap(\.self), separator: ", ")
  }

  /// Returns “Played” for a played episode, or the length if it is known.
  private func playedOrLengthText(in locale: Locale) -> TextState? {
    isPlayed ? TextState("Played") : duration.map { TextState(verbatim: Self.lengthText(of: $0, in: locale)) }
  }

  /// Returns the name of the show, the number of the episode (`E7`, or `S2 E7` with the season), and the date, as far
  /// as they are known.
  private func leadingTexts(_ showTitle: String?, in locale: Locale) -> [TextState] {
    let numberText: String? =
      switch (season, number) {
      case (let season?, let number?): "S\(season) E\(number)"
      case (nil, let number?): "E\(number)"
      case (_, nil): nil
      }
    return [showTitle, numberText].compactMap(\.self).filter { !$0.isEmpty }.map { TextState(verbatim: $0) }
      + dateTexts(in: locale)
  }

  /// Returns an array with the date of publication. The array is empty if the date is not known.
  private func dateTexts(in locale: Locale) -> [TextState] {
    [publishedAt].compactMap(\.self).map {
      TextState(verbatim: $0.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)))
    }
  }

  /// Returns a length as text in hours and minutes, or in seconds if it is shorter than a minute.
  static func lengthText(of duration: Duration, in locale: Locale) -> String {
    let units: Set<Duration.UnitsFormatStyle.Unit> = duration < .seconds(60) ? [.seconds] : [.hours, .minutes]
    return duration.formatted(.units(allowed: units, width: .abbreviated).locale(locale))
  }
}

extension TextState {
  /// Joins texts with a separator.
  static func joined(_ parts: [TextState], separator: String = " · ") -> TextState {
    guard let first = parts.first else { return TextState(verbatim: "") }
    return parts.dropFirst().reduce(first) { $0 + TextState(verbatim: separator) + $1 }
  }
}
