package import Books
package import ReducerStore

/// The sheet for changing the title of a book.
@Reducer
package struct EditFeature {
  @ObservableState
  package struct State: Equatable, Identifiable {
    /// A copy of the book with the user's changes.
    package var book: Book

    /// The id of the book, which distinguishes its sheet from the sheets of other books.
    package var id: Book.ID { book.id }

    /// Whether the book can be saved. Its title must not be empty.
    package var isSaveButtonEnabled: Bool { !book.title.isEmpty }

    /// Creates the state of a book's sheet.
    package init(book: Book) {
      self.book = book
    }
  }

  package enum Action: BindableAction {
    /// A control wrote a field.
    case binding(BindingAction<State>)
    /// The user clicked “Save”. `BooksFeature` handles the action: it stores the book and closes the sheet.
    case saveButtonClicked
  }

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
