import ReducerStore
import Testing

/// Features whose state is optional, or is in a case of an enum.
@MainActor
@Suite struct OptionalTests {
  /// A session as an enum: logged out, or logged in with the state of the feature `Help`. After the action `appeared`,
  /// `Help` listens to the stream “help”, and appends each element to its text.
  struct Session: Reducer {
    enum State: Equatable, CasePathable {
      case loggedOut
      case loggedIn(Help.State)

      struct AllCasePaths {
        var loggedIn: CasePath<State, Help.State> {
          CasePath(embed: State.loggedIn) { if case .loggedIn(let help) = $0 { help } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Action: Equatable, CasePathable {
      case logIn
      case logOut
      case loggedIn(Help.Action)

      struct AllCasePaths {
        var loggedIn: CasePath<Action, Help.Action> {
          CasePath(embed: Action.loggedIn) { if case .loggedIn(let action) = $0 { action } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let streams: Streams

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .logIn: state = .loggedIn(Help.State())
        case .logOut: state = .loggedOut
        case .loggedIn: break
        }
        return .none
      }
      .ifCaseLet(\.loggedIn, action: \.loggedIn) { Help(streams: streams) }
    }
  }

  /// The streams that the effects read. The effects note their ends here.
  let streams = Streams()
  let reports = Reports()

  @Test func `a child's effects are cancelled when a sibling reducer removes the child`() async {
    // Given a logged-in session that listens to a stream, and a second reducer, which logs out on the action `logIn`.
    // `Session` itself stays logged in on this action
    let store = Store<Session.State, Session.Action>(initialState: .loggedIn(Help.State())) {
      Session(streams: streams)
      Reduce { state, action in
        if action == .logIn { state = .loggedOut }
        return .none
      }
    }
    let task = store.send(.loggedIn(.appeared))

    // When the second reducer changes the case
    store.send(.logIn)

    // Then the effect is cancelled
    #expect(task.isCancelled)
    await task.finish()
  }

  @Test func `ifCaseLet runs a feature while the state is in its case, then cancels its effects`() async {
    // Given a session that logs in, runs the feature `Help`, and then listens to a stream
    let store = Store<Session.State, Session.Action>(initialState: .loggedOut) { Session(streams: streams) }
    store.send(.logIn)
    store.send(.loggedIn(.heard("a")))
    #expect(store.state == .loggedIn(Help.State(text: "a")))
    let task = store.send(.loggedIn(.appeared))

    // When the case changes
    store.send(.logOut)
    await task.finish()

    // Then the effect has ended, and an action for the old case is reported
    #expect(streams.notes == ["help ended, cancelled: true"])
    reports.gather { _ = store.send(.loggedIn(.heard("b"))) }
    #expect(store.state == .loggedOut)
    #expect(reports.messages.first?.contains("The operator “ifCaseLet” got the action") == true)
    #expect(reports.messages.first?.contains("the state was in another case") == true)
  }

  @Test func `ifLet runs a feature while its state is not nil, then cancels its effects`() async {
    // Given a feature that has state and listens to a stream. Its actions are in the case `loggedIn`
    let store = Store<Help.State?, Session.Action>(initialState: Help.State()) {
      Reduce<Help.State?, Session.Action> { state, action in
        if action == .logOut { state = nil }
        return .none
      }
      .ifLet(\.self, action: \.loggedIn) { Help(streams: streams) }
    }
    let task = store.send(.loggedIn(.appeared))

    // When the feature's state becomes nil
    store.send(.logOut)
    await task.finish()

    // Then the effect has ended, and an action for the feature is reported
    #expect(streams.notes == ["help ended, cancelled: true"])
    reports.gather { _ = store.send(.loggedIn(.heard("b"))) }
    #expect(reports.messages.first?.contains("the state of the feature was nil") == true)
  }

  @Test func `a scope on a case reports an action while the state is in another case`() {
    let store = Store<Session.State, Session.Action>(initialState: .loggedOut) {
      Scope(state: \.loggedIn, action: \.loggedIn) { Help(streams: streams) }
    }
    reports.gather { _ = store.send(.loggedIn(.heard("a"))) }
    #expect(reports.messages.first?.contains("“Scope”") == true)
  }

  @Test
  func `a case path reads and modifies its payload, and reports a modification while the state is in another case`() {
    var state = Session.State.loggedIn(Help.State(text: "a"))
    #expect(state.is(\.loggedIn))
    #expect(state[case: \.loggedIn]?.text == "a")
    state.modify(\.loggedIn) { $0.text = "b" }
    #expect(state == .loggedIn(Help.State(text: "b")))
    state = .loggedOut
    #expect(!state.is(\.loggedIn))
    reports.gather { state.modify(\.loggedIn) { $0.text = "c" } }
    #expect(state == .loggedOut)
    #expect(reports.all.count == 1)
  }
}
