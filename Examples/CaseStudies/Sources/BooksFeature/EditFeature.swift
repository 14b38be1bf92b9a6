package import Books
package import ReducerStore

/// The feature of the sheet in which the user changes the title of a book.
@Reducer
package struct EditFeature {
  @ObservableState
  package struct State: Equatable, Identifiable {
    /// A copy of the book with the user's changes.
    package var book: Book

    /// The id of the book. It distinguishes the sheet of the book from the sheets of other books.
    package var id: Book.ID { book.id }

    /// Whether the book can be saved: its title must not be empty.
    package var isSaveButtonEnabled: Bool { !book.title.isEmpty }

    /// Creates the state of a book's sheet.
    package init(book: Book) {
      self.book = book
    }
  }

  package enum Action: BindableAction {
    /// A control of the sheet, such as the text field, changed a property of the state.
    case binding(BindingAction<State>)
    /// The user clicked “Save”. `BooksFeature` then stores the book and closes the sheet.
    case saveButtonClicked
  }

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
