/// A client that stores the books, for example on a disk. A test passes a closure of its own.
package struct BooksClient: Sendable {
  /// Deletes a book permanently.
  package var delete: @Sendable (_ id: Book.ID) async throws(BooksError) -> Void

  /// Creates a client from its closure.
  package init(delete: @escaping @Sendable (_ id: Book.ID) async throws(BooksError) -> Void) {
    self.delete = delete
  }

  /// Returns a client that deletes nothing, and throws ``BooksError/readOnly`` for the books with these ids. The case
  /// studies have no disk.
  package static func failing(for protected: Set<Book.ID>) -> BooksClient {
    BooksClient { id throws(BooksError) in
      if protected.contains(id) { throw .readOnly }
    }
  }
}

/// The reason for a failed change of the books.
package enum BooksError: Error, Hashable {
  /// The book's storage is read-only.
  case readOnly
}
