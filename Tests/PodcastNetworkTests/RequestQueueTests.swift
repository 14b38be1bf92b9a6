import Podcasts
import Testing

@testable import PodcastNetwork

/// The limits of concurrent requests.
@Suite struct RequestQueueTests {
  @Test func `a host has as many requests as its limit, and the next starts when one ends`() {
    // Given two requests to one host
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 2, total: 10))
    let first = [queue.add(1, to: "a"), queue.add(2, to: "a")]
    #expect(first == [true, true])

    // When more requests are added
    // Then they wait, and a request to another host starts
    let others = [queue.add(3, to: "a"), queue.add(4, to: "a"), queue.add(5, to: "b")]
    #expect(others == [false, false, true])

    // And when a request ends, the next one starts, in order
    let started = [queue.finish("a"), queue.finish("a"), queue.finish("a")]
    #expect(started == [[3], [4], []])
  }

  @Test func `all hosts together have as many as the whole limit`() {
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 2, total: 3))
    let isStarted = (1...5).map { queue.add($0, to: "\($0)") }
    #expect(isStarted == [true, true, true, false, false])
    let started = [queue.finish("1"), queue.finish("2")]
    #expect(started == [[4], [5]])
  }

  @Test func `a request that waits for its host does not hold up those behind it`() {
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 1, total: 2))
    let isStarted = [queue.add(1, to: "a"), queue.add(2, to: "b"), queue.add(3, to: "a"), queue.add(4, to: "c")]
    #expect(isStarted == [true, true, false, false])
    let started = queue.finish("b")
    #expect(started == [4])
  }

  @Test func `a request that is given up does not start`() {
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 1, total: 1))
    let isStarted = (1...3).map { queue.add($0, to: "a") }
    #expect(isStarted == [true, false, false])
    let isAbandoned = [queue.abandon(2), queue.abandon(2)]
    #expect(isAbandoned == [true, false])
    let started = queue.finish("a")
    #expect(started == [3])
  }
}
