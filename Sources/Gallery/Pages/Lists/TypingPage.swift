import GtkViews

extension GalleryPage {
  static let typing = GalleryPage(
    "typing", "Finding Rows by Typing", in: .lists,
    "Typed letters move to the next row that begins with them. A row can have another text for this purpose.",
    names: ["typeSelectEquivalent(_:)"],
    code: """
      Row(text: "\\(bird.count) letters: \\(bird)").typeSelectEquivalent(bird)
      """
  ) { TypingPage() }
}

private struct TypingPage: View {
  @State private var selection: String?
  private let birds = ["Robin", "Starling", "Blackbird", "Swift", "Wren", "Swallow", "Rook"]

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List(birds, id: \.self, selection: $selection) { bird in
        Row(text: "\(bird.count) letters: \(bird)").typeSelectEquivalent(bird)
      }
      .accessibilityLabel("Birds")
      .frame(height: 280)
      .cornerRadius(8)
      Text(verbatim: "Selected: \(selection ?? "none")")
    }
  }
}
