/// The pages of a navigation stack as values of any types. There is one value for each page, in the order in which the
/// pages were pushed. The root, which is the content of the stack, has no value.
///
/// ```swift
/// @State private var path = NavigationPath()
///
/// NavigationStack(path: $path) {
///   LibraryView()
///     .navigationDestination(for: Show.self) { ShowView(show: $0) }
///     .navigationDestination(for: Episode.self) { EpisodeView(episode: $0) }
/// }
/// ```
///
/// If all pages have values of one type, an array is sufficient.
public struct NavigationPath: Equatable {
  /// The values, from the first pushed page to the topmost page.
  var values: [AnyHashable]

  /// Creates a path without pages. The root is visible.
  public init() {
    values = []
  }

  /// Creates a path with a page for each value.
  public init(_ values: some Sequence<some Hashable>) {
    self.values = values.map { AnyHashable($0) }
  }

  /// The number of pages above the root.
  public var count: Int { values.count }

  /// Whether the root is visible.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds a page on top.
  public mutating func append(_ value: some Hashable) {
    values.append(AnyHashable(value))
  }

  /// Removes `count` pages from the top. The path must contain at least `count` pages.
  public mutating func removeLast(_ count: Int = 1) {
    values.removeLast(count)
  }
}

/// The pages of a navigation stack as closures, which hide the type of the storage: an array, a ``NavigationPath`` or a
/// store.
@MainActor
struct PagePath {
  /// Returns the ids of the pages, from the first pushed page to the topmost page.
  let ids: @MainActor () -> [AnyHashable]
  /// Returns the value of the page with an id. May return `nil` if the path no longer contains the page.
  let value: @MainActor (_ id: AnyHashable) -> Any?
  /// Returns the view of the page with a value, in a stack with this navigation.
  let content: @MainActor (_ value: Any, _ navigation: StackNavigation?) -> AnyView
  /// Removes the page with an id and the pages above it.
  let pop: @MainActor (_ id: AnyHashable) -> Void
  /// Pushes a page for an element. Returns `false`, and pushes nothing, if the path cannot hold elements of this type.
  let push: @MainActor (_ element: Any) -> Bool

  /// Returns the page directly above the page at a level, or `nil` if there is none. The root has level 0.
  func item(aboveLevel level: Int) -> PageItem? {
    let ids = ids()
    guard level < ids.count, let value = value(ids[level]) else { return nil }
    return PageItem(id: ids[level], value: value)
  }
}

/// The id and the value of a page.
nonisolated struct PageItem: Identifiable, Equatable {
  let id: AnyHashable
  let value: Any

  /// Whether both are the same page. Pages with the same id are the same, unless their values are different objects.
  static func == (first: PageItem, second: PageItem) -> Bool {
    first.id == second.id && first.object == second.object
  }

  private var object: ObjectIdentifier? { type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil }
}

extension PagePath {
  /// Creates the path from a source, such as a store. The value of a page is a `Source.Page`. A page is pushed as a
  /// `Source.Element`.
  init<Source: NavigationPathSource>(_ source: Source, content: @escaping @MainActor (Source.Page) -> AnyView) {
    self.init(
      ids: { source.ids.map { AnyHashable($0) } },
      value: { id in (id.base as? Source.ElementID).flatMap { source.page(id: $0) } },
      // Safe because the closure `value` above returns only values of this type.
      content: { value, _ in content(value as! Source.Page) },
      pop: { id in if let id = id.base as? Source.ElementID { source.pop(from: id) } },
      push: { value in
        guard let element = value as? Source.Element else { return false }
        source.push(element)
        return true
      })
  }

  /// Creates the path from the values of a binding. A `navigationDestination(for:)` in the stack makes the pages.
  init<Values: RangeReplaceableCollection & RandomAccessCollection>(_ values: Binding<Values>)
  where Values.Element: Hashable {
    self.init(
      values: { values.wrappedValue.map { AnyHashable($0) } },
      truncate: { count in values.wrappedValue = Values(values.wrappedValue.prefix(count)) },
      append: { value in
        guard let value = value.base as? Values.Element else { return false }
        var newValues = values.wrappedValue
        newValues.append(value)
        values.wrappedValue = newValues
        return true
      })
  }

  /// Creates the path from the values of a path in a binding. A `navigationDestination(for:)` in the stack makes the
  /// pages.
  init(_ path: Binding<NavigationPath>) {
    self.init(
      values: { path.wrappedValue.values },
      truncate: { count in path.wrappedValue = NavigationPath(path.wrappedValue.values.prefix(count)) },
      append: { value in
        var newPath = path.wrappedValue
        newPath.values.append(value)
        path.wrappedValue = newPath
        return true
      })
  }

  /// Creates the path from functions on its values. `truncate` keeps the given number of values from the beginning.
  /// `append` returns whether the path can hold the value.
  private init(
    values: @escaping @MainActor () -> [AnyHashable], truncate: @escaping @MainActor (Int) -> Void,
    append: @escaping @MainActor (AnyHashable) -> Bool
  ) {
    self.init(
      ids: { values().enumerated().map { AnyHashable(PageID(position: $0.offset, value: $0.element)) } },
      value: { id in (id.base as? PageID)?.value },
      content: { value, navigation in navigation?.destinations.view(for: value) ?? AnyView(EmptyView()) },
      pop: { id in
        guard let pageID = id.base as? PageID, values().dropFirst(pageID.position).first == pageID.value else { return }
        truncate(pageID.position)
      },
      push: { value in (value as? any Hashable).map { append(AnyHashable($0)) } ?? false })
  }
}

/// The id of a page for a value. The position is part of the id, because the same value may occur several times in the
/// path.
nonisolated private struct PageID: Hashable {
  let position: Int
  let value: AnyHashable
}

/// A view that shows a page of a navigation stack and presents the next page, recursively. The root has level 0.
nonisolated struct PathPageView<Content: View>: View {
  let content: Content
  let path: PagePath
  let level: Int
  @Environment(\.navigation) private var navigation

  init(content: Content, path: PagePath, level: Int = 0) {
    self.content = content
    self.path = path
    self.level = level
  }

  @MainActor var body: some View {
    let (path, level, navigation) = (path, level, navigation)
    content.navigationDestination(
      item: Binding(
        get: { path.item(aboveLevel: level) },
        set: { item in if item == nil, let current = path.item(aboveLevel: level) { path.pop(current.id) } }
      )
    ) { item in
      AnyView(PathPageView<AnyView>(content: path.content(item.value, navigation), path: path, level: level + 1))
    }
  }
}
