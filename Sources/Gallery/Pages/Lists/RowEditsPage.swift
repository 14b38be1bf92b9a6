import GtkViews

extension GalleryPage {
  static let rowEdits = GalleryPage(
    "row-edits", "Deleting and Moving Rows", in: .lists,
    "The Delete key deletes the focused row, or all selected rows. Rows are moved by dragging, or with Alt and the arrow keys.",
    code: """
      .onDelete { birds.remove(atOffsets: $0) }
      .onMove { birds.move(fromOffsets: $0, toOffset: $1) }
      """
  ) { RowEditsPage() }
}

private struct RowEditsPage: View {
  private static let initialBirds = ["Robin", "Starling", "Blackbird", "Swift", "Wren"]

  @State private var birds = RowEditsPage.initialBirds
  @State private var selection: Set<String> = []

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List(selection: $selection) {
        ForEach(birds, id: \.self) { Row(text: $0) }
          .onDelete { birds.remove(atOffsets: $0) }
          .onMove { birds.move(fromOffsets: $0, toOffset: $1) }
      }
      .accessibilityLabel("Birds")
      .frame(height: 240)
      .cornerRadius(8)
      Button("Begin Again") { birds = Self.initialBirds }
    }
  }
}
