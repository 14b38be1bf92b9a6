/// An object that holds the path of a navigation stack: the pages that are pushed on the stack's root. The store of a
/// stack of features is such an object.
///
/// With this protocol, a navigation stack can take a store without depending on the store's type.
@MainActor
public protocol NavigationPathSource<Element, Page> {
  /// The identity of a page. A page keeps it while it is in the path, and it is not reused for another page.
  associatedtype ElementID: Hashable
  /// The value that is pushed to show one more page.
  associatedtype Element
  /// The object that a page is created from.
  associatedtype Page: AnyObject

  /// The ids of the pages, from the first that was pushed to the topmost. A body that reads this property is evaluated
  /// again when pages are added or removed.
  var ids: [ElementID] { get }

  /// Returns the object that the page with an id is created from, or `nil` if there is no such page. Each call for a
  /// page returns the same object.
  func page(id: ElementID) -> Page?

  /// Removes the page with an id and the pages above it. The navigation stack calls this function after the user has
  /// gone back. Does nothing if there is no such page.
  func pop(from id: ElementID)

  /// Pushes one more page.
  func push(_ element: Element)
}
