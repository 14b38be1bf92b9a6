import Observation
import ReducerStore

/// One of many rows, written with macros.
@Reducer
struct Chore {
  @ObservableState
  struct State: Identifiable {
    let id: Int
    var title: String
    var isDone = false
  }

  enum Action {
    case toggled
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isDone.toggle()
      return .none
    }
  }
}

/// Many rows, written with macros.
@Reducer
struct Chores {
  @ObservableState
  struct State {
    var rows: IdentifiedArrayOf<Chore.State>
    var count = 0
  }

  enum Action {
    case rows(IdentifiedActionOf<Chore>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: \.rows) { Chore() }
  }
}
