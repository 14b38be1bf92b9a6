import GtkViews

extension GalleryPage {
  static let effects = GalleryPage(
    "effects", "Effects", in: .animation,
    "Effects draw a view with an offset, a rotation or a scale. The layout around it does not change.",
    names: ["Angle", "UnitPoint", "scaleEffect(x:y:anchor:)", "rotationEffect(_:anchor:)", "offset(x:y:)"],
    code: """
      .rotationEffect(Angle(degrees: isChanged ? 45 : 0), anchor: UnitPoint.topLeading)
      """
  ) { EffectsPage() }
}

private struct EffectsPage: View {
  @State private var isChanged = false

  var body: some View {
    VStack(alignment: .leading, spacing: 24) {
      HStack(spacing: 28) {
        Tile(color: .blue, width: 48, height: 48)
          .rotationEffect(Angle(degrees: isChanged ? 45 : 0), anchor: UnitPoint.topLeading)
        Tile(color: .green, width: 48, height: 48).offset(x: 0, y: isChanged ? -12 : 12)
        Tile(color: .orange, width: 48, height: 48).scaleEffect(x: isChanged ? 1.5 : 1, y: isChanged ? 0.5 : 1)
        Tile(color: .purple, width: 48, height: 48).opacity(isChanged ? 0.2 : 1)
      }
      .padding(16)
      Button("Change") { withAnimation(.easeInOut(duration: 0.6)) { isChanged.toggle() } }
    }
  }
}
