import Foundation
import IssueReporting
import Presentation
import ReducerStore
import ReducerStoreFoundation
import ReducerStoreTesting
import Synchronization
import Testing

/// The dependencies of `ReducerStoreFoundation`, and the random number generator of `ReducerStore`.
@MainActor
@Suite struct DependencyTests {
  /// A diary whose entries get their id, date and luck from dependencies. The diary also computes the current day of
  /// the month, and opens links.
  private struct Diary: Reducer {
    /// An entry. The luck is a random number from 0 to 99.
    struct Entry: Equatable { var id: UUID; var date: Date; var luck: Int }

    struct State: Equatable {
      var entries: [Entry] = []
      var day = 0
      var isOpened: Bool?
    }

    enum Action: Equatable {
      case added
      case dayRequested
      case linkClicked(URL)
      case opened(Bool)
    }

    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date
    @Dependency(\.calendar) var calendar
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.locale) var locale
    @Dependency(\.openURL) var openURL
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .added:
          let luck = withRandomNumberGenerator { Int.random(in: 0..<100, using: &$0) }
          state.entries.append(Entry(id: uuid(), date: date.now, luck: luck))
        case .dayRequested:
          var calendar = calendar
          calendar.timeZone = timeZone
          calendar.locale = locale
          state.day = calendar.component(.day, from: date())
        case .linkClicked(let url):
          return .run { send in await send(.opened(openURL(url))) }
        case .opened(let isOpened): state.isOpened = isOpened
        }
        return .none
      }
    }
  }

  /// Returns only the largest number, so that each random luck is 99.
  private struct LargestNumberGenerator: RandomNumberGenerator {
    func next() -> UInt64 { .max }
  }

  @Test func `a test can replace the id generator, the date and the random number generator`() async {
    let store = TestStore(initialState: Diary.State()) {
      Diary()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 100))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(LargestNumberGenerator())
    }
    await store.send(.added) { $0.entries = [.init(id: UUID(0), date: Date(timeIntervalSince1970: 100), luck: 99)] }
    await store.send(.added) { $0.entries.append(.init(id: UUID(1), date: Date(timeIntervalSince1970: 100), luck: 99)) }
  }

  @Test func `a test can replace the date, the calendar, the time zone and the locale`() async {
    let store = TestStore(initialState: Diary.State()) {
      Diary()
    } withDependencies: {
      // One second before January 4 in UTC. The time zone is one hour ahead. The diary also reads the calendar and the
      // locale, and the test would fail if they were not replaced.
      $0.date.now = Date(timeIntervalSince1970: 86_400 * 3 - 1)
      $0.calendar = Calendar(identifier: .gregorian)
      $0.timeZone = TimeZone(secondsFromGMT: 3_600)!
      $0.locale = Locale(identifier: "de_DE")
    }
    await store.send(.dayRequested) { $0.day = 4 }
  }

  @Test func `openURL calls the handler that a test provides`() async {
    let store = TestStore(initialState: Diary.State()) {
      Diary()
    } withDependencies: {
      $0.openURL = OpenURLEffect { $0.host() == "example.org" }
    }
    await store.send(.linkClicked(URL(string: "https://example.org")!))
    await store.receive(.opened(true)) { $0.isOpened = true }
  }

  @Test func `a UUID generator returns a constant or incrementing identifiers`() {
    let uuid = UUIDGenerator.constant(UUID(7))
    #expect(uuid() == uuid())
    // `UUID(_:)` writes the number at the end of the identifier.
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
    let incrementing = UUIDGenerator.incrementing
    #expect([incrementing(), incrementing()] == [UUID(0), UUID(1)])
  }

  @Test(arguments: ["uuid", "date", "calendar", "timeZone", "locale", "withRandomNumberGenerator"])
  func `using a dependency that a test has not replaced is reported`(_ name: String) {
    let messages = misuseMessages {
      withDependencies {
        $0.context = .test
      } operation: {
        let diary = Diary()
        switch name {
        case "uuid": _ = diary.uuid()
        case "date": _ = diary.date()
        case "calendar": _ = diary.calendar
        case "timeZone": _ = diary.timeZone
        case "locale": _ = diary.locale
        default: _ = diary.withRandomNumberGenerator { $0.next() }
        }
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("“\(name)” was used, but it is not implemented here.") == true)
  }

  @Test func `a test store fails if a feature uses a dependency that the test has not replaced`() async {
    let store = TestStore(initialState: Diary.State()) {
      Diary()
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 100))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(LargestNumberGenerator())
    }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(.added)
    } matching: {
      $0.description.contains("“uuid” was used")
    }
  }

  @Test func `using openURL is reported and opens nothing if a test has not replaced the dependency`() async {
    let store = TestStore(initialState: Diary.State()) { Diary() }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(.linkClicked(URL(string: "https://example.org/")!))
      await store.receive(.opened(false))
    } matching: {
      $0.description.contains("“openURL” was used")
    }
    #expect(store.state.isOpened == false)
  }

  @Test func `the live dependencies return the values of the system`() {
    let diary = Diary()
    #expect(diary.uuid() != diary.uuid())
    #expect(abs(diary.date.now.timeIntervalSinceNow) < 60)
    #expect(diary.calendar.identifier == Calendar.current.identifier)
    #expect(diary.timeZone.identifier == TimeZone.current.identifier)
    #expect(diary.locale.identifier == Locale.current.identifier)
  }

  /// Returns the messages of the misuses that are reported while a closure runs.
  private func misuseMessages(during work: () -> Void) -> [String] {
    let reported = Messages()
    MisuseReporter.$current.withValue(MisuseReporter { reported.append($0.message) }) { work() }
    return reported.all
  }

  private final class Messages: Sendable {
    private let messages = Mutex<[String]>([])
    var all: [String] { messages.withLock { $0 } }
    func append(_ message: String) { messages.withLock { $0.append(message) } }
  }
}
