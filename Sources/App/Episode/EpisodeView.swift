package import AppFeatures
package import GtkViews
package import ReducerStore

/// An episode in its show's list.
package struct EpisodeRow: View {
  @Bindable private var store: StoreOf<EpisodeFeature>
  private let player: StoreOf<PlayerFeature>
  private let detailsButtonClicked: @MainActor () -> Void

  /// Makes the row.
  ///
  /// - Parameters:
  ///   - store: What it shows.
  ///   - player: Knows whether it plays.
  ///   - detailsButtonClicked: Is called when its details are asked for.
  package init(
    store: StoreOf<EpisodeFeature>, player: StoreOf<PlayerFeature>, detailsButtonClicked: @escaping @MainActor () -> Void
  ) {
    self.store = store
    self.player = player
    self.detailsButtonClicked = detailsButtonClicked
  }

  package var body: some View {
    HStack(spacing: 4) {
      PlayButton(isPlaying: store.isPlaying(in: player))
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: store.title).lineLimit(2)
        Text(store.subtitle).font(.caption).foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      FavoriteToggle(isFavorite: $store.isFavorite.sending(\.favoriteToggled))
      Button(action: detailsButtonClicked) {
        Image(systemName: "info.circle")
      }
      .buttonStyle(.borderless)
      .accessibilityLabel("Details")
      .help("Details")
    }
    .padding(.vertical, 6)
  }
}

/// The heart that marks a favourite.
package struct FavoriteToggle: View {
  @Binding var isFavorite: Bool

  package init(isFavorite: Binding<Bool>) {
    self._isFavorite = isFavorite
  }

  package var body: some View {
    Toggle(isOn: $isFavorite) {
      Image(systemName: isFavorite ? "heart.fill" : "heart")
        .foregroundStyle(isFavorite ? .red : .primary)
    }
    .toggleStyle(.button)
    .buttonStyle(.borderless)
    .accessibilityLabel("Favorite")
    .help("Favorite")
  }
}

/// An episode's details: what its feed says about it.
package struct EpisodeDetails: View {
  @Bindable private var store: StoreOf<EpisodeFeature>
  private let player: StoreOf<PlayerFeature>

  /// Makes the details.
  ///
  /// - Parameters:
  ///   - store: What they show.
  ///   - player: Knows whether it plays.
  package init(store: StoreOf<EpisodeFeature>, player: StoreOf<PlayerFeature>) {
    self.store = store
    self.player = player
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(spacing: 12) {
        PlayButton(isPlaying: store.isPlaying(in: player), font: .largeTitle)
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: store.title).font(.title3)
          Text(store.publicationText).font(.caption).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        FavoriteToggle(isFavorite: $store.isFavorite.sending(\.favoriteToggled))
      }
      Divider()
      ScrollView {
        EpisodeNotes(store: store)
      }
      .frame(maxWidth: .infinity, minHeight: 160, maxHeight: .infinity)
      HStack {
        Spacer()
        Button("Close", role: .cancel) { store.send(.closeButtonClicked) }.accessibilityLabel("Close")
      }
    }
    .padding(18)
    .frame(minWidth: 320, maxWidth: .infinity, minHeight: 360, maxHeight: .infinity)
    .navigationTitle(store.title)
  }
}

/// What an episode's feed says about it. It is a view of its own, so that it is read only when that changes.
private struct EpisodeNotes: View {
  let store: StoreOf<EpisodeFeature>

  var body: some View {
    Text(verbatim: store.notes)
      .textSelection(.enabled)
      .frame(maxWidth: .infinity, alignment: .topLeading)
  }
}

extension StoreOf<EpisodeFeature> {
  /// Whether the player plays this episode; writing it asks for that.
  fileprivate func isPlaying(in player: StoreOf<PlayerFeature>) -> Binding<Bool> {
    let episode = state.id
    return Binding {
      player.state.isPlaying(episode)
    } set: { isPlaying in
      self.send(.playToggled(isPlaying))
    }
  }
}
