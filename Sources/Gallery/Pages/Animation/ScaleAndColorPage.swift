import GtkViews

extension GalleryPage {
  static let scaleAndColor = GalleryPage(
    "scale-and-color", "Scale and Color", in: .animation,
    "A scale from 1 to 1.5 and a background from red to green, both over one second.",
    code: """
      .background(isLarge ? .green : .red)
      .scaleEffect(isLarge ? 1.5 : 1)
      withAnimation(.linear(duration: 1)) { isLarge.toggle() }
      """
  ) { ScaleAndColorPage() }
}

private struct ScaleAndColorPage: View {
  @State private var isLarge = false

  var body: some View {
    VStack(alignment: .leading, spacing: 24) {
      Text("Robin")
        .frame(width: 120, height: 60)
        .foregroundStyle(.white)
        .background(isLarge ? .green : .red)
        .cornerRadius(8)
        .scaleEffect(isLarge ? 1.5 : 1)
        // Leaves room for the scaled view, because a scale does not change the layout.
        .frame(width: 200, height: 100)
      Button("Animate") {
        withAnimation(.linear(duration: 1)) { isLarge.toggle() }
      }
    }
  }
}
