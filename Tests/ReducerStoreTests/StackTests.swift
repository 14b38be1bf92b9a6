import ReducerStore
import TestTraits
import Testing

/// A navigation stack of screens, each with an `Editor`. After the action `appeared`, the editor with the id 10 listens
/// to the stream “editor 10”. The stack identifies its screens by other ids, which count from 0.
struct Browser: Reducer {
  struct State: Equatable {
    var path = StackState<Editor.State>()
    var log: [String] = []
  }

  enum Action: Equatable {
    case open(Int)
    case back
    case home
    case replace([Int])
    case path(StackAction<Editor.State, Editor.Action>)
  }

  var streams = Streams()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let id): state.path.append(Editor.State(id: id))
      case .back: _ = state.path.popLast()
      case .home: state.path.removeAll()
      case .replace(let ids): state.path = StackState(ids.map { Editor.State(id: $0) })
      case .path(.popFrom(let id)): state.log.append("popped \(state.path[id: id]?.name ?? "nothing")")
      case .path(.element(_, .saveTapped)): _ = state.path.popLast()
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Editor(streams: streams) }
  }
}

extension Browser.Action: CasePathable {
  struct AllCasePaths {
    var path: CasePath<Browser.Action, StackAction<Editor.State, Editor.Action>> {
      CasePath(embed: Browser.Action.path) { if case .path(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// Navigation stacks in the state of a feature. The numbers in `reducerCase` refer to the table of cases in
/// docs/library/reducers.md.
@MainActor
@Suite struct StackTests {
  /// Streams that the test feeds by name, and the notes that effects write when they end.
  let streams = Streams()
  /// The misuse that was reported.
  let reports = Reports()

  private func browser() -> StoreOf<Browser> {
    Store(initialState: Browser.State()) { Browser(streams: streams) }
  }

  @Test func `a screen is read and written by its id and its case`() {
    // Given a stack with two screens of an enum
    enum Screen: CasePathable, Equatable {
      case detail(String)
      case settings(Int)

      struct AllCasePaths {
        var detail: CasePath<Screen, String> {
          CasePath(embed: Screen.detail) { if case .detail(let title) = $0 { title } else { nil } }
        }
        var settings: CasePath<Screen, Int> {
          CasePath(embed: Screen.settings) { if case .settings(let page) = $0 { page } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var path = StackState([Screen.detail("Soup"), .settings(1)])
    #expect(path[id: 0, case: \.detail] == "Soup")
    #expect(path[id: 0, case: \.settings] == nil)
    #expect(path[id: 7, case: \.detail] == nil)

    // When screens are written with their own case, with another case, and with an unknown id
    path[id: 0, case: \.detail]? += " of the day"
    path[id: 1, case: \.settings] = 2
    reports.gather {
      path[id: 1, case: \.detail] = "Tea"
      path[id: 7, case: \.detail] = "Tea"
    }

    // Then the writes with the right case change the stack. The other writes are ignored, and reported at their lines.
    #expect(Array(path) == [.detail("Soup of the day"), .settings(2)])
    #expect(path.ids == [0, 1])
    #expect(reports.lines == [#line - 7, #line - 6])

    // And writing nil to a screen removes only that screen
    path[id: 0, case: \.detail] = nil
    #expect(Array(path) == [.settings(2)])
  }

  @Test(.reducerCase(13)) func `screens keep their ids, and an id is never used again`() {
    // Given three screens with the ids 0 to 2, whose editors have the ids 10 to 12
    let store = browser()
    for id in 10...12 { store.send(.open(id)) }
    #expect(store.path.ids == [0, 1, 2])

    // When one screen is popped, another screen is pushed, and a screen changes
    store.send(.back)
    store.send(.open(13))
    store.send(.path(.element(id: 1, action: .nameChanged("Pen"))))

    // Then each screen is found by its id, and the id of the popped screen is not used again
    #expect(store.path.ids == [0, 1, 3])
    #expect(store.path[id: 1]?.name == "Pen")
    #expect(store.path[id: 3]?.id == 13)

    // And new ids continue after a pop to the root, and in a stack that replaces this stack
    store.send(.home)
    store.send(.open(14))
    #expect(store.path.ids == [4])
    store.send(.replace([14, 15]))
    #expect(store.path.ids == [5, 6])
    store.send(.path(.push(id: store.path.nextID, state: Editor.State(id: 16))))
    #expect(store.path.ids == [5, 6, 7])
  }

  @Test(
    .reducerCase(13),
    arguments: [
      // `replace` pops all three screens, because the only screen of the new stack has a new id.
      (Browser.Action.back, ["editor 12"]), (.home, ["editor 10", "editor 11", "editor 12"]),
      (.path(.popFrom(id: 1)), ["editor 11", "editor 12"]), (.replace([10]), ["editor 10", "editor 11", "editor 12"]),
      (.path(.element(id: 2, action: .saveTapped)), ["editor 12"]),
    ])
  func `popping screens cancels only the effects of those screens`(
    action: Browser.Action, poppedEditors: [String]
  ) async {
    // Given three screens that listen
    let store = browser()
    var tasks: [StoreTask] = []
    for id in 10...12 {
      store.send(.open(id))
      let screenID = store.path.ids[store.path.count - 1]
      tasks.append(store.send(.path(.element(id: screenID, action: .appeared))))
    }

    // When some screens are popped, and the streams of the other screens finish
    store.send(action)
    for id in 10...12 where !poppedEditors.contains("editor \(id)") { streams.finish("editor \(id)") }
    for task in tasks { await task.finish() }

    // Then only the effects of the popped screens are cancelled
    let expected = (10...12).map { "editor \($0) ended, cancelled: \(poppedEditors.contains("editor \($0)"))" }
    #expect(streams.notes.sorted() == expected)
  }

  @Test(.reducerCase(13)) func `an action for a popped screen is reported and runs no reducer`() {
    // Given a screen that was popped
    let store = browser()
    store.send(.open(10))
    store.send(.back)
    let stateBefore = store.state

    // When actions with the id of that screen are sent
    reports.gather {
      store.send(.path(.element(id: 0, action: .saveTapped)))
      store.send(.path(.popFrom(id: 0)))
      store.send(.path(.push(id: 0, state: Editor.State(id: 10))))
    }

    // Then the actions change nothing, and each is reported in this file, which applies `forEach`
    #expect(store.state == stateBefore)
    #expect(reports.all.count == 3)
    #expect(reports.messages[0].contains("the stack had no screen with the id #0"))
    #expect(reports.messages[1].contains("the stack had no screen with the id #0"))
    #expect(reports.messages[2].contains("the id #0 has been used"))
    #expect(reports.all.allSatisfy { $0.fileID.hasSuffix("StackTests.swift") })
  }

  @Test(.reducerCase(13))
  func `dismiss pops the screen of the effect that calls dismiss, and the screens above that screen`() async {
    let store = browser()
    for id in 10...12 { store.send(.open(id)) }
    store.send(.path(.element(id: 1, action: .nameChanged("Pen"))))
    // The effect calls `dismiss` twice, but the screen is popped once
    await store.send(.path(.element(id: 1, action: .closeTwiceTapped))).finish()
    #expect(store.path.ids == [0])
    // The browser records the name of the lowest popped screen.
    #expect(store.log == ["popped Pen"])
  }

  @Test(.reducerCase(13)) func `a cancellation id applies only to effects of its own screen`() async {
    // Given two screens that listen. Both use the same cancellation id.
    let store = browser()
    store.send(.open(10))
    store.send(.open(11))
    let firstTask = store.send(.path(.element(id: 0, action: .appeared)))
    let secondTask = store.send(.path(.element(id: 1, action: .appeared)))

    // When one screen cancels the effect with that id
    store.send(.path(.element(id: 1, action: .silenced)))
    await secondTask.finish()

    // Then the other screen still listens
    #expect(streams.notes == ["editor 11 ended, cancelled: true"])
    streams.yield("Ink", to: "editor 10")
    streams.finish("editor 10")
    await firstTask.finish()
    #expect(store.path[id: 0]?.name == "Ink")
  }

  @Test func `a screen's store changes that screen, and reports actions after the screen is popped`() {
    let store = browser()
    store.send(.open(10))
    let screen = store.scope(state: \.path[id: 0], action: \.path[id: 0])
    screen?.send(.nameChanged("Pen"))
    #expect(store.path[id: 0]?.name == "Pen")
    #expect(screen?.name == "Pen")
    store.send(.back)
    // The store of a popped screen keeps the last state
    #expect(screen?.name == "Pen")
    reports.gather { _ = screen?.send(.nameChanged("Ink")) }
    #expect(reports.messages.first?.contains("was sent to the store of a feature whose state was removed") == true)
  }
}
