package import Podcasts
package import ReducerStore

/// Decides which episodes of a list to load, in one batch after the other.
///
/// The rows of a list are divided into pages. When a row appears on screen, its page is loaded. Only one load runs at a
/// time, so an old result never replaces a newer one.
package struct EpisodeLoads: Hashable, Sendable {
  /// The number of rows in a page.
  package static let pageSize = 60
  /// The maximum number of loaded rows, and of episodes in a batch. The library returns at most 500 at once.
  package static let limit = 480

  /// The positions of the rows that are on screen or near it.
  package var onScreen: [Episode.ID: Int] = [:]
  /// The episodes of the running load. Empty if no load is running.
  package private(set) var loading: [Episode.ID] = []
  /// The episodes to load next, in order.
  private var wanted: [Episode.ID] = []
  /// New ids. They are shown when their first page is loaded.
  private var arrived: [Episode.ID]?

  /// Creates a value without loads.
  package init() {}

  /// Records a row that appeared on screen. If the row is not loaded, its page is added to the loads.
  package mutating func appeared(_ element: IndexedEpisodes.Element, in ids: [Episode.ID], loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    onScreen[element.id] = element.index
    guard loaded[id: element.id] == nil, !isPending(element.id), ids.indices.contains(element.index) else { return }
    let start = element.index / Self.pageSize * Self.pageSize
    want(ids[start..<min(start + Self.pageSize, ids.count)].filter { loaded[id: $0] == nil })
  }

  /// Stores new ids. Their first page is loaded before they are shown.
  package mutating func arrived(_ ids: [Episode.ID], loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    arrived = ids
    want(ids.prefix(Self.pageSize).filter { loaded[id: $0] == nil })
  }

  /// Adds loaded rows to the loads again, because they changed in the library.
  package mutating func reload(_ ids: [Episode.ID]) { want(ids, isReload: true) }

  /// Returns the new ids and removes them if their first page is loaded. Otherwise returns `nil`.
  package mutating func takeArrived() -> [Episode.ID]? {
    guard let ids = arrived, !ids.prefix(Self.pageSize).contains(where: isPending) else { return nil }
    arrived = nil
    return ids
  }

  /// Returns the next batch, or `nil` if there is none or a load is running. The caller loads the batch and calls ``ended()``.
  package mutating func next(loaded: IdentifiedArrayOf<EpisodeFeature.State>) -> [Episode.ID]? {
    guard loading.isEmpty, !wanted.isEmpty else { return nil }
    // After a long scroll, drop the waiting rows that are offscreen and not loaded.
    if wanted.count > Self.limit { wanted.removeAll { onScreen[$0] == nil && loaded[id: $0] == nil } }
    loading = Array(wanted.prefix(Self.limit))
    wanted.removeFirst(loading.count)
    return loading.isEmpty ? nil : loading
  }

  /// Ends the running load.
  package mutating func ended() { loading = [] }

  /// Returns the rows to evict if too many rows are loaded: the offscreen rows that were loaded first.
  package func surplus(of rows: IdentifiedArrayOf<EpisodeFeature.State>) -> ArraySlice<Episode.ID> {
    guard rows.count > Self.limit else { return [] }
    return rows.ids.filter { onScreen[$0] == nil }.prefix(rows.count - Self.limit * 3 / 4)
  }

  private func isPending(_ id: Episode.ID) -> Bool { loading.contains(id) || wanted.contains(id) }

  private mutating func want(_ ids: some Sequence<Episode.ID>, isReload: Bool = false) {
    for id in ids where !wanted.contains(id) && (isReload || !loading.contains(id)) { wanted.append(id) }
  }
}

/// The ids of a list with their positions. The collection does not copy the ids.
package struct IndexedEpisodes: RandomAccessCollection, Hashable, Sendable {
  /// An episode's id and its position in the list.
  package struct Element: Identifiable, Hashable, Sendable {
    package var index: Int
    package var id: Episode.ID

    package init(index: Int, id: Episode.ID) {
      self.index = index
      self.id = id
    }
  }

  private let ids: [Episode.ID]

  package init(ids: [Episode.ID]) { self.ids = ids }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ids.count }
  package subscript(position: Int) -> Element { Element(index: position, id: ids[position]) }
}
