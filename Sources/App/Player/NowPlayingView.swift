package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The page of the episode in the player.
///
/// A wide window shows the picture next to one part: the chapters, the notes, the transcript or the next episodes. The
/// controls are in the bar below the page. A narrow window shows the controls on the page, and all parts below them.
package struct NowPlayingView: View {
  /// The parts that the user can select in a wide window.
  private enum Part: Hashable {
    case chapters
    case notes
    case transcript
    case upNext
  }

  @Bindable private var store: StoreOf<PlayerFeature>
  private let episode: StoreOf<EpisodeFeature>
  private let contents: StoreOf<EpisodeContentsFeature>?
  private let queue: StoreOf<QueueFeature>
  private let artworks: EpisodeArtworks
  private let showQueue: @MainActor () -> Void
  @Environment(\.horizontalSizeClass) private var sizeClass
  /// The part that the user selected, or `nil` before a selection.
  @State private var selectedPart: Part?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - store: The store of the player.
  ///   - episode: The store of the episode in the player.
  ///   - contents: The store of the notes, the chapters and the transcript of the episode. `nil` before the feature has
  ///     created its state.
  ///   - queue: The store of the queue.
  ///   - artworks: The pictures of the episodes.
  ///   - showQueue: A closure that shows the page of the queue.
  package init(
    store: StoreOf<PlayerFeature>, episode: StoreOf<EpisodeFeature>, contents: StoreOf<EpisodeContentsFeature>?,
    queue: StoreOf<QueueFeature>,
    artworks: EpisodeArtworks, showQueue: @escaping @MainActor () -> Void
  ) {
    self.store = store
    self.episode = episode
    self.contents = contents
    self.queue = queue
    self.artworks = artworks
    self.showQueue = showQueue
  }

  package var body: some View {
    Group {
      if sizeClass == .compact { narrowPage } else { widePage }
    }
    .navigationTitle("Now Playing")
  }

  private var narrowPage: some View {
    TranscriptScrollView(transcript: contents?.scope(state: \.transcript, action: \.transcript)) {
      VStack(spacing: 18) {
        ArtworkView(artwork: artworks.artwork(of: episode), size: 260, growsWithText: false)
        NowPlayingHeading(episode: episode, alignment: .center)
        PositionSlider(store: store)
        TransportButtons(store: store, playButtonDiameter: 56)
        SecondaryControls(store: store, showQueue: showQueue)
      }
      .padding(14)
      .frame(maxWidth: .infinity)
      if let contents { EpisodeContents(store: contents, player: store) }
      if !queue.entries.isEmpty {
        UpNextRows(queue: queue, player: store, artworks: artworks, showQueue: showQueue).padding(.top, 18)
      }
    }
  }

  private var widePage: some View {
    HStack(alignment: .top, spacing: 40) {
      ScrollView {
        VStack(alignment: .leading, spacing: 18) {
          ArtworkView(artwork: artworks.artwork(of: episode), size: 360, growsWithText: false)
          NowPlayingHeading(episode: episode, alignment: .leading)
        }
      }
      .frame(width: 360)
      VStack(alignment: .leading, spacing: 14) {
        // If the picker is too wide, it scrolls, because its labels are not wrapped.
        ScrollView(.horizontal) { partPicker.frame(maxWidth: .infinity, alignment: .leading) }
        partView
      }
      .frame(maxWidth: .infinity, maxHeight: .infinity)
      .environment(\.pageMargin, 0)
    }
    .padding(.horizontal, 48)
    .padding(.top, 14)
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
  }

  private var partPicker: some View {
    Picker("Part of the Page", selection: partSelection) {
      if hasChapters { Text("Chapters").tag(Part.chapters) }
      Text("Notes").tag(Part.notes)
      if hasTranscript { Text("Transcript").tag(Part.transcript) }
      (queue.entries.isEmpty ? Text("Up Next") : Text("Up Next \(queue.entries.count)")).tag(Part.upNext)
    }
    .pickerStyle(.segmented)
    .labelsHidden()
  }

  @ViewBuilder private var partView: some View {
    switch shownPart {
    case .chapters: scrollingContents(.chapters)
    case .notes: scrollingContents(.notes)
    case .transcript:
      if let transcript = contents?.scope(state: \.transcript, action: \.transcript) {
        TranscriptView(store: transcript)
      }
    case .upNext: UpNextView(queue: queue, player: store, artworks: artworks)
    }
  }

  private func scrollingContents(_ part: EpisodeContents.Part) -> some View {
    ScrollView {
      LazyVStack(alignment: .leading, spacing: 0) {
        if let contents { EpisodeContents(store: contents, player: store, part: part) }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }

  private var hasChapters: Bool { contents.map { !$0.playableChapters.chapters.isEmpty } ?? false }
  private var hasTranscript: Bool { contents?.transcript != nil }

  /// The part to show: the selected part, or the notes if this episode does not have the selected part. Before a
  /// selection, the chapters, or the notes if there are no chapters.
  private var shownPart: Part {
    switch selectedPart {
    case nil: hasChapters ? .chapters : .notes
    case .chapters where !hasChapters: .notes
    case .transcript where !hasTranscript: .notes
    case let part?: part
    }
  }

  private var partSelection: Binding<Part> {
    Binding {
      shownPart
    } set: {
      selectedPart = $0
    }
  }
}

/// The title, the show, the date and the menu of the episode.
private struct NowPlayingHeading: View {
  let episode: StoreOf<EpisodeFeature>
  let alignment: HorizontalAlignment

  var body: some View {
    VStack(alignment: alignment, spacing: 6) {
      Text(verbatim: episode.title).font(.title2).bold().lineLimit(3).accessibilityAddTraits(.isHeader)
        .multilineTextAlignment(alignment == .center ? .center : .leading)
      Text(verbatim: episode.showTitle).foregroundStyle(.secondary).multilineTextAlignment(
        alignment == .center ? .center : .leading)
      HStack(spacing: 8) {
        Text(episode.publicationText).font(.caption).foregroundStyle(.secondary)
        Menu {
          EpisodeMenu(store: episode, isOnPage: true)
        } label: {
          Image(systemName: "ellipsis")
        }
        .buttonStyle(.borderless)
        .accessibilityLabel("More about \(episode.title)")
        .help("More about \(episode.title)")
      }
    }
  }
}
