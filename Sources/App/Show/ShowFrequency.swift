package import Foundation
package import Presentation

/// How often a show has a new episode.
package enum ShowFrequency: Hashable, Sendable {
  case daily
  case severalTimesWeekly
  case weekly
  case everyTwoWeeks
  case monthly

  /// Creates the frequency from the dates of the newest episodes, the newest first. The median of the times between
  /// consecutive episodes determines the frequency. Of two middle times, the longer one is the median. Returns `nil` if
  /// there are fewer than three dates, or if no case fits the median.
  package init?(newestFirst dates: [Date]) {
    let secondsPerDay = 86400.0
    let daysBetween = zip(dates, dates.dropFirst()).map { $0.timeIntervalSince($1) / secondsPerDay }.sorted()
    guard daysBetween.count >= 2 else { return nil }
    switch daysBetween[daysBetween.count / 2] {
    // The ranges are in days. A median of less than 0.2 days means that several episodes are published at once.
    case 0.2..<1.5: self = .daily
    case 1.5..<5: self = .severalTimesWeekly
    case 5..<10: self = .weekly
    case 10..<20: self = .everyTwoWeeks
    case 20..<45: self = .monthly
    default: return nil
    }
  }

  /// The text for the user.
  package var text: TextState {
    switch self {
    case .daily: TextState("daily")
    case .severalTimesWeekly: TextState("several times a week")
    case .weekly: TextState("weekly")
    case .everyTwoWeeks: TextState("every two weeks")
    case .monthly: TextState("monthly")
    }
  }
}
