import GtkViews

extension GalleryPage {
  static let immutableProperties = GalleryPage(
    "immutable-properties", "Immutable Properties", in: .interfaceState,
    "A value that a view only shows is a constant, which the parent view passes. When the parent passes another value, the view keeps its own state.",
    code: """
      let episode: Episode
      @State private var isPlaying = false
      """
  ) { ImmutablePropertiesPage() }
}

private struct ImmutablePropertiesPage: View {
  @State private var showsFirstEpisode = true

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      EpisodePlayer(episode: showsFirstEpisode ? .robin : .starlings)
      Button("Another Episode") { showsFirstEpisode.toggle() }
    }
  }
}

private struct EpisodePlayer: View {
  let episode: Episode
  @State private var isPlaying = false

  var body: some View {
    HStack(spacing: 12) {
      Button {
        isPlaying.toggle()
      } label: {
        Image(systemName: isPlaying ? "pause.circle" : "play.circle")
      }
      .accessibilityLabel(isPlaying ? "Pause" : "Play")
      VStack(alignment: .leading) {
        Text(verbatim: episode.title).font(.headline)
        Text(verbatim: episode.show).font(.caption).foregroundStyle(.secondary)
      }
    }
  }
}
