package import Books
import Observation

/// The sheet in which a book gets another title.
@MainActor @Observable
package final class EditModel: Identifiable {
  /// The book as it will be when it is saved.
  package var book: Book

  /// Makes the sheet of a book.
  package init(book: Book) {
    self.book = book
  }

  /// Whether there is something to save.
  package var isSaveButtonEnabled: Bool { !book.title.isEmpty }
}
