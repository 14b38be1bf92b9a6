import Foundation
package import Podcasts
import Presentation

extension Episode {
  /// The played part, from 0 to 1. `nil` if the episode was not started, is marked as played, or has no known length.
  package var progress: Double? {
    guard !isPlayed, playPosition > .zero, let duration, duration > playPosition else { return nil }
    return playPosition / duration
  }

  /// Returns the time left, such as “20 min left”, or `nil` if ``progress`` is `nil`.
  func remainingText(in locale: Locale) -> TextState? {
    guard progress != nil, let duration else { return nil }
    return TextState("\(Self.lengthText(of: duration - playPosition, in: locale)) left")
  }

  /// Returns the date and the length, as far as they are known.
  func publicationText(in locale: Locale) -> TextState { TextState.joined(publicationTexts(in: locale)) }

  /// Returns the second line of a row. For a started episode, this line does not contain the length, because the time
  /// left follows it.
  ///
  /// - Parameters:
  ///   - show: The name of the show, or `nil` in a list of one show.
  ///   - locale: The locale of dates and lengths.
  func subtitle(of show: String?, in locale: Locale) -> TextState {
    .joined(leadingTexts(show, in: locale) + [progress == nil ? stateText(in: locale) : nil].compactMap(\.self))
  }

  /// Returns the accessible name of a row: title, show, date, length or time left, and state.
  func accessibleName(of show: String, isPlaying: Bool, in locale: Locale) -> TextState {
    let marks = [
      isNew ? TextState("New") : nil, isFavorite ? TextState("Favorite") : nil, isPlaying ? TextState("Playing") : nil,
      queuePosition == nil ? nil : TextState("In the Queue"),
    ]
    let parts =
      [TextState(verbatim: title)] + [show].filter { !$0.isEmpty }.map { TextState(verbatim: $0) }
      + dateTexts(in: locale)
    return .joined(
      parts + ([remainingText(in: locale) ?? stateText(in: locale)] + marks).compactMap(\.self), separator: ", ")
  }

  /// “Played”, or the length if it is known.
  private func stateText(in locale: Locale) -> TextState? {
    isPlayed ? TextState("Played") : duration.map { TextState(verbatim: Self.lengthText(of: $0, in: locale)) }
  }

  /// Returns the show, the season and the number, and the date, as far as they are known.
  private func leadingTexts(_ show: String?, in locale: Locale) -> [TextState] {
    let number: String? =
      switch (season, number) {
      case (let season?, let number?): "S\(season) E\(number)"
      case (nil, let number?): "E\(number)"
      case (_, nil): nil
      }
    return [show, number].compactMap(\.self).filter { !$0.isEmpty }.map { TextState(verbatim: $0) }
      + dateTexts(in: locale)
  }

  private func publicationTexts(in locale: Locale) -> [TextState] {
    dateTexts(in: locale)
      + [duration].compactMap(\.self).map { TextState(verbatim: Self.lengthText(of: $0, in: locale)) }
  }

  /// Returns the date as the only element. Empty if the date is not known.
  private func dateTexts(in locale: Locale) -> [TextState] {
    [publishedAt].compactMap(\.self).map {
      TextState(verbatim: $0.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)))
    }
  }

  /// Returns a length in hours and minutes, or in seconds if it is shorter than a minute.
  static func lengthText(of duration: Duration, in locale: Locale) -> String {
    let units: Set<Duration.UnitsFormatStyle.Unit> = duration < .seconds(60) ? [.seconds] : [.hours, .minutes]
    return duration.formatted(.units(allowed: units, width: .abbreviated).locale(locale))
  }
}

extension TextState {
  /// Joins texts to one line.
  static func joined(_ parts: [TextState], separator: String = " · ") -> TextState {
    guard let first = parts.first else { return TextState(verbatim: "") }
    return parts.dropFirst().reduce(first) { $0 + TextState(verbatim: separator) + $1 }
  }
}
