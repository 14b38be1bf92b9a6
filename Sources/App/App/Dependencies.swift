package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// An error with a title and a message for the user.
package protocol UserFacingError: Error {
  /// A short title of the problem.
  var title: TextState { get }
  /// A message with the remedy.
  var message: TextState { get }
}

/// A problem that an alert shows to the user. A feature sends the problem to its parent feature, and ``AppFeature``
/// shows the alert.
package struct Problem: Hashable, Sendable {
  /// A short title of the problem.
  package var title: TextState
  /// A message with the remedy.
  package var message: TextState
  /// The text for the log, with details about the cause. The user does not see this text.
  package var logText: String

  package init(title: TextState, message: TextState, logText: String) {
    self.title = title
    self.message = message
    self.logText = logText
  }

  /// Creates a problem with the title and the message of an error.
  package init(_ error: some UserFacingError) {
    self.init(title: error.title, message: error.message, logText: String(describing: error))
  }
}

extension DependencyValues {
  /// Reads and changes the user's shows, episodes and places.
  package var library: LibraryClient {
    get { self[LibraryKey.self] }
    set { self[LibraryKey.self] = newValue }
  }

  /// Fetches feeds.
  package var feeds: FeedClient {
    get { self[FeedsKey.self] }
    set { self[FeedsKey.self] = newValue }
  }

  /// Plays audio.
  package var player: PlayerClient {
    get { self[PlayerKey.self] }
    set { self[PlayerKey.self] = newValue }
  }

  /// The locale for the texts of dates and durations.
  package var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// Writes a message about the cause of a problem to the log. The user does not see the message.
  package var log: @Sendable (_ message: String) -> Void {
    get { self[LogKey.self] }
    set { self[LogKey.self] = newValue }
  }

  /// Counts the writes to the library that are not done yet.
  package var writes: PendingWrites {
    get { self[WritesKey.self] }
    set { self[WritesKey.self] = newValue }
  }
}

/// Counts the writes that are not done yet. The program waits for these writes before it ends.
@MainActor
package final class PendingWrites {
  /// How long the program waits for writes before it ends. A write waits up to 20 seconds for another program's lock on
  /// the library. The additional second is for the write itself.
  package nonisolated static let limitAtQuit = Duration.seconds(21)

  /// The number of writes that are not done yet.
  private var count = 0
  /// The calls of ``waitUntilDone(within:clock:)`` that are waiting, by their identifier.
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  /// The identifier of the latest call that had to wait. Identifiers count up from 1.
  private var lastWaiterID = 0
  /// Whether a call of ``waitUntilDone(within:clock:)`` has reached its limit. The program then ends without the writes
  /// that are not done.
  package private(set) var hasStoppedWaiting = false

  /// Creates a counter without writes.
  package nonisolated init() {}

  /// Starts a write and returns at once. The write completes even if the calling task is cancelled.
  package func start(_ write: @escaping @MainActor () async -> Void) {
    startCounted(write)
  }

  /// Performs a write, and returns its result. The write completes even if the calling task is cancelled.
  package func perform(
    _ write: @escaping @MainActor () async throws(LibraryError) -> Void
  ) async -> Result<Void, LibraryError> {
    await startCounted {
      do throws(LibraryError) {
        return .success(try await write())
      } catch {
        return .failure(error)
      }
    }.value
  }

  /// Waits until all writes are done, or until the limit is over.
  package func waitUntilDone(within limit: Duration, clock: any Clock<Duration> = ContinuousClock()) async {
    guard count > 0 else { return }
    lastWaiterID += 1
    let id = lastWaiterID
    let timer = Task {
      do { try await clock.sleep(for: limit) } catch { return }
      hasStoppedWaiting = true
      resume(id)
    }
    await withCheckedContinuation { waiters[id] = $0 }
    timer.cancel()
  }

  /// Counts a write and starts it.
  @discardableResult
  private func startCounted<Value: Sendable>(_ write: @escaping @MainActor () async -> Value) -> Task<Value, Never> {
    count += 1
    return Task {
      let value = await write()
      count -= 1
      if count == 0 { waiters.keys.forEach(resume) }
      return value
    }
  }

  private func resume(_ id: Int) {
    waiters.removeValue(forKey: id)?.resume()
  }
}

