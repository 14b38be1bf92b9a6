import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Testing

/// Tests of the date at which a feed is due for its next refresh. The date follows from the settings, the server's
/// response and the number of failures in a row.
struct RefreshScheduleTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let hourly = RefreshSchedule(.hour)

  /// Returns the seconds from a refresh with this result to the next refresh. `nil` if no refresh follows.
  ///
  /// - Parameter earlierFailures: How many refreshes in a row failed before this one.
  private func delay(
    after result: Result<FeedResponse, FeedError>, earlierFailures: Int = 0, schedule: RefreshSchedule? = nil
  ) -> TimeInterval? {
    var subscription = Subscription.sample(1)
    subscription.failureCount = earlierFailures
    return (schedule ?? hourly).nextDue(for: subscription, after: result, at: now)?.timeIntervalSince(now)
  }

  @Test func `a feed that was fetched is due after the interval in the settings`() {
    #expect(delay(after: .success(FeedResponse(content: .unchanged))) == 3600)
    #expect(delay(after: .success(FeedResponse(content: .unchanged)), schedule: RefreshSchedule(.quarterHour)) == 900)
    // Without automatic refreshes, a feed is due after an hour. This date applies if automatic refreshes are turned on.
    #expect(delay(after: .success(FeedResponse(content: .unchanged)), schedule: RefreshSchedule(.never)) == 3600)
  }

  @Test func `a server can delay the next refresh by at most a day`() {
    // The longer of the usual interval and the requested wait applies.
    #expect(delay(after: .success(FeedResponse(content: .unchanged, retryAfter: .seconds(60)))) == 3600)
    #expect(delay(after: .success(FeedResponse(content: .unchanged, retryAfter: .seconds(7200)))) == 7200)
    #expect(delay(after: .success(FeedResponse(content: .unchanged, retryAfter: .seconds(1_000_000)))) == 86_400)
    #expect(delay(after: .failure(.busy(host: "x", retryAfter: .seconds(9000)))) == 9000)
    // Without a requested wait, a busy server counts as any other failure, and the second failure doubles the wait.
    #expect(delay(after: .failure(.busy(host: "x", retryAfter: nil)), earlierFailures: 1) == 7200)
  }

  @Test func `each consecutive failure doubles the wait, up to a day`() {
    // The failure `webPage` requests no wait.
    let waits = (0...6).map { delay(after: .failure(.webPage), earlierFailures: $0) }
    #expect(waits == [3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
    // A huge number of failures causes no overflow.
    #expect(delay(after: .failure(.webPage), earlierFailures: .max) == 86_400)
  }

  @Test func `a feed that is gone is never due automatically`() {
    #expect(delay(after: .failure(.gone(.sample("x")))) == nil)
    var gone = Subscription.sample(1)
    gone.status = .gone
    #expect(!hourly.isDue(gone, at: now))
  }

  @Test func `a feed is due at its date, immediately without a date, and never if the interval is never`() {
    // A sample has no date for its next refresh.
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
