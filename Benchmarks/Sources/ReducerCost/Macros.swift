import Observation
import ReducerStore

/// The feature `Row` of Lists.swift, written with macros. The benchmark `macroRow` measures the cost of this feature,
/// for comparison with `Row`, which is written without macros.
@Reducer
struct MacroRow {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var title: String
    var isOn = false
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

/// The feature `Rows` of Lists.swift, written with macros. The counter has no action, because `macroRow` changes only
/// rows.
@Reducer
struct MacroRows {
  @ObservableState
  struct State {
    var rows: IdentifiedArrayOf<MacroRow.State>
    var count = 0
  }

  enum Action {
    case rows(IdentifiedActionOf<MacroRow>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.rows) { MacroRow() }
  }
}
