import Books
import BooksFeature
import ReducerStoreTesting
import Testing

/// The shelf (`books`), the sheet in which a book is edited, and the dialogs that delete a book.
@MainActor
struct BooksFeatureTests {
  let emma = Book(id: 1, title: "Emma")
  let ulysses = Book(id: 2, title: "Ulysses")

  @Test func `saving in the sheet changes the book on the shelf`() async {
    // Given the sheet of a book
    let store = makeStore()
    await store.send(.editButtonClicked(emma)) { [emma] in
      $0.destination = .edit(EditFeature.State(book: emma))
    }

    // When the title of the book is changed
    await store.send(.destination(.presented(.edit(.binding(.set(\.book.title, "Persuasion")))))) {
      $0.destination?.modify(\.edit) { $0.book.title = "Persuasion" }
    }

    // Then saving changes the book on the shelf, and closes the sheet
    await store.send(.destination(.presented(.edit(.saveButtonClicked)))) {
      $0.books[id: 1]?.title = "Persuasion"
      $0.destination = nil
    }
  }

  @Test func `closing the sheet without saving leaves the shelf unchanged`() async {
    // Given the sheet of a book whose title is changed
    let store = makeStore()
    await store.send(.editButtonClicked(emma)) { [emma] in
      $0.destination = .edit(EditFeature.State(book: emma))
    }
    await store.send(.destination(.presented(.edit(.binding(.set(\.book.title, "Persuasion")))))) {
      $0.destination?.modify(\.edit) { $0.book.title = "Persuasion" }
    }

    // When the sheet is closed, then only the sheet's state changes, and not the book on the shelf
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
    }
  }

  @Test func `a book without a title cannot be saved`() {
    #expect(!EditFeature.State(book: Book(id: 1, title: "")).isSaveButtonEnabled)
    #expect(EditFeature.State(book: emma).isSaveButtonEnabled)
  }

  @Test func `a book is deleted only after a confirmation`() async {
    // Given a client whose deletions succeed, which is the default of `makeStore`
    let store = makeStore()

    // When the user clicks “Delete” next to a book, then a confirmation dialog appears
    await store.send(.deleteButtonClicked(emma)) { [emma] in
      $0.destination = .confirmation(.deletion(of: emma))
    }

    // When the user confirms, then the dialog is closed, and the book is being deleted
    await store.send(.destination(.presented(.confirmation(.delete(emma))))) {
      $0.deleting = [1]
      $0.destination = nil
    }

    // Then the book is deleted
    await store.receive(\.deleted) { [ulysses] in
      $0.deleting = []
      $0.books = [ulysses]
    }
  }

  @Test func `cancelling the confirmation keeps the book`() async {
    let store = makeStore()
    await store.send(.deleteButtonClicked(emma)) { [emma] in
      $0.destination = .confirmation(.deletion(of: emma))
    }

    await store.send(.destination(.dismiss)) {
      $0.destination = nil
    }
  }

  @Test func `a failed deletion presents an alert, from which the deletion can be tried again`() async {
    // Given a book that cannot be deleted, and a confirmed deletion of the book
    let store = makeStore(.failing(for: [emma.id]))
    await store.send(.deleteButtonClicked(emma)) { [emma] in
      $0.destination = .confirmation(.deletion(of: emma))
    }
    await store.send(.destination(.presented(.confirmation(.delete(emma))))) {
      $0.deleting = [1]
      $0.destination = nil
    }

    // Then an alert reports the reason
    await store.receive(\.deleted) { [emma] in
      $0.deleting = []
      $0.destination = .alert(.failure(.readOnly, of: emma))
    }

    // When the user tries again, then the deletion fails again
    await store.send(.destination(.presented(.alert(.delete(emma))))) {
      $0.deleting = [1]
      $0.destination = nil
    }
    await store.receive(\.deleted) { [emma] in
      $0.deleting = []
      $0.destination = .alert(.failure(.readOnly, of: emma))
    }
  }

  /// Returns a store whose shelf has both books.
  private func makeStore(_ client: BooksClient = .failing(for: [])) -> TestStoreOf<BooksFeature> {
    TestStore(initialState: BooksFeature.State(books: [emma, ulysses])) {
      BooksFeature()
    } withDependencies: {
      $0.books = client
    }
  }
}
