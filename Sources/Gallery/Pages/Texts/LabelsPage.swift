import GtkViews

extension GalleryPage {
  static let labels = GalleryPage(
    "labels", "Labels", in: .texts, "A title with a symbol. A style can show only one of them.",
    names: ["Label", "LabelStyleKind", "labelStyle(_:)"],
    code: """
      Label("Downloads", systemImage: "arrow.down.circle")
      """
  ) { LabelsPage() }
}

private struct LabelsPage: View {
  var body: some View {
    Specimens {
      Specimen("Both") { Label("Downloads", systemImage: "arrow.down.circle") }
      Specimen("The title only") { Label("Downloads", systemImage: "arrow.down.circle").labelStyle(.titleOnly) }
      Specimen("The symbol only") { Label("Downloads", systemImage: "arrow.down.circle").labelStyle(.iconOnly) }
      Specimen("With other views") {
        Label {
          Text("Rain").bold()
        } icon: {
          Image(systemName: "star.fill").foregroundStyle(.orange)
        }
      }
    }
  }
}
