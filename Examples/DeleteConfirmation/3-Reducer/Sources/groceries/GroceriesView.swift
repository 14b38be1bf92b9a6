import GtkViews
import ReducerStore

struct GroceriesView: View {
  @Bindable var store: StoreOf<Groceries>

  var body: some View {
    List(store.groceries) { grocery in
      HStack {
        Text(grocery.name).frame(maxWidth: .infinity, alignment: .leading)
        Button("Delete") { store.send(.deleteButtonClicked(grocery)) }
      }
      .padding(8)
    }
    .confirmationDialog($store.scope(state: \.confirmation, action: \.confirmation))
  }
}
