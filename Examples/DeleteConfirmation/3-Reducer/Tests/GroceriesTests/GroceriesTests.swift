import ReducerStoreTesting
import Testing
@testable import groceries

@MainActor
struct GroceriesTests {
  let apples = Grocery(id: 1, name: "Apples")
  let bread = Grocery(id: 2, name: "Bread")

  @Test func `a confirmation deletes the grocery`() async {
    // Given two groceries
    let store = TestStore(initialState: Groceries.State(groceries: [apples, bread])) { Groceries() }

    // When the user clicks the delete button of one grocery, then a dialog is presented
    await store.send(.deleteButtonClicked(apples)) { [apples] in
      $0.confirmation = .deletion(of: apples)
    }

    // When the user confirms the deletion, then the grocery and the dialog are gone
    await store.send(.confirmation(.presented(.delete(apples.id)))) { [bread] in
      $0.groceries = [bread]
      $0.confirmation = nil
    }
  }

  @Test func `the button Keep deletes nothing`() async {
    // Given the dialog that asks whether to delete a grocery
    let store = TestStore(initialState: Groceries.State(groceries: [apples, bread])) { Groceries() }
    await store.send(.deleteButtonClicked(apples)) { [apples] in
      $0.confirmation = .deletion(of: apples)
    }

    // When the user clicks the button Keep, which sends `dismiss`, then only the dialog is gone
    await store.send(.confirmation(.dismiss)) {
      $0.confirmation = nil
    }
  }
}
