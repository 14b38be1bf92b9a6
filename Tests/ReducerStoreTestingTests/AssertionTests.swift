import IssueReporting
import ReducerStoreTesting
import Synchronization
import Testing

/// The key of the dependency `step`. The action `count` of ``AssertionTests/Form`` adds this number to the form's
/// count.
private enum StepKey: DependencyKey {
  static let liveValue = 0
}

extension DependencyValues {
  fileprivate var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
}

/// The state and the dependencies in the closure of an assertion, the end of a dismissed store, and the failures that a
/// test store reports with their lines.
@MainActor
@Suite struct AssertionTests {
  /// A form that lacks a `BindingReducer`. No reducer applies the form's binding actions. The tests expect the failures
  /// that report this mistake.
  struct Form: Reducer {
    struct State: Equatable {
      var count = 0
      var name = ""
    }

    enum Action: BindableAction {
      /// Adds `step` to the count.
      case count
      /// Starts an effect that runs until it is cancelled.
      case listen
      /// Starts an effect that dismisses the form.
      case close
      /// Starts an effect that fails after the action has been reduced.
      case fail
      case binding(BindingAction<State>)

      var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
    }

    struct Failure: Error {}

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.step) var step

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .count: state.count += step
        case .listen: return .run { _ in try await Task.waitUntilCancelled() }
        case .close: return .run { [dismiss] _ in await dismiss() }
        case .fail:
          return .run { _ in
            await Task.yield()
            throw Failure()
          }
        case .binding: break
        }
        return .none
      }
    }
  }

  /// Records the reported failures in place of the test.
  final class Reporter: IssueReporter {
    private let reports = Mutex<[(message: String, line: UInt)]>([])
    var messages: [String] { reports.withLock { $0.map(\.message) } }
    var lines: [UInt] { reports.withLock { $0.map(\.line) } }

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      let message = message() ?? ""
      reports.withLock { $0.append((message, line)) }
    }
  }

  @Test func `an assertion's closure has the store's dependencies and the state before the action`() async {
    // Given a store that replaces the dependency `step`
    let store = TestStore(initialState: Form.State(count: 1)) {
      Form()
    } withDependencies: {
      $0.step = 7
    }
    var countInClosure: Int?

    // When an action is sent, then the closure of the call has that dependency, and the state before the action
    await store.send(.count) {
      @Dependency(\.step) var step
      countInClosure = store.state.count
      $0.count = store.state.count + step
    }
    #expect(countInClosure == 1)
    #expect(store.state.count == 8)

    // And the closure of an assertion without an action also has that dependency
    store.assert {
      @Dependency(\.step) var step
      $0.count = step + 1
    }
  }

  @Test func `dismiss at the root dismisses the store and ends its effects`() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    let task = await store.send(.listen)
    await store.send(.close)
    #expect(store.isDismissed)
    #expect(!task.isRunning)
  }

  @Test func `an unapplied binding action fails at the line that sent it`() async {
    let reporter = Reporter()
    // The line of `send`.
    let line = #line + 3
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: Form.State()) { Form() }
      await store.send(.binding(.set(\.name, "Ada")))
    }
    #expect(reporter.lines == [UInt(line)])
    #expect(reporter.messages.first?.hasPrefix("No “BindingReducer” has applied “binding(") == true)
  }

  @Test func `an unapplied binding action of a nested feature fails at the line that sent it`() async {
    /// A feature with a form in a case of its action.
    struct Page: Reducer {
      enum Action { case form(Form.Action) }

      var body: some Reducer<Form.State, Action> {
        Reduce { _, _ in .none }
      }
    }
    let reporter = Reporter()
    // The line of `send`.
    let line = #line + 3
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: Form.State()) { Page() }
      await store.send(.form(.binding(.set(\.name, "Ada"))))
    }
    #expect(reporter.lines == [UInt(line)])
    #expect(reporter.messages.first?.hasPrefix("No “BindingReducer” has applied “form(") == true)
  }

  @Test
  func
    `an unapplied binding action of a row fails, but a binding payload of another case does not`()
    async
  {
    /// A feature with rows. Its action `undo` contains a binding action, but not in the case `binding`.
    struct List: Reducer {
      enum Action {
        case rows(IdentifiedAction<Int, Form.Action>)
        case undo(BindingAction<Form.State>)
      }

      var body: some Reducer<Form.State, Action> {
        Reduce { _, _ in .none }
      }
    }
    let reporter = Reporter()
    // The line of the first `send`.
    let line = #line + 3
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: Form.State()) { List() }
      await store.send(.rows(.element(id: 1, action: .binding(.set(\.name, "Ada")))))
      await store.send(.undo(.set(\.name, "Ada")))
    }
    #expect(reporter.lines == [UInt(line)])
  }

  @Test func `a binding action for a feature that is not presented fails once`() async {
    /// A feature that presents a form.
    struct Page: Reducer {
      struct State: Equatable { @PresentationState var form: Form.State? }

      enum Action: CasePathable {
        case form(PresentationAction<Form.Action>)

        struct AllCasePaths {
          var form: CasePath<Action, PresentationAction<Form.Action>> {
            CasePath(embed: Action.form) { if case .form(let action) = $0 { action } else { nil } }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      var body: some ReducerOf<Self> {
        Reduce { _, _ in .none }.ifLet(\.$form, action: \.form) { Form() }
      }
    }
    let reporter = Reporter()
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: Page.State()) { Page() }
      await store.send(.form(.presented(.binding(.set(\.name, "Ada")))))
    }
    // The only failure is about the missing form, and not about a missing `BindingReducer`.
    #expect(reporter.messages.count == 1)
    #expect(reporter.messages.first?.contains("No “BindingReducer”") == false)
  }

  @Test func `a report about an effect's action does not hide an unapplied binding action`() async {
    /// A feature that does not apply its binding action. Its effect sends an action to a form that is not presented.
    struct Page: Reducer {
      struct State: Equatable {
        var name = ""
        @PresentationState var form: Form.State?
      }

      enum Action: CasePathable {
        case binding(BindingAction<State>)
        case form(PresentationAction<Form.Action>)

        struct AllCasePaths {
          var form: CasePath<Action, PresentationAction<Form.Action>> {
            CasePath(embed: Action.form) { if case .form(let action) = $0 { action } else { nil } }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      var body: some ReducerOf<Self> {
        Reduce { _, action in
          if case .binding = action { .send(.form(.presented(.count))) } else { .none }
        }
        .ifLet(\.$form, action: \.form) { Form() }
      }
    }
    let reporter = Reporter()
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: Page.State()) { Page() }
      store.exhaustivity = .off
      await store.send(.binding(.set(\.name, "Ada")))
    }
    // One failure is about the form, and the other one is about the binding action.
    #expect(reporter.messages.count == 2)
    #expect(reporter.messages.contains { $0.hasPrefix("No “BindingReducer”") })
  }

  @Test func `a custom issue reporter receives each failure at its line`() async {
    // Given an issue reporter that a test has installed
    let reporter = Reporter()
    let line = UInt(#line)
    await withIssueReporters([reporter]) {
      let store = TestStore(initialState: Form.State()) {
        Form()
      } withDependencies: {
        $0.step = 1
      }
      // When a change is wrong, an action does not arrive, an effect fails later, and an effect is still running
      await store.send(.count) { $0.count = 5 }
      await store.receive({ _ in true }, timeout: .zero)
      await store.send(.fail)
      await store.send(.listen)
    }

    // Then the reporter receives each failure with its line, and the test does not fail. The four calls of `send` and
    // `receive` are 8 to 11 lines below the declaration of `line`
    #expect(reporter.lines == [line + 8, line + 9, line + 10, line + 11])
    #expect(reporter.messages.last?.hasPrefix("An effect of “listen” is still running") == true)
  }
}
