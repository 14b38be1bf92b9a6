package import Foundation
package import Podcasts

/// Decides when a feed is refreshed next.
///
/// The schedule is a value without clocks: it receives what is known of a subscription and returns dates.
package struct RefreshSchedule: Hashable, Sendable {
  /// The longest wait between two refreshes. Longer waits of a server are cut to a day.
  package static let longestWait = Duration.seconds(86_400)

  /// The time between two refreshes that succeed, or `nil` if feeds are refreshed only on request.
  package var interval: Duration?

  /// Creates a schedule.
  ///
  /// - Parameter interval: The time between two refreshes, or `nil` for none.
  package init(interval: Duration?) {
    self.interval = interval
  }

  /// Creates the schedule that the listener chose in the settings.
  package init(_ choice: Preferences.RefreshInterval) {
    self.init(interval: choice == .never ? nil : .seconds(choice.rawValue * 60))
  }

  /// Whether a subscription is to be refreshed by itself.
  ///
  /// A date that is more than a day away is not trusted: the computer's clock was set back since it was recorded.
  package func isDue(_ subscription: Subscription, at now: Date) -> Bool {
    guard interval != nil, subscription.status != .gone else { return false }
    guard let due = subscription.nextDueAt else { return true }
    return due <= now || due > now + Self.longestWait.inSeconds
  }

  /// Returns when the next refresh is due, or `nil` if the feed is gone.
  ///
  /// - Parameters:
  ///   - subscription: The subscription as it was before this refresh.
  ///   - result: What the refresh got.
  ///   - now: The end of this refresh.
  package func nextDue(for subscription: Subscription, after result: Result<FeedResponse, FeedError>, at now: Date) -> Date? {
    let usual = interval ?? .seconds(3600)
    switch result {
    case .success(let response): return now + wait(atLeast: usual, asked: response.retryAfter)
    case .failure(.gone): return nil
    case .failure(.busy(_, let asked)): return now + wait(atLeast: backOff(usual, after: subscription.failureCount), asked: asked)
    case .failure: return now + wait(atLeast: backOff(usual, after: subscription.failureCount), asked: nil)
    }
  }

  /// The first failure waits as long as a success, and each further one twice as long as the one before.
  private func backOff(_ usual: Duration, after failures: Int) -> Duration {
    usual * (1 << min(max(failures, 0), 10))
  }

  private func wait(atLeast least: Duration, asked: Duration?) -> TimeInterval {
    min(max(least, asked ?? .zero), Self.longestWait).inSeconds
  }
}
