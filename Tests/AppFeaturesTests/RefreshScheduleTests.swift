import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Testing

struct RefreshScheduleTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let hourly = RefreshSchedule(.hour)

  /// Returns the seconds from a refresh with this result to the next one. `nil` if no refresh follows.
  private func delay(
    _ result: Result<FeedResponse, FeedError>, failures: Int = 0, schedule: RefreshSchedule? = nil
  ) -> TimeInterval? {
    var subscription = Subscription.sample(1)
    subscription.failureCount = failures
    return (schedule ?? hourly).nextDue(for: subscription, after: result, at: now)?.timeIntervalSince(now)
  }

  @Test func `a feed that was fetched is due after the interval in the settings`() {
    #expect(delay(.success(FeedResponse(content: .unchanged))) == 3600)
    #expect(delay(.success(FeedResponse(content: .unchanged)), schedule: RefreshSchedule(.quarterHour)) == 900)
    #expect(delay(.success(FeedResponse(content: .unchanged)), schedule: RefreshSchedule(.never)) == 3600)
  }

  @Test func `a server can delay the next refresh by at most a day`() {
    #expect(delay(.success(FeedResponse(content: .unchanged, retryAfter: .seconds(60)))) == 3600)
    #expect(delay(.success(FeedResponse(content: .unchanged, retryAfter: .seconds(7200)))) == 7200)
    #expect(delay(.success(FeedResponse(content: .unchanged, retryAfter: .seconds(1_000_000)))) == 86_400)
    #expect(delay(.failure(.busy(host: "x", retryAfter: .seconds(9000)))) == 9000)
    #expect(delay(.failure(.busy(host: "x", retryAfter: nil)), failures: 1) == 7200)
  }

  @Test func `each consecutive failure doubles the wait, up to a day`() {
    #expect(
      (0...6).map { delay(.failure(.webPage), failures: $0) } == [3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
    #expect(delay(.failure(.webPage), failures: .max) == 86_400)
  }

  @Test func `a feed that is gone is never due automatically`() {
    #expect(delay(.failure(.gone(.sample("x")))) == nil)
    var gone = Subscription.sample(1)
    gone.status = .gone
    #expect(!hourly.isDue(gone, at: now))
  }

  @Test func `a feed is due at its date, immediately without a date, and never without an interval`() {
    // Given subscriptions with and without a date
    var subscription = Subscription.sample(1)
    #expect(hourly.isDue(subscription, at: now))
    subscription.nextDueAt = now
    #expect(hourly.isDue(subscription, at: now))
    subscription.nextDueAt = now + 1
    #expect(!hourly.isDue(subscription, at: now))
    subscription.nextDueAt = nil
    #expect(!RefreshSchedule(.never).isDue(subscription, at: now))
  }

  @Test func `setting the clock back does not stop refreshes`() {
    // No wait is longer than a day, so a later date was recorded while the clock was wrong.
    var subscription = Subscription.sample(1)
    subscription.nextDueAt = now + 400 * 86_400
    #expect(hourly.isDue(subscription, at: now))
  }
}
