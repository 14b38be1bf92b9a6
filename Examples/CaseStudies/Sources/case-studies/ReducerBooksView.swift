import Books
import BooksFeature
import GtkViews
import ReducerStore

/// The list of books. Its state is in a store.
struct ReducerBooksView: View {
  @Bindable var store: StoreOf<BooksFeature>

  var body: some View {
    List(store.books) { book in
      BookRow(
        book: book, isDeleting: store.deleting.contains(book.id),
        editButtonClicked: { store.send(.editButtonClicked(book)) },
        deleteButtonClicked: { store.send(.deleteButtonClicked(book)) })
    }
    .sheet(item: $store.scope(state: \.destination?.edit, action: \.destination.edit)) { store in
      ReducerEditView(store: store)
    }
    .confirmationDialog($store.scope(state: \.destination?.confirmation, action: \.destination.confirmation))
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
  }
}

/// The sheet for editing a book. Its state is in a store.
private struct ReducerEditView: View {
  @Bindable var store: StoreOf<EditFeature>

  var body: some View {
    BookForm(
      title: $store.book.title, isSaveButtonEnabled: store.isSaveButtonEnabled,
      saveButtonClicked: { store.send(.saveButtonClicked) })
  }
}
