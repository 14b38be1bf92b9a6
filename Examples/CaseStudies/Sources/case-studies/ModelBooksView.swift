import Books
import BooksModel
import GtkViews

/// The list of books. Its state is in an `@Observable` model.
struct ModelBooksView: View {
  @Bindable var model: BooksModel

  var body: some View {
    List(model.books) { book in
      BookRow(
        book: book, isDeleting: model.deleting.contains(book.id), editButtonClicked: { model.editButtonClicked(book) },
        deleteButtonClicked: { model.deleteButtonClicked(book) })
    }
    .sheet(item: $model.editor) { editor in
      ModelEditView(editor: editor, saveButtonClicked: model.saveButtonClicked)
    }
    .confirmationDialog($model.confirmation) { await model.answered($0) }
    .alert($model.alert) { await model.answered($0) }
  }
}

/// The sheet for editing a book. Its state is in an `@Observable` model.
private struct ModelEditView: View {
  @Bindable var editor: EditModel
  let saveButtonClicked: @MainActor () -> Void

  var body: some View {
    BookForm(
      title: $editor.book.title, isSaveButtonEnabled: editor.isSaveButtonEnabled, saveButtonClicked: saveButtonClicked)
  }
}
