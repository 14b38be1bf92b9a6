package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The notes of an episode, its chapters, its people, and where it can be supported: rows of a lazy stack.
package struct EpisodeContents: View {
  private let store: StoreOf<ChaptersFeature>
  private let player: StoreOf<PlayerFeature>

  /// Creates the rows.
  ///
  /// - Parameters:
  ///   - store: The contents to show.
  ///   - player: The store of the player, which marks the chapter that plays.
  package init(store: StoreOf<ChaptersFeature>, player: StoreOf<PlayerFeature>) {
    self.store = store
    self.player = player
  }

  package var body: some View {
    if let notes = store.notes {
      if let problem = store.notesProblem { PageRow { Text(problem).foregroundStyle(.secondary) } }
      ShowNotesView(notes: notes) { [store] in store.send(.placeClicked($0)) }
    } else {
      PageRow { ProgressView().padding(24) }
    }
    if !store.chapters.chapters.isEmpty { PageRow { EpisodeChapterList(store: store, player: player) } }
    if let transcript = store.scope(state: \.transcript, action: \.transcript) { TranscriptRows(store: transcript) }
    if !store.details.people.isEmpty { PageRow { EpisodePeople(people: store.details.people) } }
    if !store.details.funding.isEmpty { PageRow { EpisodeFunding(links: store.details.funding) } }
  }
}

/// The chapters of an episode. If it is in the player, the one that plays is marked.
private struct EpisodeChapterList: View {
  let store: StoreOf<ChaptersFeature>
  let player: StoreOf<PlayerFeature>

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      SectionTitle(title: "Chapters")
      ChapterList(chapters: store.chapters.chapters, current: current) { [store] in store.send(.placeClicked($0)) }
    }
  }

  private var current: Int? {
    player.item?.episode.id == store.item.episode.id ? store.chapters.index(at: player.position) : nil
  }
}

/// The participants of an episode.
private struct EpisodePeople: View {
  let people: [FeedPerson]

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      SectionTitle(title: "People")
      ForEach(Array(people.enumerated()), id: \.offset) { _, person in
        HStack(spacing: 12) {
          ArtworkView(artwork: Artwork(of: person), size: 40)
          VStack(alignment: .leading, spacing: 2) {
            if let page = person.websiteURL { Link(person.name, destination: page.absoluteString) } else { Text(verbatim: person.name) }
            Text(verbatim: person.role).font(.caption).foregroundStyle(.secondary)
          }
        }
      }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// Where an episode can be supported.
private struct EpisodeFunding: View {
  let links: [FeedLink]

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      SectionTitle(title: "Support")
      ForEach(Array(links.enumerated()), id: \.offset) { _, link in
        Link(link.title.isEmpty ? link.url.absoluteString : link.title, destination: link.url.absoluteString)
      }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}
