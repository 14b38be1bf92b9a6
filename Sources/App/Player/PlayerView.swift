package import AppFeatures
package import GtkViews
import Podcasts
package import ReducerStore

/// The bar with the episode in the player, at the bottom of the window. The bar is hidden while the player has no
/// episode. In a narrow window, the bar is also hidden while the page of the episode is open, except for the message
/// about a problem.
package struct PlayerBar: View {
  @Bindable private var store: StoreOf<PlayerFeature>
  private let artwork: Artwork?
  private let showQueue: @MainActor () -> Void
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.colorSchemeContrast) private var contrast

  /// Creates the bar.
  ///
  /// - Parameters:
  ///   - store: The store of the player.
  ///   - artwork: The picture of the episode in the player. `nil` if the player has no episode.
  ///   - showQueue: Shows the page of the queue.
  package init(store: StoreOf<PlayerFeature>, artwork: Artwork?, showQueue: @escaping @MainActor () -> Void) {
    self.store = store
    self.artwork = artwork
    self.showQueue = showQueue
  }

  package var body: some View {
    if let item = store.item {
      VStack(spacing: 0) {
        if store.problem != nil { PlaybackProblem(store: store) }
        if sizeClass != .compact {
          Divider()
          WideBar(store: store, item: item, artwork: artwork, showQueue: showQueue)
        } else if store.nowPlaying == nil {
          Divider()
          NarrowBar(store: store, item: item, artwork: artwork)
        }
      }
      .background(backgroundColor)
      // The bar moves in from the edge, because its space in the window grows when it appears. The transition has an
      // offset of zero: a second movement would separate the bar from the library above it.
      .transition(.offset())
    }
  }
}

extension PlayerBar {
  /// The background of the bar, which is lighter than the page above the bar. With increased contrast, the bar has no
  /// background of its own.
  private var backgroundColor: Color {
    if contrast == .increased { return .clear }
    return colorScheme == .dark ? Color(red: 0.18, green: 0.18, blue: 0.2) : .white
  }
}

/// The bar of a wide window: the episode, the controls above the slider, and the secondary controls.
private struct WideBar: View {
  @Bindable var store: StoreOf<PlayerFeature>
  let item: PlayerFeature.Item
  let artwork: Artwork?
  let showQueue: @MainActor () -> Void
  @Environment(\.textScale) private var textScale

  var body: some View {
    HStack(spacing: 12) {
      EpisodeButton(store: store, item: item, artwork: artwork, size: 52) {
        PlayerCaption(store: store, showTitle: item.showTitle)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      VStack(spacing: 0) {
        TransportButtons(store: store, playButtonDiameter: (40 * textScale).rounded())
        PositionSlider(store: store)
      }
      .frame(minWidth: 200, maxWidth: 440)
      SecondaryControls(store: store, showQueue: showQueue).frame(maxWidth: .infinity, alignment: .trailing)
    }
    .padding(.horizontal, 16)
    .frame(height: (76 * textScale).rounded())
  }
}

/// The bar of a narrow window: the episode and the play button. A click on the episode opens the page with all
/// controls.
private struct NarrowBar: View {
  @Bindable var store: StoreOf<PlayerFeature>
  let item: PlayerFeature.Item
  let artwork: Artwork?
  @Environment(\.textScale) private var textScale

  var body: some View {
    // `isLimited`: the bar grows only half as much as the text.
    let scale = Double.lengthScale(textScale, isLimited: true)
    HStack(spacing: 12) {
      EpisodeButton(store: store, item: item, artwork: artwork, size: 44) {
        if store.bufferingPercent == nil, store.duration != nil {
          Text(verbatim: store.remainingText).font(.caption.monospacedDigit()).foregroundStyle(.secondary).lineLimit(1)
        } else {
          PlayerCaption(store: store, showTitle: item.showTitle)
        }
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      PlayButton(isPlaying: $store.isPlaying.sending(\.playButtonToggled), diameter: (40 * scale).rounded())
    }
    .padding(.horizontal, 12)
    .frame(height: (66 * scale).rounded())
    .overlay(alignment: .top) {
      ProgressView(value: store.sliderPosition / store.sliderEnd).accessibilityHidden(true)
    }
  }
}

/// The picture and the title of the episode in the player, with a caption below the title. A click opens the page of
/// the episode.
private struct EpisodeButton<Caption: View>: View {
  let store: StoreOf<PlayerFeature>
  let item: PlayerFeature.Item
  let artwork: Artwork?
  /// The width and height of the picture in logical pixels.
  let size: Double
  @ViewBuilder let caption: Caption

  var body: some View {
    Button {
      store.send(.titleClicked)
    } label: {
      HStack(spacing: 12) {
        if let artwork { ArtworkView(artwork: artwork, size: size) }
        VStack(alignment: .leading, spacing: 2) {
          Text(verbatim: item.episode.title).fontWeight(.semibold).lineLimit(1)
          caption
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
    .buttonStyle(.plain)
    .accessibilityLabel("Now Playing: \(item.episode.title)")
    .help("Now Playing")
  }
}

/// The show's name, or the filled part of the buffer in percent while the sound waits for the network.
private struct PlayerCaption: View {
  let store: StoreOf<PlayerFeature>
  let showTitle: String

  var body: some View {
    Group {
      if let bufferingPercent = store.bufferingPercent {
        Text("Buffering: \(bufferingPercent, specifier: "%lld")%")
      } else {
        Text(verbatim: showTitle)
      }
    }
    .font(.caption)
    .foregroundStyle(.secondary)
    .lineLimit(1)
  }
}

/// The message about a problem of playback, a button to try again, and a button that closes the message.
private struct PlaybackProblem: View {
  let store: StoreOf<PlayerFeature>

  var body: some View {
    if let problem = store.problem {
      VStack(spacing: 0) {
        Divider()
        HStack(spacing: 12) {
          Image(systemName: "exclamationmark.triangle").foregroundStyle(.orange).accessibilityHidden(true)
          VStack(alignment: .leading, spacing: 2) {
            Text(problem.title).fontWeight(.semibold)
            // `attempts` counts the automatic attempts to reach the server.
            Text(
              store.attempts == nil
                ? problem.message : TextState("The connection broke. The player tries again by itself.")
            )
            .font(.caption)
          }
          .frame(maxWidth: .infinity, alignment: .leading)
          Button("Try Again") { store.send(.retried) }.accessibilityLabel("Try Again")
          Button {
            store.send(.problemClosed)
          } label: {
            Image(systemName: "xmark")
          }
          .buttonStyle(.borderless)
          .accessibilityLabel("Close the Message")
          .help("Close the Message")
        }
        .padding(.horizontal, 16)
        .padding(.vertical, 8)
      }
    }
  }
}
