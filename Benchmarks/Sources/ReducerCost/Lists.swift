import Observation
import ReducerStore

// `Features.swift` explains `fields` and `_$locations`, the code that a macro would generate.

/// One of many rows.
struct Row: Reducer {
  struct State: ObservableState, Identifiable {
    let id: Int
    private var _title: String
    private var _isOn = false
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }

    init(id: Int) {
      self.id = id
      _title = "Row \(id)"
    }

    var title: String {
      get { fields.access(0); return _title }
      set { fields.set(&_title, to: newValue, 0) }
    }

    var isOn: Bool {
      get { fields.access(1); return _isOn }
      set { fields.set(&_isOn, to: newValue, 1) }
      _modify {
        let before = fields.willModify(_isOn)
        defer { fields.didModify(_isOn, from: before, 1) }
        yield &_isOn
      }
    }
  }

  enum Action {
    case toggled
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isOn.toggle()
      return .none
    }
  }
}

/// Many rows and a counter.
struct Rows: Reducer {
  struct State: ObservableState, InPlaceState {
    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.rows, read: { $1($0._rows) }, change: { $1(&$0.rows) })]
    }

    private var _rows: IdentifiedArrayOf<Row.State>
    private var _count = 0
    private let fields = ObservationStateRegistrar()
    var _$id: ObservableStateID { fields.id }

    init(rows: IdentifiedArrayOf<Row.State>) {
      _rows = rows
    }

    var rows: IdentifiedArrayOf<Row.State> {
      get { fields.access(0); return _rows }
      set { fields.set(&_rows, to: newValue, 0) }
      _modify {
        let before = fields.willModify(_rows)
        defer { fields.didModify(_rows, from: before, 0) }
        yield &_rows
      }
    }

    var count: Int {
      get { fields.access(1); return _count }
      set { fields.set(&_count, to: newValue, 1) }
      _modify {
        let before = fields.willModify(_count)
        defer { fields.didModify(_count, from: before, 1) }
        yield &_count
      }
    }
  }

  @CasePathable
  enum Action {
    case incrementButtonClicked
    case rows(IdentifiedActionOf<Row>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .incrementButtonClicked = action { state.count += 1 }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

/// A long list of numbers. An action increments the number at a position.
struct NumberList: Reducer {
  struct State { var numbers: [Int] }

  func reduce(into state: inout State, action position: Int) -> Effect<Int> {
    state.numbers[position] += 1
    return .none
  }
}

/// A feature that presents a long list of numbers.
struct NumberListPresenter: Reducer {
  struct State: InPlaceState {
    @PresentationState var list: NumberList.State?

    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.$list, read: { $1($0._list) }, change: { $1(&$0._list) })]
    }
  }

  @CasePathable
  enum Action {
    case list(PresentationAction<Int>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$list, action: \.list) { NumberList() }
  }
}

/// A stack of pages, each of which is a counter.
struct Pages: Reducer {
  struct State: InPlaceState {
    var path = StackState<Counter.State>()

    static var _$locations: [StateLocation<State>] {
      [StateLocation(\.path, read: { $1($0.path) }, change: { $1(&$0.path) })]
    }
  }

  @CasePathable
  enum Action {
    case openButtonClicked
    case path(StackActionOf<Counter>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .openButtonClicked = action { state.path.append(Counter.State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { Counter() }
  }
}

/// A feature that fetches a value with an effect.
struct Fetch: Reducer {
  struct State {
    /// The number of requests for a value.
    var requestCount = 0
    /// The number of fetched values.
    var fetchedCount = 0
  }

  enum Action {
    case fetchButtonClicked
    case fetched
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fetchButtonClicked:
        state.requestCount += 1
        return .run { send in await send(.fetched) }
      case .fetched:
        state.fetchedCount += 1
        return .none
      }
    }
  }
}
