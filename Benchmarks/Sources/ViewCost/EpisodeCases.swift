import GtkViews

/// A list of episodes.
struct EpisodeList: View {
  let count: Int

  var body: some View {
    List(0..<count) { EpisodeRow(number: $0) }
  }
}

/// The row of an episode: a picture, two texts, a progress bar, two buttons and a menu. The program in C that is
/// compared with this program displays the same texts.
struct EpisodeRow: View {
  let number: Int

  var body: some View {
    HStack(spacing: 12) {
      Image(systemName: "audio-x-generic-symbolic").resizable().frame(width: 48, height: 48)
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: "Episode \(number): an evening in the reading room").lineLimit(1)
        Text(verbatim: "\(number % 90 + 10) minutes, \(number % 30 + 1) May").lineLimit(1).foregroundStyle(.secondary)
        ProgressView(value: Double(number % 100), total: 100)
      }
      Button(action: {}) { Image(systemName: "play") }
      Button(action: {}) { Image(systemName: "star") }
      Menu {
        Button("Play Next") {}
        Button("Download") {}
      } label: {
        Image(systemName: "ellipsis")
      }
    }
  }
}
