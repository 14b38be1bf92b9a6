import Foundation
import GRDB
import Podcasts
import Synchronization
import Testing

@testable import PodcastStore

/// The streams of a library, which emit at once and after changes, and the database observations behind them.
@Suite struct ObservationTests {
  private let temporary: TemporaryLibrary
  private let library: LibraryClient

  init() throws {
    temporary = try TemporaryLibrary()
    library = try temporary.open()
  }

  @Test func `the stream of shows emits at once and after each change`() async throws {
    // Given a consumer
    var shows = library.shows().makeAsyncIterator()
    #expect(try await shows.next()?.get() == [])

    // When a show is added and removed, then the consumer is notified each time
    let id = try await library.subscribe(.sample(), feedURL)
    #expect(try await shows.next()?.get().map(\.id) == [id])
    try await library.removeShow(id)
    #expect(try await shows.next()?.get() == [])
  }

  @Test func `the stream of episodes emits when the listener marks an episode`() async throws {
    // Given a consumer of the episodes of a show
    let show = try await library.subscribe(.sample(), feedURL)
    var episodes = library.episodes(show).makeAsyncIterator()
    let episode = try #require(try await episodes.next()?.get().first)

    // When the show's episode becomes a favorite
    try await library.setFavorite(episode.id, true)

    // Then the stream emits the change
    #expect(try await episodes.next()?.get().map(\.isFavorite) == [true])
  }

  @Test(.timeLimit(.minutes(1))) func `an observation ends when its consumer is cancelled`() async throws {
    // Given an observation whose closure retains a token, and a stream `emissions`. The stream emits for each value of
    // the observation, and ends when the token is deallocated.
    let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
    let (emissions, continuation) = AsyncStream<Void>.makeStream()
    let consumer = Task {
      let token = DeallocationToken { continuation.finish() }
      for await _ in database.observe({ _ in withExtendedLifetime(token) { 1 } }) { continuation.yield() }
    }
    var emissionIterator = emissions.makeAsyncIterator()
    #expect(await emissionIterator.next() != nil)

    // When the consumer is cancelled
    consumer.cancel()

    // Then the observation releases the token
    #expect(await emissionIterator.next() == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `during many changes a list is read at most once per interval, and the last value is emitted`() async throws {
    // Given an observation with a `tracking` argument, which is throttled. The test counts its reads.
    let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
    let client = LibraryClient.live(database)
    let reads = Mutex(0)
    var shows = database.observe(
      { database in
        reads.withLock { $0 += 1 }
        return try Shows.all(in: database)
      }, tracking: Shows.region
    ).makeAsyncIterator()
    #expect(try await shows.next()?.get() == [])

    // When the library changes many times
    let start = ContinuousClock.now
    for number in 1...50 {
      _ = try await client.subscribe(
        .sample(title: "Show \(number)"), URL(string: "https://example.org/\(number).xml")!)
    }
    // Waits for the value with all shows
    var showCount = 0
    while showCount < 50 { showCount = try #require(await shows.next()).get().count }

    // Then the list was read at most once per interval. Three more reads are allowed: the initial read, the read when
    // the observation of the tables starts, and a read in the interval that has not ended.
    let intervals = start.duration(to: .now) / LibraryDatabase.observationInterval
    #expect(reads.withLock { $0 } <= Int(intervals) + 3)
  }

  @Test(.timeLimit(.minutes(1))) func `a list is read without waiting for a running transaction`() async throws {
    // Given a long transaction
    let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
    let (transactionStart, startContinuation) = AsyncStream<Void>.makeStream()
    let mayEnd = DispatchSemaphore(value: 0)
    let write = Task {
      try await database.write { _ in
        startContinuation.yield()
        mayEnd.wait()
      }
    }
    for await _ in transactionStart { break }

    // When an observation starts, then it does not wait for the transaction
    var shows = database.observe(Shows.all, tracking: Shows.region).makeAsyncIterator()
    #expect(try await shows.next()?.get() == [])
    mayEnd.signal()
    try await write.value

    // And it emits changes after the transaction
    _ = try await LibraryClient.live(database).subscribe(.sample(), feedURL)
    #expect(try await shows.next()?.get().count == 1)
  }

  /// An observation with a `tracking` argument is throttled: it reads at most once per interval.
  @Test(.timeLimit(.minutes(1)))
  func `a throttled observation ends when its consumer is cancelled and after a failure`()
    async throws
  {
    // Given a throttled observation whose closure retains a token, and a stream that ends when the token is deallocated
    let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
    let (emissions, continuation) = AsyncStream<Void>.makeStream()
    let consumer = Task {
      let token = DeallocationToken { continuation.finish() }
      for await _ in database.observe({ _ in withExtendedLifetime(token) { 1 } }, tracking: Shows.region) {
        continuation.yield()
      }
    }
    var emissionIterator = emissions.makeAsyncIterator()
    #expect(await emissionIterator.next() != nil)

    // When the consumer is cancelled, then the observation releases the token
    consumer.cancel()
    #expect(await emissionIterator.next() == nil)

    // When another observation fails, then its stream emits the failure and ends
    var values = database.observe(
      { _ -> Int in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }, tracking: Shows.region
    ).makeAsyncIterator()
    #expect(await values.next() == .failure(.damaged(path: temporary.file.path)))
    #expect(await values.next() == nil)
  }

  @Test func `a failure is emitted and ends the stream`() async throws {
    // Given an observation that fails
    let database = LibraryDatabase(database: try LibraryFile.open(at: temporary.file), path: temporary.file.path)
    var values = database.observe { _ -> Int in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }.makeAsyncIterator()

    // Then the stream emits the failure and ends
    #expect(await values.next() == .failure(.damaged(path: temporary.file.path)))
    #expect(await values.next() == nil)
  }
}

/// An object that calls a closure at its deallocation.
private final class DeallocationToken: Sendable {
  private let onDeallocation: @Sendable () -> Void
  init(onDeallocation: @escaping @Sendable () -> Void) { self.onDeallocation = onDeallocation }
  deinit { onDeallocation() }
}
