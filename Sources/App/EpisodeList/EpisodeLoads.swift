package import Podcasts
package import ReducerStore

/// Which episodes of a list are to be loaded, one batch after the other.
///
/// A list asks for the page of each row that comes on screen. A reload follows the loads before it, so that an old answer never replaces a newer one.
package struct EpisodeLoads: Hashable, Sendable {
  /// How many rows a page has.
  package static let pageSize = 60
  /// How many rows are kept. The library answers for at most 500 at once.
  package static let limit = 480

  /// The rows that are on screen, or near it.
  package var onScreen: Set<Episode.ID> = []
  /// What is being loaded; empty if nothing is.
  package private(set) var loading: [Episode.ID] = []
  private var wanted: [Episode.ID] = []
  /// New ids that are shown when their first page is loaded.
  private var arrived: [Episode.ID]?

  /// Makes an empty list of loads.
  package init() {}

  /// A row came on screen. If it is not loaded, its page is to be.
  package mutating func appeared(_ place: EpisodePlaces.Element, in ids: [Episode.ID], loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    onScreen.insert(place.id)
    guard loaded[id: place.id] == nil, !isUnderWay(place.id), ids.indices.contains(place.index) else { return }
    let start = place.index / Self.pageSize * Self.pageSize
    want(ids[start..<min(start + Self.pageSize, ids.count)].filter { loaded[id: $0] == nil })
  }

  /// The library told new ids. Their first page is to be loaded before they are shown.
  package mutating func arrived(_ ids: [Episode.ID], loaded: IdentifiedArrayOf<EpisodeFeature.State>) {
    arrived = ids
    want(ids.prefix(Self.pageSize).filter { loaded[id: $0] == nil })
  }

  /// Rows that are loaded changed in the library.
  package mutating func reload(_ ids: [Episode.ID]) { want(ids, isReload: true) }

  /// The ids that arrived, if nothing of their first page is still to be loaded.
  package mutating func takeArrived() -> [Episode.ID]? {
    guard let ids = arrived, !ids.prefix(Self.pageSize).contains(where: isUnderWay) else { return nil }
    arrived = nil
    return ids
  }

  /// What to load now, or `nil` if there is nothing or a load is not over. The caller loads it and calls ``ended()``.
  package mutating func next(loaded: IdentifiedArrayOf<EpisodeFeature.State>) -> [Episode.ID]? {
    guard loading.isEmpty, !wanted.isEmpty else { return nil }
    // After a long way through the list, only what is still seen is loaded.
    if wanted.count > Self.limit { wanted.removeAll { !onScreen.contains($0) && loaded[id: $0] == nil } }
    loading = Array(wanted.prefix(Self.limit))
    wanted.removeFirst(loading.count)
    return loading.isEmpty ? nil : loading
  }

  /// The load is over.
  package mutating func ended() { loading = [] }

  /// The rows that are not kept: the oldest that are not on screen, when there are too many.
  package func surplus(of rows: IdentifiedArrayOf<EpisodeFeature.State>) -> ArraySlice<Episode.ID> {
    guard rows.count > Self.limit else { return [] }
    return rows.ids.filter { !onScreen.contains($0) }.prefix(rows.count - Self.limit * 3 / 4)
  }

  private func isUnderWay(_ id: Episode.ID) -> Bool { loading.contains(id) || wanted.contains(id) }

  private mutating func want(_ ids: some Sequence<Episode.ID>, isReload: Bool = false) {
    for id in ids where !wanted.contains(id) && (isReload || !loading.contains(id)) { wanted.append(id) }
  }
}

/// The ids of a list with their positions. It copies nothing.
package struct EpisodePlaces: RandomAccessCollection, Hashable, Sendable {
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
