package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The notes of an episode, its chapters, its transcript, its people and its support links, as rows of a lazy stack.
package struct EpisodeContents: View {
  /// A selection of the contents.
  package enum Part {
    /// All contents. Only this part includes the transcript, and a title above the chapters.
    case all
    /// The chapters, without a title.
    case chapters
    /// The notes, the people and the support links.
    case notes
  }

  private let store: StoreOf<EpisodeContentsFeature>
  private let player: StoreOf<PlayerFeature>
  private let part: Part

  /// Creates the rows.
  ///
  /// - Parameters:
  ///   - store: The contents to show.
  ///   - player: The store of the player, whose position determines the highlighted chapter.
  ///   - part: The part of the contents to show.
  package init(store: StoreOf<EpisodeContentsFeature>, player: StoreOf<PlayerFeature>, part: Part = .all) {
    self.store = store
    self.player = player
    self.part = part
  }

  package var body: some View {
    if part != .chapters { notes }
    if part != .notes, !store.playableChapters.chapters.isEmpty {
      PageRow { EpisodeChapterList(store: store, player: player, hasTitle: part == .all) }
    }
    if part == .all, let transcript = store.scope(state: \.transcript, action: \.transcript) {
      TranscriptRows(store: transcript)
    }
    if part != .chapters {
      if !store.details.people.isEmpty { PageRow { EpisodePeople(people: store.details.people, feed: store.feed) } }
      if !store.details.funding.isEmpty { PageRow { EpisodeFunding(links: store.details.funding) } }
    }
  }

  @ViewBuilder private var notes: some View {
    if let notes = store.notes {
      if let problem = store.notesProblem { PageRow { Text(problem).foregroundStyle(.secondary) } }
      ShowNotesView(notes: notes, feed: store.feed) { [store] in store.send(.timeClicked($0)) }
    } else {
      LoadingRow()
    }
  }
}

/// The chapters of an episode. If the episode is in the player, its current chapter is highlighted.
private struct EpisodeChapterList: View {
  let store: StoreOf<EpisodeContentsFeature>
  let player: StoreOf<PlayerFeature>
  let hasTitle: Bool

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      if hasTitle { SectionTitle(title: "Chapters") }
      ChapterList(chapters: store.playableChapters.chapters, feed: store.feed, currentIndex: currentIndex) { [store] in
        store.send(.timeClicked($0))
      }
    }
  }

  private var currentIndex: Int? {
    player.item?.episode.id == store.item.episode.id ? store.chapters.index(at: player.position) : nil
  }
}

/// The participants of an episode.
private struct EpisodePeople: View {
  let people: [FeedPerson]
  let feed: URL?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      SectionTitle(title: "People")
      ForEach(Array(people.enumerated()), id: \.offset) { _, person in
        HStack(spacing: 12) {
          ArtworkView(artwork: Artwork(of: person, in: feed), size: 40)
          VStack(alignment: .leading, spacing: 2) {
            if let page = person.websiteURL {
              Link(person.name, destination: page.absoluteString)
            } else {
              Text(verbatim: person.name)
            }
            Text(verbatim: person.role).font(.caption).foregroundStyle(.secondary)
          }
        }
      }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// The support links of an episode.
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
