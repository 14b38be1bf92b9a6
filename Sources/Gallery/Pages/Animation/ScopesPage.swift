import GtkViews

extension GalleryPage {
  static let scopes = GalleryPage(
    "scopes", "What Is Animated", in: .animation,
    "A binding can animate its writes, and a view its own changes. A view can also disable animations: the orange one always moves immediately.",
    names: ["transaction(_:)"],
    code: """
      Toggle("Animated by the binding", isOn: $isMoved.animation(.easeInOut(duration: 0.6)))
      Tile(color: .orange).offset(x: isMoved ? 120 : 0).transaction { $0.animation = nil }
      """
  ) { ScopesPage() }
}

/// Three tiles that move together. The blue tile is animated only if the toggle's binding moves it, the green tile
/// always, and the orange tile never.
private struct ScopesPage: View {
  @State private var isMoved = false

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Toggle("Animated by the binding", isOn: $isMoved.animation(.easeInOut(duration: 0.6)))
      Button("Change without animation") { isMoved.toggle() }
      Tile(color: .blue).offset(x: isMoved ? 120 : 0)
      Tile(color: .green).offset(x: isMoved ? 120 : 0).animation(.bouncy, value: isMoved)
      Tile(color: .orange).offset(x: isMoved ? 120 : 0).transaction { $0.animation = nil }
    }
  }
}
