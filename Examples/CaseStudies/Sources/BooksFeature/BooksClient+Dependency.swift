package import Books
package import ReducerStore

extension BooksClient: DependencyKey {
  /// A client whose deletions all succeed.
  package static var liveValue: BooksClient { .failing(for: []) }
  /// A client whose deletions all fail. A test passes its own client to delete books.
  package static var testValue: BooksClient { BooksClient { _ throws(BooksError) in throw .readOnly } }
}

extension DependencyValues {
  /// The client that stores the books.
  package var books: BooksClient {
    get { self[BooksClient.self] }
    set { self[BooksClient.self] = newValue }
  }
}
