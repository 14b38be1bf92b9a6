package import Books
package import ReducerStore

/// The sheet in which a book gets another title.
@Reducer
package struct EditFeature {
  @ObservableState
  package struct State: Equatable, Identifiable {
    /// The book as it will be when it is saved.
    package var book: Book

    /// What tells one book's sheet from another's.
    package var id: Book.ID { book.id }

    /// Whether there is something to save.
    package var isSaveButtonEnabled: Bool { !book.title.isEmpty }

    /// The sheet of a book.
    package init(book: Book) {
      self.book = book
    }
  }

  package enum Action: BindableAction {
    /// A control wrote a field.
    case binding(BindingAction<State>)
    /// “Save” was clicked. The shelf takes the book, and closes the sheet.
    case saveButtonClicked
  }

  /// Makes the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
