import ReducerStore

struct Grocery: Identifiable, Equatable {
  let id: Int
  var name: String
}

@Reducer
struct Groceries {
  @ObservableState
  struct State: Equatable {
    var groceries: IdentifiedArrayOf<Grocery>
    @Presents var confirmation: ConfirmationDialogState<Answer>?
  }

  enum Action {
    case deleteButtonClicked(Grocery)
    case confirmation(PresentationAction<Answer>)
  }

  enum Answer: Equatable {
    case delete(Grocery.ID)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonClicked(let grocery):
        state.confirmation = .deletion(of: grocery)
      case .confirmation(.presented(.delete(let id))):
        state.groceries.remove(id: id)
      case .confirmation(.dismiss):
        break
      }
      return .none
    }
    .ifLet(\.$confirmation, action: \.confirmation)
  }
}

extension ConfirmationDialogState<Groceries.Answer> {
  static func deletion(of grocery: Grocery) -> Self {
    ConfirmationDialogState {
      TextState("Delete “\(grocery.name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .delete(grocery.id)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("It cannot be brought back.")
    }
  }
}