// The program sets all of these dependencies. A test sets the dependencies that it needs. If the tested code
// uses another dependency, the test fails.

private enum LibraryKey: TestDependencyKey {
  static var testValue: LibraryClient {
    LibraryClient(
      shows: { reportMissing("library.shows", returning: .ended) },
      episodes: { _ in reportMissing("library.episodes", returning: .ended) },
      subscribe: { _, _ throws(LibraryError) in
        throw reportMissing("library.subscribe", returning: .failed(reason: "unexpected"))
      },
      removeShow: { _ throws(LibraryError) in
        throw reportMissing("library.removeShow", returning: .failed(reason: "unexpected"))
      },
      setFavorite: { _, _ throws(LibraryError) in
        throw reportMissing("library.setFavorite", returning: .failed(reason: "unexpected"))
      },
      savePosition: { _, _ throws(LibraryError) in
        throw reportMissing("library.savePosition", returning: .failed(reason: "unexpected"))
      },
      setPlayed: { _, _ throws(LibraryError) in
        throw reportMissing("library.setPlayed", returning: .failed(reason: "unexpected"))
      })
  }
}

private enum FeedsKey: TestDependencyKey {
  static var testValue: FeedClient {
    FeedClient(
      resolve: { _ throws(FeedError) in throw reportMissing("feeds.resolve", returning: .notAnAddress) },
      fetch: { feed throws(FeedError) in throw reportMissing("feeds.fetch", returning: .notFound(feed)) })
  }
}

private enum PlayerKey: TestDependencyKey {
  static var testValue: PlayerClient {
    PlayerClient(
      play: { _, _ in reportMissing("player.play", returning: ()) },
      playFromSource: { _, _, _ in reportMissing("player.playFromSource", returning: ()) },
      prepare: { _, _ in reportMissing("player.prepare", returning: ()) },
      pause: { reportMissing("player.pause", returning: ()) },
      resume: { reportMissing("player.resume", returning: ()) },
      seek: { _ in reportMissing("player.seek", returning: ()) },
      adjust: { _ in reportMissing("player.adjust", returning: ()) },
      stop: { reportMissing("player.stop", returning: ()) },
      events: { reportMissing("player.events", returning: .ended) },
      video: { reportMissing("player.video", returning: .ended) })
  }
}

private enum LocaleKey: TestDependencyKey {
  static var testValue: Locale { reportMissing("locale", returning: Locale(identifier: "en_US")) }
}

private enum LogKey: TestDependencyKey {
  static var testValue: @Sendable (String) -> Void {
    { message in reportMissing("log", returning: (), " It was to write “\(message)”.") }
  }
}

private enum WritesKey: TestDependencyKey {
  static var testValue: PendingWrites { reportMissing("writes", returning: PendingWrites()) }
}

/// Reports the use of a dependency that neither the program nor the test provided.
///
/// - Parameters:
///   - name: The name of the dependency in `DependencyValues`, followed by the name of its closure, if any.
///   - value: The value to return, so that the test can continue.
///   - details: A sentence for the report, or empty.
/// - Returns: `value`.
func reportMissing<Value>(
  _ name: String, returning value: Value, _ details: String = "", fileID: StaticString = #fileID, line: UInt = #line
) -> Value {
  Misuse(
    "The dependency “\(name)” was used, and nobody has given one.\(details) Give it to the store: “withDependencies: { $0.\(name) = … }”.",
    fileID: fileID, line: line
  ).report()
  return value
}

extension AsyncStream {
  /// A stream that ends at once, without an element.
  static var ended: AsyncStream { AsyncStream { $0.finish() } }
}
