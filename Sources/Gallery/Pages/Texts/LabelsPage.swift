import GtkViews

extension GalleryPage {
  static let labels = GalleryPage(
    "labels", "Labels", in: .texts, "A title with its symbol, of which a style may show one alone.",
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
      Specimen("Of other views") {
        Label {
          Text("Rain").bold()
        } icon: {
          Image(systemName: "star.fill").foregroundStyle(.orange)
        }
      }
    }
  }
}
