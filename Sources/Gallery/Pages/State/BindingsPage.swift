import GtkViews

extension GalleryPage {
  static let bindings = GalleryPage(
    "bindings", "Bindings", in: .interfaceState,
    "A view has a binding to state that another view owns. Both buttons have a binding to the same state.",
    code: """
      PlayButton(isPlaying: $isPlaying)
      @Binding var isPlaying: Bool
      """
  ) { BindingsPage() }
}

private struct BindingsPage: View {
  @State private var isPlaying = false

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(verbatim: Episode.robin.title).foregroundStyle(isPlaying ? .primary : .secondary)
      HStack(spacing: 8) {
        PlayButton(isPlaying: $isPlaying)
        PlayButton(isPlaying: $isPlaying)
      }
    }
  }
}

/// A button that switches `isPlaying`, another view's state, through a binding. No sound is played.
struct PlayButton: View {
  @Binding var isPlaying: Bool

  var body: some View {
    Button {
      isPlaying.toggle()
    } label: {
      Image(systemName: isPlaying ? "pause.circle" : "play.circle")
    }
    .accessibilityLabel(isPlaying ? "Pause" : "Play")
  }
}
