import GtkViews

extension GalleryPage {
  static let selections = GalleryPage(
    "selections", "Selections", in: .lists,
    "A selection of one row or several rows, by the ids of elements or by tags. The arrow keys move from row to row.",
    names: ["tag(_:)"],
    code: """
      List(["Robin", "Starling", "Blackbird"], id: \\.self, selection: $several) { Row(text: $0) }
      """
  ) { SelectionsPage() }
}

private struct SelectionsPage: View {
  @State private var selectedTag: Int? = 2
  @State private var several: Set<String> = ["Robin"]

  var body: some View {
    Specimens {
      Specimen("One, by tags") {
        List(selection: $selectedTag) {
          Row(text: "Short").tag(1)
          Row(text: "Medium").tag(2)
          Row(text: "Long").tag(3)
        }
        .accessibilityLabel("Length")
        .frame(height: 120)
        .cornerRadius(8)
      }
      Text(verbatim: "Selected: \(selectedTag.map { "\($0)" } ?? "none")")
      Specimen("Several, with Control and Shift") {
        List(["Robin", "Starling", "Blackbird"], id: \.self, selection: $several) { Row(text: $0) }
          .accessibilityLabel("Birds")
          .frame(height: 120)
          .cornerRadius(8)
      }
      Text(verbatim: "Selected: \(several.sorted().joined(separator: ", "))")
    }
  }
}
