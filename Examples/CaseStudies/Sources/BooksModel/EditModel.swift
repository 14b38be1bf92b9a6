package import Books
import Observation

/// The sheet for changing the title of a book.
@MainActor @Observable
package final class EditModel: Identifiable {
  /// A copy of the book with the user's changes.
  package var book: Book

  /// Creates the sheet of a book.
  package init(book: Book) {
    self.book = book
  }

  /// Whether the book can be saved. Its title must not be empty.
  package var isSaveButtonEnabled: Bool { !book.title.isEmpty }
}
