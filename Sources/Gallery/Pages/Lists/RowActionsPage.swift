import GtkViews

extension GalleryPage {
  static let rowActions = GalleryPage(
    "row-actions", "Acting on Rows", in: .lists,
    "A click chooses a row; a double-click or Return plays it. A right click opens a menu for the row, or for all that are chosen with it.",
    names: ["contextMenu(forSelectionType:menu:primaryAction:)"],
    code: """
      .contextMenu(forSelectionType: String.self) { meant in
        Button("Play") { played = meant }
      } primaryAction: {
        played = $0
      }
      """
  ) { RowActionsPage() }
}

private struct RowActionsPage: View {
  @State private var birds = ["Robin", "Starling", "Blackbird", "Swift", "Wren"]
  @State private var chosen: Set<String> = []
  @State private var played: Set<String> = []

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List(birds, id: \.self, selection: $chosen) { Row(text: $0) }
        .accessibilityLabel("Birds")
        .frame(height: 260)
        .cornerRadius(8)
        .contextMenu(forSelectionType: String.self) { meant in
          if meant.isEmpty {
            Button("Add a Bird") { birds.append("Bird \(birds.count + 1)") }
          } else {
            Button("Play") { played = meant }
            Button("Remove") { birds.removeAll { meant.contains($0) } }
          }
        } primaryAction: {
          played = $0
        }
      Text(verbatim: "Played: \(played.isEmpty ? "none" : played.sorted().joined(separator: ", "))")
    }
  }
}
