package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// An episode in a list. The row shows whether the episode is new, started, played, playing or a favourite, and the
/// state of its download.
package struct EpisodeRow: View {
  private let store: StoreOf<EpisodeFeature>
  private let player: StoreOf<PlayerFeature>
  private let artwork: Artwork?
  @Environment(\.downloads) private var downloads
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  /// Creates the row.
  ///
  /// - Parameters:
  ///   - store: The store of the episode.
  ///   - player: The store of the player.
  ///   - artwork: The episode's picture, or `nil` in a list of one show.
  package init(store: StoreOf<EpisodeFeature>, player: StoreOf<PlayerFeature>, artwork: Artwork? = nil) {
    self.store = store
    self.player = player
    self.artwork = artwork
  }

  package var body: some View {
    let isPlaying = player.state.isPlaying(store.state.id)
    HStack(spacing: 8) {
      // A narrow row with large text has no room for a picture.
      if let artwork, sizeClass != .compact || textScale < Self.largeTextScale {
        ArtworkView(artwork: artwork, size: 44).padding(.trailing, 4)
      }
      VStack(alignment: .leading, spacing: 3) {
        EpisodeTitle(store: store, isPlaying: isPlaying)
        EpisodeSubtitle(store: store)
        if let downloads { DownloadLine(store: downloads, episode: store.state.id) }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      // The gesture needs a pointer. For keyboards and screen readers, the menu has the same command.
      .onTapGesture { store.send(.detailsButtonClicked) }
      PlaybackProblemMark(player: player, episode: store.state.id)
      if let downloads { DownloadMark(store: downloads, episode: store.state.id, title: store.title) }
      if store.isFavorite {
        Image(systemName: "heart.fill").foregroundStyle(.red).accessibilityHidden(true)
      }
      RoundPlayButton(store: store, isPlaying: isPlaying)
      Menu {
        EpisodeMenu(store: store)
      } label: {
        Image(systemName: "ellipsis")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("More about \(store.title)")
      // In GTK 4.18, the accessible name of a menu button is its tooltip.
      .help("More about \(store.title)")
    }
    .padding(.vertical, 8)
    .contextMenu { EpisodeMenu(store: store) }
    .episodeKeys(store, downloads: downloads)
    .accessibilityLabel(Text(accessibleName(isPlaying: isPlaying)))
  }

  /// The text scale from which a narrow row has no picture, and wraps its subtitle to up to three lines.
  fileprivate static let largeTextScale = 1.25

  private func accessibleName(isPlaying: Bool) -> TextState {
    let name = store.state.accessibleName(isPlaying: isPlaying)
    guard let download = downloads?.scope(state: \.items[id: store.state.id], action: \.items[id: store.state.id])
    else { return name }
    // The text of the download contains no percentage, because a screen reader reads each change of the name.
    return name + TextState(verbatim: ", ") + download.shortText
  }
}

/// The title of an episode. The title of a new episode is bold and has a dot. The title of a played episode is dimmed.
/// The title of the playing episode has the accent colour.
private struct EpisodeTitle: View {
  let store: StoreOf<EpisodeFeature>
  let isPlaying: Bool

  var body: some View {
    let episode = store.episode
    HStack(spacing: 7) {
      if episode.isNew {
        Color.accentColor.frame(width: 8, height: 8).clipShape(Circle()).accessibilityHidden(true)
      }
      Text(verbatim: episode.title)
        .fontWeight(episode.isPlayed ? .regular : episode.isNew ? .bold : .semibold)
        .lineLimit(1)
        .accentText(when: isPlaying)
        .foregroundStyle(episode.isPlayed ? .secondary : .primary)
    }
  }
}

/// The second line: the show, the number and the date of the episode, and the progress with the time left. Without
/// progress, the line ends with “Played” or the length. In a narrow window, the progress is in a third line.
private struct EpisodeSubtitle: View {
  let store: StoreOf<EpisodeFeature>
  @Environment(\.textScale) private var textScale
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    Group {
      if sizeClass == .compact {
        VStack(alignment: .leading, spacing: 3) {
          Text(store.subtitle).lineLimit(textScale < EpisodeRow.largeTextScale ? 1 : 3)
          progress(width: 36)
        }
      } else {
        HStack(spacing: 8) {
          Text(store.subtitle).lineLimit(1)
          progress(width: 84)
        }
      }
    }
    .font(.caption)
    .foregroundStyle(.secondary)
  }

  @ViewBuilder private func progress(width: Double) -> some View {
    if let progress = store.episode.progress, let remaining = store.remainingText {
      HStack(spacing: 8) {
        ProgressBar(value: progress, width: width)
        Text(remaining).lineLimit(1)
      }
      // If the line is too narrow, the show and the date are truncated, so that the time left stays visible.
      .layoutPriority(1)
    }
  }
}

/// A warning if the episode is in the player and could not be played.
private struct PlaybackProblemMark: View {
  let player: StoreOf<PlayerFeature>
  let episode: Episode.ID

  var body: some View {
    if let problem = player.state.problem(of: episode) {
      Image(systemName: "exclamationmark.triangle").foregroundStyle(.orange).accessibilityLabel(Text(problem.title))
        .help(Text(problem.title))
    }
  }
}

/// A thin progress bar for the played part of an episode, or for the received part of a download.
struct ProgressBar: View {
  /// The played or received part, from 0 to 1.
  let value: Double
  /// The width in logical pixels.
  let width: Double

  var body: some View {
    // At least two pixels are filled.
    Color.primary.opacity(0.15)
      .frame(width: width, height: 4)
      .overlay(alignment: .leading) { Color.accentColor.frame(width: max(2, width * min(value, 1)), height: 4) }
      .clipShape(Capsule())
      .accessibilityHidden(true)
  }
}

/// A button that plays and pauses an episode, with its accessible name and its tooltip.
struct EpisodePlayButton<Content: View>: View {
  let store: StoreOf<EpisodeFeature>
  let isPlaying: Bool
  @ViewBuilder let content: Content

  var body: some View {
    Button {
      store.send(.playToggled(!isPlaying))
    } label: {
      content
    }
    .accessibilityLabel(isPlaying ? "Pause \(store.title)" : "Play \(store.title)")
    .help(isPlaying ? "Pause" : "Play")
  }
}

/// The round button that plays and pauses an episode.
private struct RoundPlayButton: View {
  let store: StoreOf<EpisodeFeature>
  let isPlaying: Bool
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.textScale) private var textScale

  var body: some View {
    let normalDiameter = 36.0
    let diameter = (normalDiameter * .lengthScale(textScale, isLimited: sizeClass == .compact)).rounded()
    EpisodePlayButton(store: store, isPlaying: isPlaying) {
      // GTK's button adds five pixels on each side of its content.
      Image(systemName: isPlaying ? "pause.fill" : "play.fill").frame(width: diameter - 10, height: diameter - 10)
    }
    .buttonStyle(isPlaying ? .borderedProminent : .bordered)
    .frame(width: diameter, height: diameter)
    .clipShape(Circle())
  }
}

