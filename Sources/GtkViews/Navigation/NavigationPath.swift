/// The pages of a navigation stack, whatever types the values have that stand for them: one for each page, the first that was pushed first.
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
/// Where all pages are of one type, an array does as well.
public struct NavigationPath: Equatable {
  var values: [AnyHashable]

  /// A path without pages: the root is seen.
  public init() {
    values = []
  }

  /// A path with a page for each value.
  public init(_ values: some Sequence<some Hashable>) {
    self.values = values.map { AnyHashable($0) }
  }

  /// How many pages there are above the root.
  public var count: Int { values.count }

  /// Whether the root is seen.
  public var isEmpty: Bool { values.isEmpty }

  /// Puts a page on top.
  public mutating func append(_ value: some Hashable) {
    values.append(AnyHashable(value))
  }

  /// Takes pages from the top. There must be as many.
  public mutating func removeLast(_ count: Int = 1) {
    values.removeLast(count)
  }
}

/// Where the pages of a navigation stack are kept, whatever that is.
@MainActor
struct PagePath {
  /// What tells the pages from one another, from the first that was pushed to the one on top.
  let ids: @MainActor () -> [AnyHashable]
  /// What a page is made from, or `nil` if it is gone.
  let page: @MainActor (AnyHashable) -> Any?
  /// The views of a page.
  let content: @MainActor (Any, Navigation?) -> AnyView
  /// A page goes, and those above it.
  let pop: @MainActor (AnyHashable) -> Void
  /// One more page comes on top. Gives whether what stands for it can be in this path.
  let push: @MainActor (Any) -> Bool

  /// The page at a position above the root.
  func item(at depth: Int) -> PageItem? {
    let ids = ids()
    guard depth < ids.count, let page = page(ids[depth]) else { return nil }
    return PageItem(id: ids[depth], page: page)
  }
}

/// A page, and what it is made from.
nonisolated struct PageItem: Identifiable, Equatable {
  let id: AnyHashable
  let page: Any

  /// Whether it is the same page, made from the same object if it is one.
  static func == (first: PageItem, second: PageItem) -> Bool {
    first.id == second.id && first.object == second.object
  }

  private var object: ObjectIdentifier? { type(of: page) is AnyClass ? ObjectIdentifier(page as AnyObject) : nil }
}

extension PagePath {
  /// The pages of a source, such as a store.
  init<Source: NavigationPathSource>(_ source: Source, content: @escaping @MainActor (Source.Page) -> AnyView) {
    self.init(
      ids: { source.ids.map { AnyHashable($0) } },
      page: { id in (id.base as? Source.ElementID).flatMap { source.page(id: $0) } },
      // Safe because what a page is made from comes from `page`.
      content: { page, _ in content(page as! Source.Page) },
      pop: { id in if let id = id.base as? Source.ElementID { source.pop(from: id) } },
      push: { value in
        guard let element = value as? Source.Element else { return false }
        source.push(element)
        return true
      })
  }

  /// The values behind a binding, for which there are destinations.
  init<Values: RangeReplaceableCollection & RandomAccessCollection>(_ values: Binding<Values>) where Values.Element: Hashable {
    self.init(
      values: { values.wrappedValue.map { AnyHashable($0) } },
      keep: { count in values.wrappedValue = Values(values.wrappedValue.prefix(count)) },
      append: { value in
        guard let value = value.base as? Values.Element else { return false }
        var longer = values.wrappedValue
        longer.append(value)
        values.wrappedValue = longer
        return true
      })
  }

  /// The values of a path behind a binding, for which there are destinations.
  init(_ path: Binding<NavigationPath>) {
    self.init(
      values: { path.wrappedValue.values },
      keep: { count in path.wrappedValue = NavigationPath(path.wrappedValue.values.prefix(count)) },
      append: { value in
        var longer = path.wrappedValue
        longer.values.append(value)
        path.wrappedValue = longer
        return true
      })
  }

  private init(
    values: @escaping @MainActor () -> [AnyHashable], keep: @escaping @MainActor (Int) -> Void,
    append: @escaping @MainActor (AnyHashable) -> Bool
  ) {
    self.init(
      ids: { values().enumerated().map { AnyHashable(PagePlace(position: $0.offset, value: $0.element)) } },
      page: { id in (id.base as? PagePlace)?.value },
      content: { value, navigation in navigation?.destinations.view(for: value) ?? AnyView(EmptyView()) },
      pop: { id in
        guard let place = id.base as? PagePlace, values().dropFirst(place.position).first == place.value else { return }
        keep(place.position)
      },
      push: { value in (value as? any Hashable).map { append(AnyHashable($0)) } ?? false })
  }
}

/// What tells the pages of values from one another: there may be two of one value, upon each other.
nonisolated private struct PagePlace: Hashable {
  let position: Int
  let value: AnyHashable
}

/// The root of a navigation stack, or one of its pages, and the page upon it.
nonisolated struct PageLevel<Content: View>: View {
  let content: Content
  let path: PagePath
  let depth: Int
  @Environment(\.navigation) private var navigation

  init(content: Content, path: PagePath, depth: Int = 0) {
    self.content = content
    self.path = path
    self.depth = depth
  }

  @MainActor var body: some View {
    let (path, depth, navigation) = (path, depth, navigation)
    content.navigationDestination(item: Binding(
      get: { path.item(at: depth) },
      set: { item in if item == nil, let shown = path.item(at: depth) { path.pop(shown.id) } }
    )) { item in
      AnyView(PageLevel<AnyView>(content: path.content(item.page, navigation), path: path, depth: depth + 1))
    }
  }
}
