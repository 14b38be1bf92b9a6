import GtkViews

extension GalleryPage {
  static let lists = GalleryPage(
    "lists", "Lists and Sections", in: .lists,
    "Scrolling rows in sections with headings: single rows, and one row for each element of an array.",
    names: ["List", "ForEach", "Section"],
    code: """
      Section("Birds") { ForEach(birds, id: \\.self) { Row(text: $0) } }
      """
  ) { ListsPage() }
}

private struct ListsPage: View {
  @State private var birds = ["Robin", "Starling", "Blackbird"]
  /// The number of birds that were added. The first added bird is “Bird 4”, because the list starts with three birds.
  @State private var addedCount = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List {
        Row(text: "A single row")
        Section("Birds") { ForEach(birds, id: \.self) { Row(text: $0) } }
        Section {
          Row(text: "Rain")
        } header: {
          Text("Weather")
        } footer: {
          Text("Other sounds.").font(.caption)
        }
      }
      .accessibilityLabel("Sounds")
      .frame(height: 280)
      .cornerRadius(8)
      HStack(spacing: 8) {
        Button("Add") {
          addedCount += 1
          birds.insert("Bird \(addedCount + 3)", at: 0)
        }
        Button("Remove") { if !birds.isEmpty { birds.removeLast() } }
        Button("Reverse") { birds.reverse() }
      }
    }
  }
}

/// A row with a line of text.
struct Row: View {
  let text: String

  var body: some View { Text(verbatim: text).padding(6).frame(maxWidth: .infinity, alignment: .leading) }
}