extension View {
  /// Adds the keys of an episode: `Q` adds the episode to the queue or removes it from there, `F` sets or removes the
  /// favourite mark, and `D` starts, stops or removes the download of the episode.
  func episodeKeys(_ store: StoreOf<EpisodeFeature>, downloads: StoreOf<DownloadsFeature>?) -> some View {
    onKeyPress("q") {
      store.send(.queueButtonClicked(store.isQueued ? .remove : .playLast))
      return .handled
    }
    .onKeyPress("f") {
      store.send(.favoriteToggled(!store.isFavorite))
      return .handled
    }
    .onKeyPress("d") {
      downloads?.send(.toggled(store.state.id))
      return .handled
    }
  }
}

/// The entries with the actions for an episode, for a menu button and for a context menu.
struct EpisodeMenu: View {
  let store: StoreOf<EpisodeFeature>
  /// Whether the page of the episode is already shown.
  var isOnPage = false
  @Environment(\.downloads) private var downloads

  var body: some View {
    Toggle(
      "Favorite",
      isOn: Binding {
        store.state.isFavorite
      } set: {
        store.send(.favoriteToggled($0))
      })
    if store.episode.isPlayed {
      Button("Mark as Unplayed") { store.send(.playedToggled(false)) }
    } else {
      Button("Mark as Played") { store.send(.playedToggled(true)) }
    }
    Divider()
    Button("Play Next") { store.send(.queueButtonClicked(.playNext)) }
    Button("Play Last") { store.send(.queueButtonClicked(.playLast)) }
    if let position = store.episode.queuePosition {
      Button("Remove from Queue (Position \(position + 1))") { store.send(.queueButtonClicked(.remove)) }
    }
    Divider()
    if let downloads {
      DownloadMenuItems(store: downloads, episode: store.state.id)
      Divider()
    }
    if !isOnPage {
      Button("Show Details") { store.send(.detailsButtonClicked) }
    }
    Button("Copy Link") { store.send(.copyLinkButtonClicked) }
  }
}
