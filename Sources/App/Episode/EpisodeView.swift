package import AppFeatures
package import GtkViews

/// An episode in its show's list.
package struct EpisodeRow: View {
  private let episode: EpisodeFeature
  private let detailsButtonClicked: @MainActor () -> Void

  /// Makes the row.
  ///
  /// - Parameters:
  ///   - episode: What it shows.
  ///   - detailsButtonClicked: Is called when its details are asked for.
  package init(episode: EpisodeFeature, detailsButtonClicked: @escaping @MainActor () -> Void) {
    self.episode = episode
    self.detailsButtonClicked = detailsButtonClicked
  }

  package var body: some View {
    HStack(spacing: 4) {
      PlayButton(isPlaying: Bindable(episode).isPlaying)
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: episode.title).lineLimit(2)
        Text(episode.subtitle).font(.caption).foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity, alignment: .leading)
      FavoriteToggle(isFavorite: Bindable(episode).isFavorite)
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
  private let episode: EpisodeFeature
  private let closeButtonClicked: @MainActor () -> Void

  /// Makes the details.
  ///
  /// - Parameters:
  ///   - episode: What they show.
  ///   - closeButtonClicked: Is called when they are to close.
  package init(episode: EpisodeFeature, closeButtonClicked: @escaping @MainActor () -> Void) {
    self.episode = episode
    self.closeButtonClicked = closeButtonClicked
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(spacing: 12) {
        PlayButton(isPlaying: Bindable(episode).isPlaying, font: .largeTitle)
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: episode.title).font(.title3)
          Text(episode.publicationText).font(.caption).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        FavoriteToggle(isFavorite: Bindable(episode).isFavorite)
      }
      Divider()
      ScrollView {
        Text(verbatim: episode.notes)
          .textSelection(.enabled)
          .frame(maxWidth: .infinity, alignment: .topLeading)
      }
      .frame(maxWidth: .infinity, minHeight: 160, maxHeight: .infinity)
      HStack {
        Spacer()
        Button("Close", role: .cancel, action: closeButtonClicked).accessibilityLabel("Close")
      }
    }
    .padding(18)
    .frame(minWidth: 320, maxWidth: .infinity, minHeight: 360, maxHeight: .infinity)
    .navigationTitle(episode.title)
  }
}
