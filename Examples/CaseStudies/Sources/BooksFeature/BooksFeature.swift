package import Books
package import ReducerStore

/// A shelf of books. The user can edit a book, and delete a book after a confirmation.
@Reducer
package struct BooksFeature {
  /// The sheet or dialog on top of the shelf. At most one is presented.
  @Reducer
  package enum Destination {
    /// The sheet for editing a book.
    case edit(EditFeature)
    /// The confirmation dialog for the deletion of a book.
    case confirmation(ConfirmationDialogState<Answer>)
    /// The alert about a book that could not be deleted.
    case alert(AlertState<Answer>)
  }

  /// The user's answer in a dialog, by a button that does not cancel.
  package enum Answer: Hashable, Sendable {
    /// Delete the book. The answer of the confirmation dialog, and of the alert's button “Try Again”.
    case delete(Book)
  }

  @ObservableState
  package struct State: Equatable {
    /// The books, in order.
    package var books: IdentifiedArrayOf<Book>
    /// The ids of the books that are being deleted.
    package var deleting: Set<Book.ID> = []
    /// The sheet or dialog on top of the shelf.
    @Presents package var destination: Destination.State?

    /// Creates a shelf with books.
    package init(books: IdentifiedArrayOf<Book>) {
      self.books = books
    }
  }

  package enum Action {
    /// The user clicked “Edit” next to a book.
    case editButtonClicked(Book)
    /// The user clicked “Delete” next to a book.
    case deleteButtonClicked(Book)
    /// The deletion of a book succeeded or failed.
    case deleted(Book, Result<Void, BooksError>)
    /// An action of the sheet or dialog.
    case destination(PresentationAction<Destination.Action>)
  }

  @Dependency(\.books) private var client

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonClicked(let book):
        state.destination = .edit(EditFeature.State(book: book))
      case .deleteButtonClicked(let book):
        state.destination = .confirmation(.deletion(of: book))
      case .destination(.presented(.edit(.saveButtonClicked))):
        save(in: &state)
      case .destination(.presented(.confirmation(.delete(let book)))),
        .destination(.presented(.alert(.delete(let book)))):
        state.deleting.insert(book.id)
        return delete(book)
      case .deleted(let book, let result):
        finishDeletion(of: book, result, in: &state)
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Replaces the edited book on the shelf, and closes the sheet.
  private func save(in state: inout State) {
    guard let editor = state.destination?.edit else { return }
    state.books[id: editor.book.id] = editor.book
    state.destination = nil
  }

  private func delete(_ book: Book) -> Effect<Action> {
    .run { [client] send in
      do throws(BooksError) {
        try await client.delete(book.id)
        await send(.deleted(book, .success(())))
      } catch {
        await send(.deleted(book, .failure(error)))
      }
    }
  }

  /// Removes the book from the shelf if the deletion succeeded. Otherwise presents an alert.
  private func finishDeletion(of book: Book, _ result: Result<Void, BooksError>, in state: inout State) {
    state.deleting.remove(book.id)
    switch result {
    case .success: state.books.remove(id: book.id)
    case .failure(let error): state.destination = .alert(.failure(error, of: book))
    }
  }
}

extension BooksFeature.Destination.State: Equatable {}

extension ConfirmationDialogState<BooksFeature.Answer> {
  /// The confirmation dialog for the deletion of a book.
  package static func deletion(of book: Book) -> Self {
    ConfirmationDialogState {
      TextState("Delete “\(book.title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .delete(book)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("It cannot be brought back.")
    }
  }
}

extension AlertState<BooksFeature.Answer> {
  /// The alert about a book that could not be deleted, with the reason.
  package static func failure(_ error: BooksError, of book: Book) -> Self {
    AlertState {
      TextState("“\(book.title)” Was Not Deleted")
    } actions: {
      ButtonState(action: .delete(book)) { TextState("Try Again") }
      ButtonState(role: .cancel) { TextState("Keep It") }
    } message: {
      switch error {
      case .readOnly: TextState("The shelf that it is on can only be read.")
      }
    }
  }
}
