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

  @Test func `kinds of requests that wait get places in turn`() {
    // Given a full queue, behind which four feeds wait, and after them two pictures and a chapter list
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 1, total: 1))
    let isStarted = (0..<5).map { queue.add($0, to: "\($0)", of: .feed) }
    #expect(isStarted == [true, false, false, false, false])
    let others = [
      queue.add(10, to: "10", of: .artwork), queue.add(11, to: "11", of: .artwork),
      queue.add(20, to: "20", of: .chapters),
    ]
    #expect(others == [false, false, false])

    // When one request after the other ends
    var order: [Int] = []
    var ended: (host: String, kind: RequestKind) = ("0", .feed)
    while let next = queue.finish(ended.host, of: ended.kind).first {
      order.append(next)
      ended = ("\(next)", next < 10 ? .feed : next < 20 ? .artwork : .chapters)
    }

    // Then no kind waits for all requests of another one, and each kind keeps its order
    #expect(order == [10, 20, 1, 11, 2, 3, 4])
  }

  @Test func `silent feeds leave places for pictures`() {
    // Given as many silent feeds as there are places
    var queue = RequestQueue<Int>(limits: ConnectionLimits(perHost: 2, total: 8, keptForOthers: 2))
    let isStarted = (0..<8).map { queue.add($0, to: "\($0)", of: .feed) }
    #expect(isStarted == [true, true, true, true, true, true, false, false])

    // When pictures are requested, then two of them start
    let pictures = (10..<13).map { queue.add($0, to: "\($0)", of: .artwork) }
    #expect(pictures == [true, true, false])

    // When a feed ends, then the next feed has its turn, and after it the waiting picture, because the feeds have no
    // more places
    let next = [queue.finish("0", of: .feed), queue.finish("10", of: .artwork)]
    #expect(next == [[6], [12]])
  }
}
