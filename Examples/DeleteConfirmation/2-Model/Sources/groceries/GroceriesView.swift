import GtkViews

struct GroceriesView: View {
  @Bindable var model: GroceriesModel

  var body: some View {
    List(model.groceries) { grocery in
      HStack {
        Text(grocery.name).frame(maxWidth: .infinity, alignment: .leading)
        Button("Delete") { model.deleteButtonClicked(grocery) }
      }
      .padding(8)
    }
    .confirmationDialog($model.confirmation) { model.confirmationAnswered($0) }
  }
}
