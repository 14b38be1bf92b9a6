package import Books
package import ReducerStore

/// The shelf: its books can be edited, and deleted after a question.
@Reducer
package struct BooksFeature {
  /// What is presented on top of the shelf: one thing or nothing.
  @Reducer
  package enum Destination {
    /// The sheet in which a book is edited.
    case edit(EditFeature)
    /// Asks whether a book is to be deleted.
    case confirmation(ConfirmationDialogState<Answer>)
    /// Says that a book could not be deleted.
    case alert(AlertState<Answer>)
  }

  /// What is chosen in a dialog, besides to leave everything as it is.
  package enum Answer: Hashable, Sendable {
    /// The book is to be deleted.
    case delete(Book)
  }

  @ObservableState
  package struct State: Equatable {
    /// The books, in order.
    package var books: IdentifiedArrayOf<Book>
    /// The books that are being deleted.
    package var deleting: Set<Book.ID> = []
    /// What is presented on top of the shelf.
    @Presents package var destination: Destination.State?

    /// A shelf with books on it.
    package init(books: IdentifiedArrayOf<Book>) {
      self.books = books
    }
  }

  package enum Action {
    /// “Edit” was clicked beside a book.
    case editButtonClicked(Book)
    /// “Delete” was clicked beside a book.
    case deleteButtonClicked(Book)
    /// A book is deleted, or could not be.
    case deleted(Book, Result<Void, BooksError>)
    /// Something happened in what is presented.
    case destination(PresentationAction<Destination.Action>)
  }

  @Dependency(\.books) private var client

  /// Makes the feature.
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
      case .destination(.presented(.confirmation(.delete(let book)))), .destination(.presented(.alert(.delete(let book)))):
        state.deleting.insert(book.id)
        return delete(book)
      case .deleted(let book, let result):
        deleted(book, result, in: &state)
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }

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

  private func deleted(_ book: Book, _ result: Result<Void, BooksError>, in state: inout State) {
    state.deleting.remove(book.id)
    switch result {
    case .success: state.books.remove(id: book.id)
    case .failure(let error): state.destination = .alert(.failure(error, of: book))
    }
  }
}

extension BooksFeature.Destination.State: Equatable {}

extension ConfirmationDialogState<BooksFeature.Answer> {
  /// Asks whether a book is to be deleted.
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
  /// Says that a book could not be deleted, and why.
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
