import GtkViews

extension GalleryPage {
  static let rowActions = GalleryPage(
    "row-actions", "Row Actions", in: .lists,
    "A click selects a row, and a double-click or Return plays it. A right click opens a menu for the row, or for all selected rows if it is one "
      + "of them.",
    names: ["contextMenu(forSelectionType:menu:primaryAction:)"],
    code: """
      .contextMenu(forSelectionType: String.self) { rows in
        Button("Play") { played = rows }
      } primaryAction: {
        played = $0
      }
      """
  ) { RowActionsPage() }
}

private struct RowActionsPage: View {
  @State private var birds = ["Robin", "Starling", "Blackbird", "Swift", "Wren"]
  /// The number of birds that were added. The first added bird is “Bird 6”, because the list starts with five birds.
  @State private var addedCount = 0
  @State private var selection: Set<String> = []
  @State private var played: Set<String> = []

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List(birds, id: \.self, selection: $selection) { Row(text: $0) }
        .accessibilityLabel("Birds")
        .frame(height: 260)
        .cornerRadius(8)
        .contextMenu(forSelectionType: String.self) { rows in
          // A right click below the rows passes no rows.
          if rows.isEmpty {
            Button("Add a Bird") {
              addedCount += 1
              birds.append("Bird \(addedCount + 5)")
            }
          } else {
            Button("Play") { played = rows }
            Button("Remove") { birds.removeAll { rows.contains($0) } }
          }
        } primaryAction: {
          played = $0
        }
      Text(verbatim: "Played: \(played.isEmpty ? "none" : played.sorted().joined(separator: ", "))")
    }
  }
}
