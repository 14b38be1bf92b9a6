package import Books
package import ReducerStore

extension BooksClient: DependencyKey {
  /// Deletes what it is asked to.
  package static var liveValue: BooksClient { .failing(for: []) }
  /// A test says by itself what is deleted.
  package static var testValue: BooksClient { BooksClient { _ throws(BooksError) in throw .readOnly } }
}

extension DependencyValues {
  /// Keeps the books.
  package var books: BooksClient {
    get { self[BooksClient.self] }
    set { self[BooksClient.self] = newValue }
  }
}
