import GtkViews

extension GalleryPage {
  static let animatedTransitions = GalleryPage(
    "animated-transitions", "Animated Transitions", in: .interfaceState,
    "State changes immediately, and views are animated to it: with withAnimation all of them, with animation(_:value:) one view. "
      + "A view that a condition inserts or removes has a transition.",
    names: ["animation(_:value:)", "scaleEffect(_:anchor:)", "transition(_:)", "AnyTransition"],
    code: """
      withAnimation(.easeInOut(duration: 1)) { isPlaying.toggle() }
      .scaleEffect(isPlaying ? 1 : 1.5)
      .animation(.easeInOut(duration: 1), value: isLoud)
      .transition(.move(edge: .bottom).combined(with: .opacity))
      """
  ) { AnimatedTransitionsPage() }
}

private struct AnimatedTransitionsPage: View {
  @State private var isPlaying = false
  @State private var isLoud = false

  var body: some View {
    VStack(alignment: .leading, spacing: 18) {
      HStack(spacing: 24) {
        Button {
          withAnimation(.easeInOut(duration: 1)) { isPlaying.toggle() }
        } label: {
          Image(systemName: isPlaying ? "pause.circle" : "play.circle")
        }
        .accessibilityLabel(isPlaying ? "Pause" : "Play")
        .scaleEffect(isPlaying ? 1 : 1.5)
        Toggle("Loud", isOn: $isLoud).toggleStyle(.button)
        Image(systemName: "speaker.wave.2")
          .font(.title)
          .accessibilityHidden(true)
          .scaleEffect(isLoud ? 1.5 : 1)
          .animation(.easeInOut(duration: 1), value: isLoud)
      }
      .padding(12)
      if isPlaying {
        Text(verbatim: Episode.robin.title)
          .padding(8)
          .background(.blue)
          .foregroundStyle(.white)
          .cornerRadius(6)
          .transition(.move(edge: .bottom).combined(with: .opacity))
      }
    }
    .frame(minHeight: 120, alignment: .topLeading)
  }
}
