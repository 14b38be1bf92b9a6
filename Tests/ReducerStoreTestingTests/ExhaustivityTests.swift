import IssueReporting
import ReducerStoreTesting
import Synchronization
import TestTraits
import Testing

/// The assertions that a test store requires for each value of its `exhaustivity`. The numbers in `reducerCase` refer
/// to the table of cases in docs/library/reducers.md.
@MainActor
@Suite struct ExhaustivityTests {
  /// A login that reports its progress a single time, then completes and dismisses itself. The name comes from the
  /// dependency `userName`, which is “test” in tests. The action `listen` starts an effect that runs until it is
  /// cancelled.
  struct Login: Reducer {
    struct State: Equatable {
      var name = ""
      var isBusy = false
      var isDone = false
    }

    enum Action: Equatable, CasePathable {
      case loginButtonTapped
      /// The progress in percent.
      case progress(Int)
      /// The login succeeded with this name.
      case done(String)
      case listen

      struct AllCasePaths {
        var progress: CasePath<Action, Int> {
          CasePath(embed: Action.progress) { if case .progress(let number) = $0 { number } else { nil } }
        }
        var done: CasePath<Action, String> {
          CasePath(embed: Action.done) { if case .done(let name) = $0 { name } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.userName) var userName

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .loginButtonTapped:
        state.isBusy = true
        state.name = "?"
        return .run { [userName] send in
          await send(.progress(50))
          await send(.done(userName))
        }
      case .progress: return .none
      case .done(let name):
        state.isBusy = false
        state.isDone = true
        state.name = name
        return .run { [dismiss] _ in await dismiss() }
      case .listen: return .run { _ in try await Task.waitUntilCancelled() }
      }
    }
  }

  /// Runs a body, records its issues as known issues, and returns their messages. The figure spaces of the messages are
  /// replaced by normal spaces.
  private func issues(_ body: @MainActor () async -> Void) async -> [String] {
    let recorded = Mutex<[String]>([])
    await withKnownIssue(isIntermittent: true) {
      await body()
    } matching: { issue in
      recorded.withLock {
        $0.append(issue.comments.map(\.rawValue).joined(separator: "\n").replacing("\u{2007}", with: " "))
      }
      return true
    }
    return recorded.withLock { $0 }
  }

  @Test func `withExhaustivity changes the exhaustivity only during its closure`() async {
    // Given a test that must assert everything
    let store = TestStore(initialState: Login.State()) { Login() }

    // When exhaustivity is off during a closure
    let issuesWhileOff = await issues {
      await store.withExhaustivity(.off) {
        await store.send(.loginButtonTapped) { $0.isBusy = true }
        await store.receive(\.done)
      }
    }
    #expect(issuesWhileOff == [])
    #expect(store.exhaustivity == .on)
    #expect(
      store.withExhaustivity(.off(showSkippedAssertions: true)) { store.exhaustivity }
        == .off(showSkippedAssertions: true))

    // Then the test must assert everything after the closure
    let issuesAfter = await issues { await store.send(.loginButtonTapped) }
    #expect(issuesAfter.first?.contains("The state was not expected to change, but it did") == true)
    // The test ends without receiving the actions of the last login.
    store.exhaustivity = .off
  }

  @Test(.reducerCase(15)) func `with exhaustivity off, a test may assert only some changes and actions`() async {
    // Given a test that verifies only the end
    let store = TestStore(initialState: Login.State()) { Login() }
    store.exhaustivity = .off

    // When it asserts one change per action, skips the first of two actions, and leaves an effect running
    let issues = await issues {
      await store.send(.loginButtonTapped) { $0.isBusy = true }
      await store.receive(\.done) { $0.isDone = true }
      await store.send(.listen)
      await store.finish(timeout: .milliseconds(20))
    }

    // Then nothing fails, and the state is the actual state
    #expect(issues == [])
    #expect(store.state == Login.State(name: "test", isBusy: false, isDone: true))
  }

