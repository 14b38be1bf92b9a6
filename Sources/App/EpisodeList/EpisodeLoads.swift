package import Podcasts
package import ReducerStore

/// Decides which episodes of a list to load, and in which order.
///
/// The visible rows are loaded first, then the rows near them: at most ``pageSize`` rows above or below. GTK realizes
/// many more rows. Their content is loaded only when the user scrolls near them. While the visible rows are not known,
/// the first row counts as visible. A load reads one batch of episodes. Only one load runs at a time, so an old result
/// never replaces a newer one.
package struct EpisodeLoads: Hashable, Sendable {
  /// The number of rows of the first page: the rows that must be loaded before the list is shown. The same number of
  /// rows is loaded above the visible rows, and below them.
  package static let pageSize = 24
  /// The maximum number of new rows in a batch, unless a new list waits for its first page. The views of a batch are
  /// created in one turn of the main loop, so a large batch would stop the scrolling for a moment.
  package static let batchSize = 12
  /// The number of loaded rows above which rows are evicted, and the maximum number of episodes in a load. The library
  /// returns at most 500 episodes at once.
  package static let rowLimit = 480

  /// The positions of the realized rows in the list. Most of these rows may be outside of the window.
  package var realizedPositions: [Episode.ID: Int] = [:]
  /// The episodes of the running load. Empty if no load is running.
  package private(set) var loading: [Episode.ID] = []
  /// The waiting rows: the episodes to load next, in order.
  private var waiting: [Episode.ID] = []
  /// The new ids of the list, until their first page is loaded and the list shows them.
  private var newIDs: [Episode.ID]?
  /// The visible rows as they were last reported. Some may belong to other lists in the same scrolled view.
  private var visible: [Episode.ID] = []
  /// The positions of the visible rows. `nil` if they are not known.
  private var visiblePositions: ClosedRange<Int>?

  /// Creates a value without loads.
  package init() {}

  /// Records a realized row. If the row is near the visible rows and not loaded, adds it to the waiting rows.
  package mutating func appeared(_ element: IndexedEpisodes.Element, loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    realizedPositions[element.id] = element.index
    if visible.contains(element.id) {
      let range = visiblePositions ?? element.index...element.index
      visiblePositions = min(range.lowerBound, element.index)...max(range.upperBound, element.index)
    }
    let (first, last) = (visiblePositions?.lowerBound ?? 0, visiblePositions?.upperBound ?? 0)
    guard element.index >= first - Self.pageSize, element.index <= last + Self.pageSize else { return }
    if loaded[id: element.id] == nil, !isPending(element.id) { enqueue([element.id]) }
  }

  /// Records the visible rows. The waiting rows are replaced: the visible rows are loaded first, then the rows near
  /// them, then those of the former waiting rows that are loaded again or that are on the first page of a new list. If
  /// the positions of the visible rows cannot be determined, the waiting rows stay.
  ///
  /// - Parameter rows: The visible rows of the scrolled view, from the first to the last. Rows of other lists are
  ///   ignored.
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
    let firstPage = newIDs?.prefix(Self.pageSize) ?? []
    let stillWaiting = waiting.filter { loaded[id: $0] != nil || loading.contains($0) || firstPage.contains($0) }
    waiting = []
    enqueue(missing)
    enqueue(stillWaiting, isReload: true)
  }

  /// Stores the new ids of the list, and adds their first page to the waiting rows.
  package mutating func setNewIDs(_ ids: [Episode.ID], loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    newIDs = ids
    enqueue(ids.prefix(Self.pageSize).filter { loaded[id: $0] == nil })
  }

  /// Adds rows to the waiting rows again, because the episodes changed in the library.
  package mutating func reload(_ ids: [Episode.ID]) { enqueue(ids, isReload: true) }

  /// Returns the new ids once their first page is loaded, and forgets them. Returns `nil` if there are no new ids, or
  /// if their first page is not loaded yet.
  package mutating func takeNewIDs() -> [Episode.ID]? {
    guard let ids = newIDs, !ids.prefix(Self.pageSize).contains(where: isPending) else { return nil }
    newIDs = nil
    locateVisible(in: ids)
    return ids
  }

  /// Returns the next batch, or `nil` if there is none or a load is running. The caller loads the batch and calls
  /// ``ended()``.
  package mutating func next(loaded: IdentifiedArrayOf<EpisodeFeature.State>) -> [Episode.ID]? {
    guard loading.isEmpty, !waiting.isEmpty else { return nil }
    // After a long scroll, drop the waiting rows that are neither realized nor loaded.
    if waiting.count > Self.rowLimit { waiting.removeAll { realizedPositions[$0] == nil && loaded[id: $0] == nil } }
    let isReload = waiting.first.map { loaded[id: $0] != nil } ?? false
    // A reload creates no views, so its batch is large. The first page is loaded in one batch, because all of its rows
    // are needed before the list is shown.
    let size = isReload ? Self.rowLimit : newIDs != nil ? Self.pageSize : Self.batchSize
    loading = Array(waiting.prefix(size))
    waiting.removeFirst(loading.count)
    return loading.isEmpty ? nil : loading
  }

  /// Ends the running load.
  package mutating func ended() { loading = [] }

  /// Returns the rows to evict if more than ``rowLimit`` rows are loaded: of the rows that are not realized, those that
  /// were loaded first. Three quarters of ``rowLimit`` remain, or all realized rows if these are more. So an eviction
  /// does not follow each load.
  package func surplus(of rows: IdentifiedArrayOf<EpisodeFeature.State>) -> ArraySlice<Episode.ID> {
    guard rows.count > Self.rowLimit else { return [] }
    return rows.ids.filter { realizedPositions[$0] == nil }.prefix(rows.count - Self.rowLimit * 3 / 4)
  }

  /// Sets the positions of the visible rows in the list.
  private mutating func locateVisible(in ids: [Episode.ID]) {
    let known = visible.filter { realizedPositions[$0] != nil }
    let first = known.first.flatMap(ids.firstIndex(of:))
    let last = known.last.flatMap(ids.firstIndex(of:))
    // If the order has changed since the report of the visible rows, these rows may be far apart now. Then their
    // positions are not known until the next report.
    visiblePositions =
      if let first, let last, first <= last, last - first < visible.count + Self.pageSize { first...last } else { nil }
  }

  /// Whether an episode is being loaded, or waits for a load.
  private func isPending(_ id: Episode.ID) -> Bool { loading.contains(id) || waiting.contains(id) }

  /// Adds episodes to the waiting rows, unless they wait already. Episodes of the running load are added only if
  /// `isReload`.
  private mutating func enqueue(_ ids: some Sequence<Episode.ID>, isReload: Bool = false) {
    for id in ids where !waiting.contains(id) && (isReload || !loading.contains(id)) { waiting.append(id) }
  }
}

/// The ids of a list with their positions. The collection does not copy the ids.
package struct IndexedEpisodes: RandomAccessCollection, Hashable, Sendable {
  /// An episode's id and its position in the list.
  package struct Element: Identifiable, Hashable, Sendable {
    /// The position in the list, from 0.
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
