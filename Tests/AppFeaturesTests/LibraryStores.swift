import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStoreTesting

/// Creates stores for the tests of `LibraryFeature`.
@MainActor
enum LibraryStores {
  /// Creates the store of a library that has not been read yet.
  static func makeUnread(
    _ world: World, startScrollPosition: LibraryScrollPosition? = nil
  ) -> TestStoreOf<LibraryFeature> {
    var state = LibraryFeature.State()
    state.startScrollPosition = startScrollPosition
    return TestStore(initialState: state) {
      LibraryFeature()
    } withDependencies: {
      world.provide(&$0)
    }
  }

  /// Creates the store of a library with the shows 1, 2 and 3. The library's client emits no changes.
  ///
  /// - Parameters:
  ///   - selection: The number of the selected show, if any.
  ///   - episodes: The client of the episodes. By default, it emits no changes either.
  static func makeWithThreeShows(
    selecting selection: Int64? = 1, episodes: EpisodesClient? = nil
  ) -> TestStoreOf<LibraryFeature> {
    var state = LibraryFeature.State()
    state.phase = .filled
    state.shows = [.sample(1), .sample(2), .sample(3)]
    state.artworks = artworks(state.shows)
    state.show = selection.map { ShowFeature.State(show: .sample($0)) }
    return TestStore(initialState: state) {
      LibraryFeature()
    } withDependencies: {
      $0.library = .silent
      $0.episodes = episodes ?? .silent
      $0.locale = Locale(identifier: "en_US")
      $0.writes = PendingWrites()
    }
  }

  /// Returns the artworks of shows by the ids of the shows.
  static func artworks(_ shows: [Show]) -> [Show.ID: Artwork] {
    Dictionary(uniqueKeysWithValues: shows.map { ($0.id, Artwork(of: $0)) })
  }
}
