package import Books
import Observation
package import Presentation

/// The shelf: the user can edit its books, and delete them after a confirmation.
@MainActor @Observable
package final class BooksModel {
  /// The sheet or dialog on top of the shelf. At most one is presented.
  package enum Destination {
    /// The sheet for editing a book.
    case edit(EditModel)
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

  /// The books, in order.
  package private(set) var books: [Book]
  /// The ids of the books that are being deleted.
  package private(set) var deleting: Set<Book.ID> = []
  /// The sheet or dialog on top of the shelf.
  package var destination: Destination?

  @ObservationIgnored private let client: BooksClient

  /// Creates a shelf.
  package init(books: [Book], client: BooksClient) {
    self.books = books
    self.client = client
  }

  /// Presents the sheet after the user clicked “Edit” next to a book.
  package func editButtonClicked(_ book: Book) {
    destination = .edit(EditModel(book: book))
  }

  /// Puts the edited book on the shelf, and closes the sheet, after the user clicked “Save” in the sheet.
  package func saveButtonClicked() {
    guard let editor, let position = books.firstIndex(where: { $0.id == editor.book.id }) else { return }
    books[position] = editor.book
    destination = nil
  }

  /// Presents the confirmation dialog after the user clicked “Delete” next to a book.
  package func deleteButtonClicked(_ book: Book) {
    destination = .confirmation(.deletion(of: book))
  }

  /// Deletes a book after the user's answer in a dialog, and returns when the deletion has ended. If the user
  /// cancelled, the answer is `nil` and nothing happens.
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

// The destination's cases as optional properties. A view presents the value of a property, and writes `nil` to the
// property when the sheet or dialog is closed.
extension BooksModel {
  /// The sheet, while a book is edited.
  package var editor: EditModel? {
    get { if case .edit(let editor) = destination { editor } else { nil } }
    set { destination = newValue.map(Destination.edit) }
  }

  /// The confirmation dialog, while it is presented.
  package var confirmation: ConfirmationDialogState<Answer>? {
    get { if case .confirmation(let confirmation) = destination { confirmation } else { nil } }
    set { destination = newValue.map(Destination.confirmation) }
  }

  /// The alert, while it is presented.
  package var alert: AlertState<Answer>? {
    get { if case .alert(let alert) = destination { alert } else { nil } }
    set { destination = newValue.map(Destination.alert) }
  }
}

extension ConfirmationDialogState<BooksModel.Answer> {
  /// The confirmation dialog for the deletion of a book.
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
  /// The alert about a book that could not be deleted, with the reason.
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
