import ReducerStore
import Testing

/// Children whose state a *sibling reducer* removes: a second reducer of the same parent, which runs after the reducer
/// of the children.
@MainActor
@Suite struct RemovedChildTests {
  /// A row that can present a sheet. The property `settings` of the state below uses this type too.
  struct Row: Equatable, Identifiable {
    let id: Int
    @PresentationState var sheet: Int?
  }

  struct State: Equatable {
    var note: Int?
    var rows: IdentifiedArray<Int, Row> = []
    var path = StackState<Int>()
    var settings = Row(id: 0)
  }

  enum Action: CasePathable {
    case note(Int)
    case rows(IdentifiedAction<Int, RowAction>)
    case path(StackAction<Int, Int>)
    case settings(RowAction)
    case remove(Part)

    struct AllCasePaths {
      var note: CasePath<Action, Int> {
        CasePath(embed: Action.note) { if case .note(let action) = $0 { action } else { nil } }
      }
      var rows: CasePath<Action, IdentifiedAction<Int, RowAction>> {
        CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
      }
      var path: CasePath<Action, StackAction<Int, Int>> {
        CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
      }
      var settings: CasePath<Action, RowAction> {
        CasePath(embed: Action.settings) { if case .settings(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum RowAction: CasePathable {
    case appeared
    case sheet(PresentationAction<Int>)

    struct AllCasePaths {
      var sheet: CasePath<RowAction, PresentationAction<Int>> {
        CasePath(embed: RowAction.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// A part of the state that the sibling reducer can remove. `page` is one page of the stack. For `stack`, the reducer
  /// replaces the stack with another stack, whose pages have the same ids. `nothing` changes no state.
  enum Part { case note, row, sheetOfRow, page, stack, sheetOfSettings, nothing }

  /// Returns an effect that runs until it is cancelled.
  private static func endlessEffect<Action>() -> Effect<Action> {
    .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
  }

  /// The reducer of a child without children. Each of its actions starts an effect.
  private var leafReducer: Reduce<Int, Int> { Reduce { _, _ in Self.endlessEffect() } }

  private var rowReducer: some Reducer<Row, RowAction> {
    Reduce<Row, RowAction> { _, action in if case .appeared = action { Self.endlessEffect() } else { .none } }
      .ifLet(\.$sheet, action: \.sheet) { leafReducer }
  }

  /// The reducer of the children.
  @ReducerBuilder<State, Action> private var childrenReducer: some Reducer<State, Action> {
    EmptyReducer<State, Action>()
      .ifLet(\.note, action: \.note) { leafReducer }
      .forEach(\.rows, action: \.rows) { rowReducer }
      .forEach(\.path, action: \.path) { leafReducer }
    Scope(state: \.settings, action: \.settings) { rowReducer }
  }

  /// Returns a store whose second reducer can remove children.
  ///
  /// - Parameter erasesType: Whether a `Reduce` erases the type of the children's reducer.
  private func makeStore(_ state: State, erasesType: Bool = false) -> Store<State, Action> {
    Store(initialState: state) {
      if erasesType { Reduce(childrenReducer) } else { childrenReducer }
      Reduce { state, action in
        if case .remove(let part) = action { remove(part, from: &state) }
        return .none
      }
    }
  }

  private func remove(_ part: Part, from state: inout State) {
    switch part {
    case .note: state.note = nil
    case .row: state.rows[id: 1] = nil
    case .sheetOfRow: state.rows[id: 1]?.sheet = nil
    case .page: state.path[id: 0] = nil
    case .stack: state.path = StackState([7, 8])
    case .sheetOfSettings: state.settings.sheet = nil
    case .nothing: break
    }
  }

  /// A state with all kinds of children. The pages of the stack have the ids 0 and 1.
  private var stateWithAllChildren: State {
    State(
      note: 1, rows: IdentifiedArray(uniqueElements: [Row(id: 1, sheet: 1), Row(id: 2, sheet: 1)]),
      path: StackState([1, 2]),
      settings: Row(id: 0, sheet: 1))
  }

  @Test(
    arguments: [
      (Part.note, [0]), (.row, [1, 2]), (.sheetOfRow, [2]), (.page, [5]), (.stack, [5, 6]), (.sheetOfSettings, [7]),
      (.nothing, []),
    ] as [(Part, [Int])], [false, true])
  func `when a sibling reducer removes a child, only that child's effects are cancelled`(
    _ removal: (part: Part, indexesOfCancelledTasks: [Int]), erasesType: Bool
  ) async {
    // Given a feature whose children all have running effects: `tasks`. `indexesOfCancelledTasks` are indexes in this
    // array
    let store = makeStore(stateWithAllChildren, erasesType: erasesType)
    let tasks = [
      store.send(.note(1)),
      store.send(.rows(.element(id: 1, action: .appeared))),
      store.send(.rows(.element(id: 1, action: .sheet(.presented(1))))),
      store.send(.rows(.element(id: 2, action: .appeared))),
      store.send(.rows(.element(id: 2, action: .sheet(.presented(1))))),
      store.send(.path(.element(id: 0, action: 1))),
      store.send(.path(.element(id: 1, action: 1))),
      store.send(.settings(.sheet(.presented(1)))),
    ]

    // When the sibling reducer removes one of the children
    store.send(.remove(removal.part))

    // Then only the effects of that child and of its sheet are cancelled
    #expect(tasks.indices.filter { tasks[$0].isCancelled } == removal.indexesOfCancelledTasks)
    for task in tasks { task.cancel() }
  }

  @Test func `the cost of an action does not grow with the number of rows that run effects`() {
    // Given a feature with 1,000 rows that run effects, and a feature with 100 such rows
    func costOfActions(rowCount: Int) -> Double {
      let store = makeStore(State(rows: IdentifiedArray(uniqueElements: (0..<rowCount).map { Row(id: $0) })))
      let tasks = (0..<rowCount).map { store.send(.rows(.element(id: $0, action: .appeared))) }
      let start = processorTime()
      for _ in 0..<200 { store.send(.remove(.nothing)) }
      defer { for task in tasks { task.cancel() } }
      return processorTime() - start
    }
    // Then an action that no row receives takes about the same time in both features. A cost that grows with the rows
    // would be 10 times as high, and 5 leaves room for noise.
    let costWithFewRows = costOfActions(rowCount: 100)
    #expect(costOfActions(rowCount: 1_000) < costWithFewRows * 5)
  }
}
