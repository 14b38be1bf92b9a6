import GtkViews

extension GalleryPage {
  static let scrolling = GalleryPage(
    "scrolling", "Scrolling", in: .layout, "What is larger than its room scrolls, along one axis or both.",
    names: ["ScrollView", "Axis"],
    code: """
      ScrollView(.horizontal) {
        HStack(spacing: 8) {
          ForEach(1...20, id: \\.self) { number in
      """
  ) { ScrollingPage() }
}

private struct ScrollingPage: View {
  var body: some View {
    Specimens {
      Specimen("Sideways") {
        ScrollView(.horizontal) {
          HStack(spacing: 8) {
            ForEach(1...20, id: \.self) { number in
              Text(verbatim: "\(number)").frame(width: 64, height: 64).background(.blue.opacity(0.3)).cornerRadius(8)
            }
          }
        }
        .frame(height: 80)
      }
      Specimen("Both ways") {
        ScrollView([.horizontal, .vertical] as Axis.Set) {
          VStack(alignment: .leading, spacing: 8) {
            ForEach(1...12, id: \.self) { number in
              Text(verbatim: "Line \(number) is as long as it is, and goes on beyond the edge of what can be seen of it.").fixedSize()
            }
          }
        }
        .frame(maxWidth: 280)
        .frame(height: 120)
      }
    }
  }
}
