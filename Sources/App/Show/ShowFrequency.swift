package import Foundation
package import Presentation

/// How often a show has a new episode.
package enum ShowFrequency: Hashable, Sendable {
  case daily
  case severalTimesWeekly
  case weekly
  case everyTwoWeeks
  case monthly

  /// Creates the frequency from the median distance of the newest episodes' dates. Returns `nil` if there are fewer
  /// than three dates, or if no case fits the distance.
  package init?(newestFirst dates: [Date]) {
    let gaps = zip(dates, dates.dropFirst()).map { $0.timeIntervalSince($1) / 86400 }.sorted()
    guard gaps.count >= 2 else { return nil }
    switch gaps[gaps.count / 2] {
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
