import GtkViews

extension GalleryPage {
  static let boundRows = GalleryPage(
    "bound-rows", "Rows with Bindings", in: .lists,
    "A list with a binding to a collection passes each row a binding to its element.",
    code: """
      List($episodes) { $episode in EpisodeRow(episode: $episode) }
      """
  ) { BoundRowsPage() }
}

private struct BoundRowsPage: View {
  @State private var episodes = [Episode.robin, .starlings, .rain]

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List($episodes) { $episode in EpisodeRow(episode: $episode) }
        .accessibilityLabel("Episodes")
        .frame(height: 160)
        .cornerRadius(8)
      Text(verbatim: "\(episodes.count { $0.isFavorite }) of \(episodes.count) are favorites")
    }
  }
}

private struct EpisodeRow: View {
  @Binding var episode: Episode

  var body: some View {
    HStack(spacing: 12) {
      Text(verbatim: episode.title).lineLimit(1).frame(maxWidth: .infinity, alignment: .leading)
      Toggle(isOn: $episode.isFavorite) { Image(systemName: episode.isFavorite ? "star.fill" : "star") }
        .toggleStyle(.button)
        .accessibilityLabel("Favorite")
    }
    .padding(6)
  }
}
