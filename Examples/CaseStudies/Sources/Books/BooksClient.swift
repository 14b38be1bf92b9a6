/// A client for the storage of the books, such as a disk. A test passes a closure of its own.
package struct BooksClient: Sendable {
  /// Deletes a book permanently.
  package var delete: @Sendable (_ id: Book.ID) async throws(BooksError) -> Void

  /// Creates a client from its closure.
  package init(delete: @escaping @Sendable (_ id: Book.ID) async throws(BooksError) -> Void) {
    self.delete = delete
  }

  /// Returns a client that stores nothing, because the case studies keep their books only in memory. A deletion of a
  /// book with one of these ids throws ``BooksError/readOnly``. Other deletions have no effect.
  package static func failing(for protectedIDs: Set<Book.ID>) -> BooksClient {
    BooksClient { id throws(BooksError) in
      if protectedIDs.contains(id) { throw .readOnly }
    }
  }
}

/// The reason for a failed change of the books.
package enum BooksError: Error, Hashable {
  /// The book's storage is read-only.
  case readOnly
}
