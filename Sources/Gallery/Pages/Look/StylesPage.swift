import GtkViews

extension GalleryPage {
  static let styles = GalleryPage(
    "styles", "Opacity and Style Classes", in: .look,
    "A view can be transparent or hidden and keep its space. It can also have any class of GTK’s style sheets.",
    names: ["opacity(_:)", "hidden()", "cssClass(_:)"],
    code: """
      Button("OSD") {}.cssClass("osd")
      """
  ) { StylesPage() }
}

private struct StylesPage: View {
  var body: some View {
    Specimens {
      Specimen("Opacity") {
        HStack(spacing: 8) {
          ForEach([1, 0.75, 0.5, 0.25], id: \.self) { opacity in
            Tile(color: .blue, width: 48, height: 32).opacity(opacity)
          }
        }
      }
      Specimen("The second of three is hidden") {
        HStack(spacing: 8) {
          Text("One")
          Text("Two").hidden()
          Text("Three")
        }
      }
      Specimen("Classes of GTK’s theme") {
        HStack(spacing: 8) {
          // The class for controls on top of a picture (“on-screen display”).
          Button("OSD") {}.cssClass("osd")
          Button {
          } label: {
            Image(systemName: "plus")
          }.cssClass("circular").accessibilityLabel("Add")
          Text("dim-label").cssClass("dim-label")
        }
      }
    }
  }
}
