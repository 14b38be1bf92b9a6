import GtkViews
import ReducerStore

/// A list of counters, a counter that always exists, and a title. Written by hand in the form that the macros generate.
struct Board: Reducer {
  struct State: Equatable, ObservableState {
    /// Records the reads and writes of the fields. A number stands for each field: 0 for `rows`, 1 for `mainCounter`, 2
    /// for `title`.
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }
    private var _rows: IdentifiedArrayOf<Counter.State> = []
    /// No row has the id 100.
    private var _mainCounter = Counter.State(id: 100)
    private var _title = ""

    var rows: IdentifiedArrayOf<Counter.State> {
      get { fields.access(0); return _rows }
      set { fields.set(&_rows, to: newValue, 0) }
      _modify {
        let before = fields.willModify(_rows)
        defer { fields.didModify(_rows, from: before, 0) }
        yield &_rows
      }
    }
    var mainCounter: Counter.State {
      get { fields.access(1); return _mainCounter }
      set { fields.set(&_mainCounter, to: newValue, 1) }
      _modify {
        let before = fields.willModify(_mainCounter)
        defer { fields.didModify(_mainCounter, from: before, 1) }
        yield &_mainCounter
      }
    }
    var title: String {
      get { fields.access(2); return _title }
      set { fields.set(&_title, to: newValue, 2) }
    }
  }

  enum Action {
    case rows(IdentifiedActionOf<Counter>)
    case mainCounter(Counter.Action)
    /// Changes the state with a closure.
    case change((inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.mainCounter, action: \.mainCounter) { Counter() }
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Counter() }
  }
}

/// Shows a ``Board``, and logs each evaluation of its body.
struct BoardScreen: View {
  let store: StoreOf<Board>
  let log: ScreenLog
  /// Whether the ids of the rows' states identify the rows. Otherwise the ids of the rows' stores do.
  var usesIDsOfStates = false

  var body: some View {
    log.evaluations.append("board")
    return VStack {
      Text(verbatim: "Title \(store.title)")
      CounterView(store: store.scope(state: \.mainCounter, action: \.mainCounter), log: log)
      if usesIDsOfStates {
        ForEach(store.scope(state: \.rows, action: \.rows), id: \.state.id) { CounterView(store: $0, log: log) }
      } else {
        ForEach(store.scope(state: \.rows, action: \.rows)) { CounterView(store: $0, log: log) }
      }
    }
  }
}

// Handwritten versions of the code that the macros generate, without the case `change`, whose path is not used.

extension Board.Action: CasePathable {
  struct AllCasePaths {
    var rows: CasePath<Board.Action, IdentifiedActionOf<Counter>> {
      CasePath(embed: Board.Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
    }
    var mainCounter: CasePath<Board.Action, Counter.Action> {
      CasePath(embed: Board.Action.mainCounter) { if case .mainCounter(let action) = $0 { action } else { nil } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
