/// Somebody who holds the pages of a navigation stack, and is told when a person goes back: the store of a stack of features does.
///
/// It is how a navigation stack can be given a store without knowing what a store is.
@MainActor
public protocol NavigationPathSource<Element, Page> {
  /// What tells one page from another. A page keeps it while it is in the path, and none gets it after that.
  associatedtype ElementID: Hashable
  /// What is put on top of the path to show one more page.
  associatedtype Element
  /// What a page is made from.
  associatedtype Page: AnyObject

  /// The ids of the pages, from the first that was pushed to the one on top. Reading it observes which pages there are.
  var ids: [ElementID] { get }

  /// What the page with an id is made from, or `nil` if there is none. It is the same object while it stands for the same page.
  func page(id: ElementID) -> Page?

  /// The page with an id goes, and those above it: a person has gone back. Where there is no such page it does nothing.
  func pop(from id: ElementID)

  /// One more page comes on top.
  func push(_ element: Element)
}
