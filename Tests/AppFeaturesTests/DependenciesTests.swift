import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of dependencies that a test uses but has not replaced.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct DependenciesTests {
  @Test func `using a dependency that the test did not provide fails the test`() async {
    await withKnownIssue {
      let store = TestStore(initialState: LibraryFeature.State()) { LibraryFeature() }
      await store.send(.launched)
      await store.finish()
    } matching: {
      $0.comments.contains { $0.rawValue.contains("The dependency “library.shows” was used") }
    }
  }

  @Test func `using an unset dependency reports its name and does not crash`() async {
    // Given dependencies without any replacement. A report has the name of the dependency between “ and ”
    let reported = Recorded<[String]>([])
    let reporter = MisuseReporter { misuse in
      reported.change { $0.append(String(misuse.message.split(separator: "”")[0].split(separator: "“")[1])) }
    }
    await MisuseReporter.$current.withValue(reporter) {
      // When the functions of three clients, the log, the locale and the pending writes are used
      let (unset, isFavorite, isPlayed) = (DependencyValues(), true, true)
      for await _ in unset.library.shows() {}
      for await _ in unset.library.episodes(.sample(1)) {}
      await #expect(throws: LibraryError.self) {
        try await unset.library.subscribe(FetchedPodcast(.sample("A"), from: .sample("a")), .sample("a"))
      }
      await #expect(throws: LibraryError.self) { try await unset.library.removeShow(.sample(1)) }
      await #expect(throws: LibraryError.self) { try await unset.library.setFavorite(.sample(1), isFavorite) }
      await #expect(throws: LibraryError.self) { try await unset.library.savePosition(.sample(1), .zero) }
      await #expect(throws: LibraryError.self) { try await unset.library.setPlayed(.sample(1), isPlayed) }
      await #expect(throws: FeedError.self) { try await unset.feeds.resolve("a") }
      await #expect(throws: FeedError.self) { try await unset.feeds.fetch(.sample("a")) }
      unset.player.play(.sample("a"), .zero)
      unset.player.pause()
      unset.player.resume()
      unset.player.seek(.zero)
      unset.player.stop()
      for await _ in unset.player.events() {}
      unset.log("a")
      _ = unset.locale
      await unset.writes.waitUntilDone(within: .zero)
    }

    // Then each use is reported with the name of the dependency
    #expect(
      reported.current == [
        "library.shows", "library.episodes", "library.subscribe", "library.removeShow", "library.setFavorite",
        "library.savePosition", "library.setPlayed", "feeds.resolve", "feeds.fetch", "player.play", "player.pause",
        "player.resume", "player.seek", "player.stop", "player.events", "log", "locale", "writes",
      ])
  }
}

/// Tests of `PendingWrites`, which counts the running writes. The program waits for these writes before it ends.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PendingWritesTests {
  let writes = PendingWrites()
  let clock = ImmediateClock()

  @Test func `waiting returns immediately if no write is running`() async {
    await writes.waitUntilDone(within: .seconds(6), clock: clock)
    #expect(clock.now.offset == .zero)
  }

  @Test func `waiting lasts until all running writes are done`() async {
    // Given two running writes
    let (firstGate, secondGate) = (Gate(), Gate())
    let doneCount = Recorded(0)
    for gate in [firstGate, secondGate] {
      writes.start {
        _ = await gate.pass()
        doneCount.change { $0 += 1 }
      }
    }

    // When the writes finish one after the other, then the waiting task continues after the second write
    let waiting = Task {
      await writes.waitUntilDone(within: .seconds(60))
      return doneCount.current
    }
    await secondGate.waitForArrivals(1)
    firstGate.open()
    await doneCount.until { $0 == 1 }
    secondGate.open()
    #expect(await waiting.value == 2)
  }

  @Test func `waiting ends at its limit if a write never ends`() async {
    writes.start { _ = await Gate().pass() }
    await writes.waitUntilDone(within: .seconds(6), clock: clock)
    #expect(clock.now.offset == .seconds(6))
  }

  @Test func `performing a write returns its success or its error`() async {
    let written = await writes.perform { () throws(LibraryError) in }
    let failed = await writes.perform { () throws(LibraryError) in throw .notFound }
    #expect(throws: Never.self) { try written.get() }
    #expect(throws: LibraryError.notFound) { try failed.get() }
  }
}
