package import Foundation
package import Podcasts
package import Presentation

/// The values that the controls of a show's settings offer, and their texts. Each control offers standard values and
/// the current value.
extension ShowSettings {
  /// The speeds (rates) to select from.
  package var rateOptions: [Double] {
    Self.options(
      [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.25, 2.5, 2.75, 3], with: rate)
  }

  /// The lengths of a skipped intro to select from.
  package var introOptions: [Duration] { Self.options(Self.skipLengths, with: skippedIntro) }

  /// The lengths of a skipped outro to select from.
  package var outroOptions: [Duration] { Self.options(Self.skipLengths, with: skippedOutro) }

  /// The rules of automatic downloads to select from.
  package var downloadOptions: [AutomaticDownload] {
    var currentCount: Int?
    if case .newest(let count) = automaticDownload { currentCount = count }
    return [.off] + Self.options([1, 2, 3, 5, 10, 20], with: currentCount).map { .newest($0) } + [.all]
  }

  /// The rules for the deletion of downloads to select from.
  package var deletionOptions: [DownloadDeletion] {
    var currentDays: Int?
    if case .afterDays(let days) = downloadDeletion { currentDays = days }
    return [.never, .afterPlayed] + Self.options([1, 7, 14, 30], with: currentDays).map { .afterDays($0) }
  }

  /// Returns a speed as text, such as “1.5×”.
  package static func text(ofRate rate: Double, in locale: Locale) -> TextState {
    TextState(verbatim: rate.formatted(.number.precision(.fractionLength(0...2)).locale(locale)) + "×")
  }

  /// Returns the length of a skipped intro or outro as text: whole seconds, or “Nothing” for a length of zero.
  package static func text(ofSkip skip: Duration) -> TextState {
    let seconds = Int(skip.components.seconds)
    return seconds == 0 ? TextState("Nothing") : seconds == 1 ? TextState("1 second") : TextState("\(seconds) seconds")
  }

  /// The standard lengths of skipped intros and outros.
  private static var skipLengths: [Duration] {
    [0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180].map { .seconds($0) }
  }

  /// Returns the standard values and the current value, if any, without duplicates and in ascending order.
  private static func options<Value: Comparable & Hashable>(
    _ standardValues: [Value], with current: Value?
  ) -> [Value] {
    Set(standardValues + [current].compactMap(\.self)).sorted()
  }
}

extension ShowSettings.AutomaticDownload {
  /// The text for the user.
  package var text: TextState {
    switch self {
    case .off: TextState("Off")
    case .newest(1): TextState("The Newest Episode")
    case .newest(let count): TextState("The Newest \(count) Episodes")
    case .all: TextState("All New Episodes")
    }
  }
}

extension ShowSettings.DownloadDeletion {
  /// The text for the user.
  package var text: TextState {
    switch self {
    case .never: TextState("Keep Them")
    case .afterPlayed: TextState("When Played")
    case .afterDays(1): TextState("After One Day")
    case .afterDays(let days): TextState("After \(days) Days")
    }
  }
}
