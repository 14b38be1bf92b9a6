#if Macros

import ReducerStore

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name: String
    let max: Int = 10
    var list: [Int] = []
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var destination: Destination.State?
  }

  enum Action: BindableAction {
    case incrementButtonTapped
    case pair(Int, name: String)
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)
    case binding(BindingAction<State>)

    @CasePathable
    enum Alert: Equatable {
      case confirm
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .run { [dismiss] _ in await dismiss() }
      case .alert, .pair, .binding, .destination:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
enum Destination {
  case help(Help)
  case empty(Empty)
  case alert(AlertState<Alert>)
  @ReducerCaseIgnored case note(String)

  enum Alert { case ok }
}
extension Destination.State: Equatable {}

@Reducer
struct Help {
  @ObservableState
  struct State: Equatable { var text = "" }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    helper(&state)
    return .none
  }
  private func helper(_ state: inout State) { state.text = "x" }
}

@Reducer struct Empty {}

@MainActor func use(_ store: StoreOf<Destination>) {
  switch store.case {
  case .help(let store): store.send(.tapped)
  case .empty, .alert, .note: break
  }
}

#endif
