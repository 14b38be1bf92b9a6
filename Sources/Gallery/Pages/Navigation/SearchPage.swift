import GtkViews

extension GalleryPage {
  static let search = GalleryPage(
    "search", "Search", in: .navigation,
    "A button in the title bar, or Control and F, opens a search field above the list.",
    names: ["searchable(text:isPresented:prompt:)"],
    code: """
      .searchable(text: $query, prompt: "Birds")
      """
  ) { SearchPage() }
}

private struct SearchPage: View {
  @State private var query = ""
  private let birds = ["Robin", "Starling", "Blackbird", "Wren", "Blue tit"]

  var body: some View {
    List(matchingBirds, id: \.self) { Row(text: $0) }
      .accessibilityLabel("Birds")
      .searchable(text: $query, prompt: "Birds")
      .frame(height: 240)
  }

  private var matchingBirds: [String] { birds.filter { query.isEmpty || $0.lowercased().contains(query.lowercased()) } }
}
