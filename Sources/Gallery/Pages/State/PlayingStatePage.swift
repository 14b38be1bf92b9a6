import GtkViews

extension GalleryPage {
  static let playingState = GalleryPage(
    "playing-state", "Playing State", in: .interfaceState,
    "A view stores a value that changes as state. The button writes the state, and the views that read it are updated.",
    names: ["State", "Button", "Image", "View", "body", "Body"],
    code: """
      @State private var isPlaying = false
      Button {
        isPlaying.toggle()
      } label: {
        Image(systemName: isPlaying ? "pause.circle" : "play.circle")
      }
      """
  ) { PlayingStatePage() }
}

private struct PlayingStatePage: View {
  @State private var isPlaying = false

  var body: some View {
    HStack(spacing: 12) {
      Button {
        isPlaying.toggle()
      } label: {
        Image(systemName: isPlaying ? "pause.circle" : "play.circle")
      }
      .accessibilityLabel(isPlaying ? "Pause" : "Play")
      Text(isPlaying ? "Playing" : "Paused").foregroundStyle(isPlaying ? .primary : .secondary)
    }
  }
}
