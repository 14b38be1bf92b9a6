package import Podcasts
package import ReducerStore

/// Decides which episodes of a list to load, in one batch after the other.
///
/// The visible rows are loaded first, then the rows near them. GTK realizes many more rows, which stay empty until the
/// user scrolls. While the list has not reported its visible rows, only the first page is loaded. Only one load runs at
/// a time, so an old result never replaces a newer one.
package struct EpisodeLoads: Hashable, Sendable {
  /// The number of rows of the first page, and the number of rows that are loaded above and below the visible ones.
  package static let pageSize = 24
  /// The maximum number of new rows in a batch. The views of a batch are created in one turn of the main loop.
  package static let batchSize = 12
  /// The maximum number of loaded rows, and of episodes in a batch. The library returns at most 500 at once.
  package static let limit = 480

  /// The positions of the rows that are realized. Most of them may be offscreen.
  package var onScreen: [Episode.ID: Int] = [:]
  /// The episodes of the running load. Empty if no load is running.
  package private(set) var loading: [Episode.ID] = []
  /// The episodes to load next, in order.
  private var wanted: [Episode.ID] = []
  /// New ids. They are shown when their first page is loaded.
  private var arrived: [Episode.ID]?
  /// The visible rows, as the list reported them.
  private var visible: [Episode.ID] = []
  /// The positions of the visible rows. `nil` if they are not known.
  private var visiblePositions: ClosedRange<Int>?

  /// Creates a value without loads.
  package init() {}

  /// Records a row that was realized. If the row is not loaded and is near the visible rows, it is added to the loads.
  package mutating func appeared(_ element: IndexedEpisodes.Element, loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    onScreen[element.id] = element.index
    if visible.contains(element.id) {
      let known = visiblePositions ?? element.index...element.index
      visiblePositions = min(known.lowerBound, element.index)...max(known.upperBound, element.index)
    }
    let (first, last) = (visiblePositions?.lowerBound ?? 0, visiblePositions?.upperBound ?? 0)
    guard element.index >= first - Self.pageSize, element.index <= last + Self.pageSize else { return }
    if loaded[id: element.id] == nil, !isPending(element.id) { want([element.id]) }
  }

  /// Records the visible rows. Afterwards only visible rows, rows near them and changed rows are loaded.
  ///
  /// - Parameter rows: The visible rows of the page, from the first to the last. Rows of other lists are ignored.
  package mutating func becameVisible(
    _ rows: [Episode.ID], in ids: [Episode.ID], loaded: IdentifiedArrayOf<EpisodeFeature.State>
  ) {
    visible = rows
    locateVisible(in: ids)
    guard let visiblePositions else { return }
    let start = visiblePositions.lowerBound
    let end = visiblePositions.upperBound + 1
    let below = ids[end..<min(end + Self.pageSize, ids.count)]
    let above = ids[max(start - Self.pageSize, 0)..<start].reversed()
    let missing = (ids[start..<end] + below + above).filter { loaded[id: $0] == nil }
    let firstPage = arrived?.prefix(Self.pageSize) ?? []
    let kept = wanted.filter { loaded[id: $0] != nil || loading.contains($0) || firstPage.contains($0) }
    wanted = []
    want(missing)
    want(kept, isReload: true)
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
    locateVisible(in: ids)
    return ids
  }

  /// Returns the next batch, or `nil` if there is none or a load is running. The caller loads the batch and calls
  /// ``ended()``.
  package mutating func next(loaded: IdentifiedArrayOf<EpisodeFeature.State>) -> [Episode.ID]? {
    guard loading.isEmpty, !wanted.isEmpty else { return nil }
    // After a long scroll, drop the waiting rows that are offscreen and not loaded.
    if wanted.count > Self.limit { wanted.removeAll { onScreen[$0] == nil && loaded[id: $0] == nil } }
    let isReload = wanted.first.map { loaded[id: $0] != nil } ?? false
    // The first page is shown at once.
    let size = isReload ? Self.limit : arrived != nil ? Self.pageSize : Self.batchSize
    loading = Array(wanted.prefix(size))
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

  private mutating func locateVisible(in ids: [Episode.ID]) {
    let known = visible.filter { onScreen[$0] != nil }
    let first = known.first.flatMap(ids.firstIndex(of:))
    let last = known.last.flatMap(ids.firstIndex(of:))
    // A report from before a change of the order has rows that are far apart now. The next report is right.
    visiblePositions =
      if let first, let last, first <= last, last - first < visible.count + Self.pageSize { first...last } else { nil }
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
