import GtkViews

struct Grocery: Identifiable, Equatable {
  let id: Int
  var name: String
}

struct GroceriesView: View {
  @State private var groceries = [
    Grocery(id: 1, name: "Apples"), Grocery(id: 2, name: "Bread"), Grocery(id: 3, name: "Cheese"),
  ]
  @State private var doomed: Grocery?

  var body: some View {
    List(groceries) { grocery in
      HStack {
        Text(grocery.name).frame(maxWidth: .infinity, alignment: .leading)
        Button("Delete") { doomed = grocery }
      }
      .padding(8)
    }
    .confirmationDialog("Delete this from the list?", isPresented: $doomed.mappedToBool(), presenting: doomed) {
      grocery in
      Button("Delete", role: .destructive) { groceries.removeAll { $0.id == grocery.id } }
      Button("Keep", role: .cancel) {}
    } message: { grocery in
      Text("“\(grocery.name)” cannot be brought back.")
    }
  }
}
