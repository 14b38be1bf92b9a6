import GtkViews

extension GalleryPage {
  static let groupBoxes = GalleryPage(
    "group-boxes", "Boxes and Disclosures", in: .layout,
    "Views in a box with a title, and views that the user shows and hides.",
    names: ["GroupBox", "DisclosureGroup"],
    code: """
      DisclosureGroup("Details", isExpanded: $isExpanded) { Text("The hidden text") }
      """
  ) { GroupBoxesPage() }
}

private struct GroupBoxesPage: View {
  @State private var isExpanded = true

  var body: some View {
    Specimens {
      GroupBox("Birds at Breakfast") {
        Text("A show about the birds that sing while one has breakfast.").frame(
          maxWidth: .infinity, alignment: .leading)
      }
      DisclosureGroup("Details", isExpanded: $isExpanded) { Text("The hidden text") }
      DisclosureGroup("Keeps its own state") { Text("Also hidden") }
      Toggle("Details are shown", isOn: $isExpanded)
    }
  }
}
