import GtkViews

extension GalleryPage {
  static let links = GalleryPage(
    "links", "Links", in: .texts,
    "The desktop opens the address of a link, unless a parent view handles it. This page only shows the address.",
    names: ["Link", "OpenURLAction"],
    code: """
      Link("The project’s page", destination: "https://example.org/")
      """
  ) { LinksPage() }
}

private struct LinksPage: View {
  @State private var requestedAddress = "nothing"

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Link("The project’s page", destination: "https://example.org/")
      Link(destination: "https://example.org/feed.xml") {
        Label("Its feed", systemImage: "antenna.radiowaves.left.and.right")
      }
      OpeningButton()
      Text(verbatim: "To be opened: \(requestedAddress)").foregroundStyle(.secondary)
    }
    .environment(
      \.openURL,
      OpenURLAction { address in
        requestedAddress = address
        return .handled
      })
  }
}

/// A button that opens an address through the environment, without a `Link`.
private struct OpeningButton: View {
  @Environment(\.openURL) private var openURL

  var body: some View { Button("Open in Code") { openURL("https://example.org/news") } }
}
