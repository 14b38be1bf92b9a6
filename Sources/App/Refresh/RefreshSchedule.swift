package import Foundation
package import Podcasts

/// Decides when a feed is refreshed next.
///
/// The schedule has no clock. Its functions receive a subscription and the current time.
package struct RefreshSchedule: Hashable, Sendable {
  /// The longest wait between two refreshes: a day. A longer wait that a server requests is shortened to a day.
  package static let longestWait = Duration.seconds(86_400)

  /// The time between two refreshes that succeed, or `nil` if feeds are refreshed only on request.
  package var interval: Duration?

  /// Creates a schedule.
  ///
  /// - Parameter interval: The time between two refreshes, or `nil` if feeds are refreshed only on request.
  package init(interval: Duration?) {
    self.interval = interval
  }

  /// Creates the schedule of the user's settings. The raw value of a setting is a number of minutes.
  package init(_ setting: Preferences.RefreshInterval) {
    self.init(interval: setting == .never ? nil : .seconds(setting.rawValue * 60))
  }

  /// Whether an automatic refresh includes a subscription now.
  ///
  /// `false` if feeds are refreshed only on request, or if the feed is gone. Otherwise, a subscription is due if its
  /// due date has passed, or if it has no due date. A due date more than a day in the future also counts as passed:
  /// ``nextDue(for:after:at:)`` returns no such date, so the computer's clock was set back since then.
  package func isDue(_ subscription: Subscription, at now: Date) -> Bool {
    guard interval != nil, subscription.status != .gone else { return false }
    guard let due = subscription.nextDueAt else { return true }
    return due <= now || due > now + Self.longestWait.inSeconds
  }

  /// Returns when the next refresh is due, or `nil` if the feed is gone.
  ///
  /// - Parameters:
  ///   - subscription: The subscription as it was before this refresh.
  ///   - result: The result of this refresh.
  ///   - now: When this refresh ended.
  package func nextDue(
    for subscription: Subscription, after result: Result<FeedResponse, FeedError>, at now: Date
  ) -> Date? {
    // The date is recorded even if feeds are refreshed only on request. Then the wait is based on an hour, and the date
    // applies as soon as the user sets an interval.
    let usual = interval ?? .seconds(3600)
    switch result {
    case .success(let response): return now + wait(atLeast: usual, requested: response.retryAfter)
    case .failure(.gone): return nil
    case .failure(.busy(_, let requested)):
      return now + wait(atLeast: backOff(usual, after: subscription.failureCount), requested: requested)
    case .failure: return now + wait(atLeast: backOff(usual, after: subscription.failureCount), requested: nil)
    }
  }

  /// Returns the wait after a failure. After the first failure, the wait is as long as after a success. Each further
  /// failure doubles the wait. After ten doublings, the wait does not become longer. The caller limits the wait to
  /// ``longestWait``.
  ///
  /// - Parameter failures: The number of failures in a row before this one.
  private func backOff(_ usual: Duration, after failures: Int) -> Duration {
    usual * (1 << min(max(failures, 0), 10))
  }

  /// Returns the wait in seconds: the longer of `least` and the wait that the server requested, but at most a day.
  private func wait(atLeast least: Duration, requested: Duration?) -> TimeInterval {
    min(max(least, requested ?? .zero), Self.longestWait).inSeconds
  }
}
