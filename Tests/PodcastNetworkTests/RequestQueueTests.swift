import Podcasts
import Testing

@testable import PodcastNetwork

/// The limits of concurrent requests. Numbers are the ids of requests, and texts are their hosts. `add` returns whether
/// a request starts at once. `finish` ends a request to a host and returns the waiting requests that start next. The
/// default kind of `add` and `finish` is `feed`.
@Suite struct RequestQueueTests {
  @Test func `requests above the limit of a host wait until another request ends`() {
    // Given two requests to one host
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 2, total: 10))
    let isStarted = [queue.add(1, to: "a"), queue.add(2, to: "a")]
    #expect(isStarted == [true, true])

    // When more requests are added, then the requests to the same host wait, and the request to another host starts
    let laterAreStarted = [queue.add(3, to: "a"), queue.add(4, to: "a"), queue.add(5, to: "b")]
    #expect(laterAreStarted == [false, false, true])

    // And each time that a request to the host ends, the request that has waited the longest starts
    let started = [queue.finish("a"), queue.finish("a"), queue.finish("a")]
    #expect(started == [[3], [4], []])
  }

  @Test func `the total limit applies to the requests of all hosts`() {
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 2, total: 3))
    let isStarted = (1...5).map { queue.add($0, to: "\($0)") }
    #expect(isStarted == [true, true, true, false, false])
    let started = [queue.finish("1"), queue.finish("2")]
    #expect(started == [[4], [5]])
  }

  @Test func `a request that waits for its host does not delay requests to other hosts`() {
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 1, total: 2))
    let isStarted = [queue.add(1, to: "a"), queue.add(2, to: "b"), queue.add(3, to: "a"), queue.add(4, to: "c")]
    #expect(isStarted == [true, true, false, false])
    let started = queue.finish("b")
    #expect(started == [4])
  }

  @Test func `an abandoned request does not start`() {
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 1, total: 1))
    let isStarted = (1...3).map { queue.add($0, to: "a") }
    #expect(isStarted == [true, false, false])
    // `abandon` returns whether the request was waiting.
    let isAbandoned = [queue.abandon(2), queue.abandon(2)]
    #expect(isAbandoned == [true, false])
    let started = queue.finish("a")
    #expect(started == [3])
  }

  @Test func `waiting requests of different kinds start in turn`() {
    // Given a full queue, in which four feeds, two pictures (10 and 11) and a chapter list (20) wait in this order
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 1, total: 1))
    let isStarted = (0..<5).map { queue.add($0, to: "\($0)", of: .feed) }
    #expect(isStarted == [true, false, false, false, false])
    let othersAreStarted = [
      queue.add(10, to: "10", of: .artwork), queue.add(11, to: "11", of: .artwork),
      queue.add(20, to: "20", of: .chapters),
    ]
    #expect(othersAreStarted == [false, false, false])

    // When one request after the other ends
    var order: [Int] = []
    var ended: (host: String, kind: RequestKind) = ("0", .feed)
    while let next = queue.finish(ended.host, of: ended.kind).first {
      order.append(next)
      ended = ("\(next)", next < 10 ? .feed : next < 20 ? .artwork : .chapters)
    }

    // Then the kind whose last start was the longest ago is next, and each kind keeps its order. Pictures and chapters
    // have not started before, so they precede the next feed
    #expect(order == [10, 20, 1, 11, 2, 3, 4])
  }

  @Test func `silent feeds leave slots for pictures`() {
    // Given eight slots, two of which feeds have to leave to other kinds, and eight feeds, of which none has ended
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 2, total: 8, keptForOthers: 2))
    let isStarted = (0..<8).map { queue.add($0, to: "\($0)", of: .feed) }
    #expect(isStarted == [true, true, true, true, true, true, false, false])

    // When pictures are requested, then two of them start
    let picturesAreStarted = (10..<13).map { queue.add($0, to: "\($0)", of: .artwork) }
    #expect(picturesAreStarted == [true, true, false])

    // When a feed ends, then the next feed starts. When a picture ends, then the waiting picture starts, because feed 7
    // has to leave this slot to other kinds
    let started = [queue.finish("0", of: .feed), queue.finish("10", of: .artwork)]
    #expect(started == [[6], [12]])
  }
}
