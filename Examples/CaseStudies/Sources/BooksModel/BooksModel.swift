package import Books
import Observation
package import Presentation

/// The shelf: its books can be edited, and deleted after a question.
@MainActor @Observable
package final class BooksModel {
  /// What is presented on top of the shelf: one thing or nothing.
  package enum Destination {
    /// The sheet in which a book is edited.
    case edit(EditModel)
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

  /// The books, in order.
  package private(set) var books: [Book]
  /// The books that are being deleted.
  package private(set) var deleting: Set<Book.ID> = []
  /// What is presented on top of the shelf.
  package var destination: Destination?

  @ObservationIgnored private let client: BooksClient

  /// Makes a shelf.
  package init(books: [Book], client: BooksClient) {
    self.books = books
    self.client = client
  }

  /// “Edit” was clicked beside a book.
  package func editButtonClicked(_ book: Book) {
    destination = .edit(EditModel(book: book))
  }

  /// “Save” was clicked in the sheet.
  package func saveButtonClicked() {
    guard let editor, let position = books.firstIndex(where: { $0.id == editor.book.id }) else { return }
    books[position] = editor.book
    destination = nil
  }

  /// “Delete” was clicked beside a book.
  package func deleteButtonClicked(_ book: Book) {
    destination = .confirmation(.deletion(of: book))
  }

  /// A button of a dialog was clicked, or the dialog was closed. It returns when what was asked for is done.
  package func answered(_ answer: Answer?) async {
    switch answer {
    case .delete(let book): await delete(book)
    case nil: break
    }
  }

  private func delete(_ book: Book) async {
    deleting.insert(book.id)
    defer { deleting.remove(book.id) }
    do throws(BooksError) {
      try await client.delete(book.id)
      books.removeAll { $0.id == book.id }
    } catch {
      destination = .alert(.failure(error, of: book))
    }
  }
}

// The cases of the destination one by one, for the views to present and to clear.
extension BooksModel {
  /// The sheet, while a book is edited.
  package var editor: EditModel? {
    get { if case .edit(let editor) = destination { editor } else { nil } }
    set { destination = newValue.map(Destination.edit) }
  }

  /// The question, while it is asked.
  package var confirmation: ConfirmationDialogState<Answer>? {
    get { if case .confirmation(let confirmation) = destination { confirmation } else { nil } }
    set { destination = newValue.map(Destination.confirmation) }
  }

  /// The alert, while it is there.
  package var alert: AlertState<Answer>? {
    get { if case .alert(let alert) = destination { alert } else { nil } }
    set { destination = newValue.map(Destination.alert) }
  }
}

extension ConfirmationDialogState<BooksModel.Answer> {
  static func deletion(of book: Book) -> Self {
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

extension AlertState<BooksModel.Answer> {
  static func failure(_ error: BooksError, of book: Book) -> Self {
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
