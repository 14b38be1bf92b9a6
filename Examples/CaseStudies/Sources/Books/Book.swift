/// A book on the shelf.
package struct Book: Identifiable, Hashable, Sendable {
  /// What identifies it.
  package let id: Int
  /// What it is called.
  package var title: String

  /// Makes a book.
  package init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}