  @Test(.reducerCase(15)) func `with exhaustivity off, a wrong assertion still fails`() async {
    let store = TestStore(initialState: Login.State()) { Login() }
    store.exhaustivity = .off
    // The name is “?” after the first action, and “test” in the received action.
    let issues = await issues {
      await store.send(.loginButtonTapped) { $0.name = "Ada" }
      await store.receive(\.done, "Ada", timeout: .milliseconds(20))
    }
    #expect(issues.count == 2)
    #expect(issues.first?.hasPrefix("A state change does not match the expectation: …") == true)
    #expect(issues.last?.contains("but received nothing") == true)
  }

  @Test(.reducerCase(15)) func `with exhaustivity off, skipped assertions can be reported`() async {
    // Given a test that reports skipped assertions
    let store = TestStore(initialState: Login.State()) { Login() }
    store.exhaustivity = .off(showSkippedAssertions: true)

    // When it does not assert the change of the name to “?” and the action `progress`
    let reporter = RecordingReporter()
    // The reporter keeps the known issues from the test, so each of them is missing. `issues` ignores these failures.
    _ = await issues {
      await withIssueReporters([reporter]) {
        await store.send(.loginButtonTapped) { $0.isBusy = true }
        await store.receive(\.done, "test") {
          $0.isBusy = false
          $0.isDone = true
          $0.name = "test"
        }
      }
    }

    // Then the skipped change and the skipped action were reported
    #expect(reporter.messages.count == 2)
    #expect(reporter.messages.first?.hasPrefix("Not all changes were asserted: …") == true)
    #expect(reporter.messages.first?.contains("name: \"?\"") == true)
    #expect(reporter.messages.last?.hasPrefix("1 received action(s) were skipped before") == true)
  }

  @Test(.reducerCase(15)) func `a test can skip received actions and running effects`() async {
    let store = TestStore(initialState: Login.State()) { Login() }
    await store.send(.loginButtonTapped) {
      $0.isBusy = true
      $0.name = "?"
    }
    await store.skipReceivedActions()
    #expect(store.state.isDone)
    await store.send(.listen)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test(.reducerCase(15)) func `skipping fails if there are no received actions or running effects`() async {
    let store = TestStore(initialState: Login.State()) { Login() }
    let issues = await issues {
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
    }
    #expect(issues == ["There were no received actions to skip.", "There were no effects in flight to skip."])
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func `receiving by a case fails for an action of another case, and a case with its payload matches`() async {
    let store = TestStore(initialState: Login.State()) {
      Login()
    } withDependencies: {
      $0.userName = "Ada"
    }
    await store.send(.loginButtonTapped) {
      $0.isBusy = true
      $0.name = "?"
    }
    // The first received action is `progress`. The failed assertion consumes it, so `done` is next.
    let issues = await issues { await store.receive(\.done) }
    #expect(issues.first?.hasPrefix("Received an action that is not in the case") == true)
    await store.receive(\.done, "Ada") {
      $0 = Login.State(name: "Ada", isBusy: false, isDone: true)
    }
    #expect(store.isDismissed)
    await store.finish()
  }

  @Test func `dependencies can be replaced during a test`() async {
    let store = TestStore(initialState: Login.State()) { Login() }
    #expect(!store.isDismissed)
    store.dependencies.userName = "Grace"
    store.exhaustivity = .off
    await store.send(.loginButtonTapped)
    await store.receive(.done("Grace"))
    #expect(store.isDismissed)
  }
}

/// Records the messages of reported issues. Without this reporter, they would be issues of the test.
private final class RecordingReporter: IssueReporter {
  private let recorded = Mutex<[String]>([])

  var messages: [String] { recorded.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? ""
    recorded.withLock { $0.append(message) }
  }
}

private enum UserNameKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  /// The name of the user who logs in.
  var userName: String {
    get { self[UserNameKey.self] }
    set { self[UserNameKey.self] = newValue }
  }
}
