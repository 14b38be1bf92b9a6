import Presentation
import ReducerStore
import Testing

/// Writes to an optional enum through one of its cases, and to the screens of a stack through their ids.
@MainActor
@Suite struct StateWriteTests {
  enum Destination: Equatable, CasePathable {
    case edit(String)
    case help(Int)

    struct AllCasePaths {
      var edit: CasePath<Destination, String> {
        CasePath(embed: Destination.edit) { if case .edit(let title) = $0 { title } else { nil } }
      }
      var help: CasePath<Destination, Int> {
        CasePath(embed: Destination.help) { if case .help(let page) = $0 { page } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct State {
    @PresentationState var destination: Destination?
  }

  @Test func `writing nil to the presented case clears it`() {
    let reports = Reports()
    var state = State(destination: .edit("Soup"))
    reports.gather { state.$destination[case: \.edit] = nil }
    #expect(state.destination == nil)
    #expect(reports.all.isEmpty)
  }

  @Test func `a write to a case that is not presented is ignored and reported at its line`() {
    // Given a state that presents one case, and a state that presents nothing
    let reports = Reports()
    var state = State(destination: .edit("Soup"))
    var emptyState = State()

    // When a case that is not presented is written
    reports.gather {
      state.$destination[case: \.help] = 1
      state.$destination[case: \.help] = nil
      state.$destination[case: \.help]? += 1
      emptyState.$destination[case: \.edit] = "Tea"
    }

    // Then neither state changes, and each write is reported at its line, 9 to 6 lines above the last expectation
    #expect(state.destination == .edit("Soup"))
    #expect(emptyState.destination == nil)
    #expect(reports.lines == [#line - 9, #line - 8, #line - 7, #line - 6])
  }

  @Test func `the payload of the presented case can be changed in place`() {
    var state = State(destination: .edit("Soup"))
    state.$destination[case: \.edit]? += " of the day"
    #expect(state.destination == .edit("Soup of the day"))
  }

  @Test func `writing nil for a screen removes only that screen, and pop also removes screens above`() {
    // Given four screens with the ids 0 to 3
    var path = StackState(["Home", "List", "Detail", "Photo"])

    // When nil is written for one screen
    path[id: 1] = nil

    // Then the other screens stay, with their ids
    #expect(Array(path) == ["Home", "Detail", "Photo"])
    #expect(path.ids == [0, 2, 3])

    // And a pop also removes the screens above
    path.pop(from: 2)
    #expect(path.ids == [0])
  }

  @Test func `writing nil in place for a screen removes only that screen`() {
    var path = StackState(["Home", "List", "Detail"])
    func clear(_ screen: inout String?) { screen = nil }
    clear(&path[id: 0])
    #expect(path.ids == [1, 2])
  }

  @Test func `removing a screen from the middle of a stack cancels only the effects of that screen`() async {
    // Given three screens, each with a running effect, whose number is that of the action that has started it. If the
    // last screen receives -1, the middle screen is removed.
    let endedEffects = EndedEffects()
    let store = Store<StackState<Int>, StackAction<Int, Int>>(initialState: StackState([0, 1, 2])) {
      Reduce { state, action in
        if case .element(id: 2, action: -1) = action { state[id: 1] = nil }
        return .none
      }
      .forEach(\.self, action: \.self) {
        Reduce { _, action in action < 0 ? .none : .run { _ in await endedEffects.addAfterCancellation(action) } }
      }
    }
    let tasks = (0...2).map { store.send(.element(id: StackElementID(integerLiteral: $0), action: $0)) }

    // When the middle screen is removed, and the task of its effect has ended
    store.send(.element(id: 2, action: -1))
    await tasks[1].finish()

    // Then only the effect of that screen has ended
    #expect(endedEffects.numbers == [1])
    for task in tasks { task.cancel() }
  }

  /// The effects that have ended, by number.
  @MainActor
  final class EndedEffects {
    private(set) var numbers: [Int] = []

    /// Waits until the current task is cancelled, and adds the number of its effect.
    func addAfterCancellation(_ number: Int) async {
      let (stream, _) = AsyncStream<Never>.makeStream()
      for await _ in stream {}
      numbers.append(number)
    }
  }
}
