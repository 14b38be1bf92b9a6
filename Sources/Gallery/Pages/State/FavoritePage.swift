import GtkViews

extension GalleryPage {
  static let favorite = GalleryPage(
    "favorite", "A Favorite Toggle", in: .interfaceState,
    "A binding to a property of a value: $episode.isFavorite changes that property of an episode that another view owns.",
    names: ["Toggle"],
    code: """
      @Binding var episode: Episode
      Toggle("Favorite", isOn: $episode.isFavorite)
      """
  ) { FavoritePage() }
}

private struct FavoritePage: View {
  @State private var episode = Episode.robin

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      HStack(spacing: 8) {
        Image(systemName: episode.isFavorite ? "star.fill" : "star").foregroundStyle(.orange).accessibilityHidden(true)
        Text(verbatim: episode.title)
      }
      EpisodeEditor(episode: $episode)
      Text(episode.isFavorite ? "It is a favorite." : "It is no favorite.").foregroundStyle(.secondary)
    }
  }
}

private struct EpisodeEditor: View {
  @Binding var episode: Episode

  var body: some View {
    Toggle("Favorite", isOn: $episode.isFavorite)
  }
}
