/// Keeps the books, on a disk somewhere. A test passes a closure of its own.
package struct BooksClient: Sendable {
  /// Deletes a book for good.
  package var delete: @Sendable (_ id: Book.ID) async throws(BooksError) -> Void

  /// Makes a client out of what it does.
  package init(delete: @escaping @Sendable (_ id: Book.ID) async throws(BooksError) -> Void) {
    self.delete = delete
  }

  /// Deletes nothing, and says so for the books with these ids: there is no disk behind the case studies.
  package static func failing(for protected: Set<Book.ID>) -> BooksClient {
    BooksClient { id throws(BooksError) in
      if protected.contains(id) { throw .readOnly }
    }
  }
}

/// Why the books could not be changed.
package enum BooksError: Error, Hashable {
  /// Nothing can be written where the book is.
  case readOnly
}
