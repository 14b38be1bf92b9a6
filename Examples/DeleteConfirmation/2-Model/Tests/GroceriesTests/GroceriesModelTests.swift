import Testing
@testable import groceries

@MainActor
struct GroceriesModelTests {
  let apples = Grocery(id: 1, name: "Apples")
  let bread = Grocery(id: 2, name: "Bread")

  @Test func `deleting asks for a confirmation first`() {
    // Given two groceries
    let model = GroceriesModel(groceries: [apples, bread])

    // When the user clicks the delete button of one grocery
    model.deleteButtonClicked(apples)

    // Then a dialog is presented, and nothing is deleted yet
    #expect(model.confirmation?.title.description == "Delete “Apples”?")
    // The buttons are Delete and Keep. Keep has no action.
    #expect(model.confirmation?.buttons.map(\.action.action) == [.delete(apples.id), nil])
    #expect(model.groceries == [apples, bread])
  }

  @Test func `a confirmation deletes the grocery`() {
    let model = GroceriesModel(groceries: [apples, bread])
    model.deleteButtonClicked(apples)

    model.confirmationAnswered(.delete(apples.id))

    #expect(model.groceries == [bread])
  }

  @Test func `the button Keep deletes nothing`() {
    let model = GroceriesModel(groceries: [apples, bread])
    model.deleteButtonClicked(apples)

    model.confirmationAnswered(nil)

    #expect(model.groceries == [apples, bread])
  }
}
