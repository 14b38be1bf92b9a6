import Foundation
import GRDB
import Podcasts
import Synchronization
import Testing

@testable import PodcastStore

@Suite struct ObservationTests {
  private let folder: TemporaryLibrary
  private let library: LibraryClient

  init() throws {
    folder = try TemporaryLibrary()
    library = try folder.open()
  }

  @Test func `shows are told at once, and again after each change`() async throws {
    // Given a consumer
    var shows = library.shows().makeAsyncIterator()
    #expect(try await shows.next()?.get() == [])

    // When a show comes and goes
    let id = try await library.subscribe(.sample(), feedURL)
    #expect(try await shows.next()?.get().map(\.id) == [id])
    try await library.removeShow(id)

    // Then the consumer is notified
    #expect(try await shows.next()?.get() == [])
  }

  @Test func `episodes are told again when the listener marks one`() async throws {
    // Given a show that is listened to
    let show = try await library.subscribe(.sample(), feedURL)
    var episodes = library.episodes(show).makeAsyncIterator()
    let episode = try #require(try await episodes.next()?.get().first)

    // When its episode becomes a favourite
    try await library.setFavorite(episode.id, true)

    // Then the stream has it
    #expect(try await episodes.next()?.get().map(\.isFavorite) == [true])
  }

  @Test(.timeLimit(.minutes(1))) func `an observation ends with its consumer`() async throws {
    // Given an observation that holds an object, and a stream that ends with the object
    let database = LibraryDatabase(database: try LibraryFile.open(at: folder.file), path: folder.file.path)
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    let consumer = Task {
      let token = Token { continuation.finish() }
      for await _ in database.observe({ _ in withExtendedLifetime(token) { 1 } }) { continuation.yield() }
    }
    var events = gone.makeAsyncIterator()
    #expect(await events.next() != nil)

    // When the consumer stops
    consumer.cancel()

    // Then the observation lets go of it
    #expect(await events.next() == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `during a burst of changes a list is read seldom, and at last with the newest value`() async throws {
    // Given a consumer of an observation that counts its reads
    let database = LibraryDatabase(database: try LibraryFile.open(at: folder.file), path: folder.file.path)
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
    let begun = ContinuousClock.now
    for number in 1...50 {
      _ = try await client.subscribe(
        .sample(title: "Show \(number)"), URL(string: "https://example.org/\(number).xml")!)
    }
    var count = 0
    while count < 50 { count = try await shows.next()?.get().count ?? 50 }

    // Then it was read at most once per interval, and before and after the first change
    let intervals = begun.duration(to: .now) / LibraryDatabase.observationInterval
    #expect(reads.withLock { $0 } <= Int(intervals) + 3)
  }

  @Test(.timeLimit(.minutes(1))) func `a list opens while a transaction runs`() async throws {
    // Given a long transaction
    let database = LibraryDatabase(database: try LibraryFile.open(at: folder.file), path: folder.file.path)
    let (started, continuation) = AsyncStream<Void>.makeStream()
    let end = DispatchSemaphore(value: 0)
    let write = Task {
      try await database.write { _ in
        continuation.yield()
        end.wait()
      }
    }
    for await _ in started { break }

    // When a list is opened, then it does not wait for the transaction
    var shows = database.observe(Shows.all, tracking: Shows.region).makeAsyncIterator()
    #expect(try await shows.next()?.get() == [])
    end.signal()
    try await write.value

    // And it follows changes after it
    _ = try await LibraryClient.live(database).subscribe(.sample(), feedURL)
    #expect(try await shows.next()?.get().count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func `a throttled observation ends with its consumer, and with a failure`()
    async throws
  {
    let database = LibraryDatabase(database: try LibraryFile.open(at: folder.file), path: folder.file.path)
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    let consumer = Task {
      let token = Token { continuation.finish() }
      for await _ in database.observe({ _ in withExtendedLifetime(token) { 1 } }, tracking: Shows.region) {
        continuation.yield()
      }
    }
    var events = gone.makeAsyncIterator()
    #expect(await events.next() != nil)
    consumer.cancel()
    #expect(await events.next() == nil)

    var values = database.observe(
      { _ -> Int in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }, tracking: Shows.region
    ).makeAsyncIterator()
    #expect(await values.next() == .failure(.damaged(path: folder.file.path)))
    #expect(await values.next() == nil)
  }

  @Test func `a failure is told, and ends the stream`() async throws {
    // Given an observation that fails
    let database = LibraryDatabase(database: try LibraryFile.open(at: folder.file), path: folder.file.path)
    var values = database.observe { _ -> Int in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }.makeAsyncIterator()

    // Then
    #expect(await values.next() == .failure(.damaged(path: folder.file.path)))
    #expect(await values.next() == nil)
  }
}

/// Tells when it is gone.
private final class Token: Sendable {
  private let whenGone: @Sendable () -> Void
  init(whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }
  deinit { whenGone() }
}
