import Observation
import Presentation

struct Grocery: Identifiable, Equatable {
  let id: Int
  var name: String
}

@MainActor @Observable
final class GroceriesModel {
  enum Answer: Equatable {
    case delete(Grocery.ID)
  }

  private(set) var groceries: [Grocery]
  var confirmation: ConfirmationDialogState<Answer>?

  init(groceries: [Grocery]) {
    self.groceries = groceries
  }

  func deleteButtonClicked(_ grocery: Grocery) {
    confirmation = ConfirmationDialogState {
      TextState("Delete “\(grocery.name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .delete(grocery.id)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("It cannot be brought back.")
    }
  }

  func confirmationAnswered(_ answer: Answer?) {
    switch answer {
    case .delete(let id): groceries.removeAll { $0.id == id }
    case nil: break
    }
  }
}
