/// A book on the shelf.
package struct Book: Identifiable, Hashable, Sendable {
  /// The book's identifier.
  package let id: Int
  /// The book's title.
  package var title: String

  /// Creates a book.
  package init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}
