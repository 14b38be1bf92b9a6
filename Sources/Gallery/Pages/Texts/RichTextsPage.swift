import GtkViews

extension GalleryPage {
  static let richTexts = GalleryPage(
    "rich-texts", "Rich Texts", in: .texts,
    "Texts are styled with Markdown, and their links are opened. This page only shows the address of a clicked link.",
    names: ["Text", "OpenURLAction"],
    code: """
      Text("**\\(birds)** birds by _weight_, `sorted`, ~~by name~~: [the list](https://example.org/list)")
      """
  ) { RichTextsPage() }
}

private struct RichTextsPage: View {
  /// The address of the last clicked link, or “nothing” before the first click.
  @State private var requestedAddress = "nothing"
  @State private var birds = 3

  /// A value with Markdown's markers, which the page shows unchanged.
  private let name = "*asterisks*"

  var body: some View {
    Specimens {
      Specimen("With Markdown") {
        VStack(alignment: .leading) {
          Text("**\(birds)** birds by _weight_, `sorted`, ~~by name~~: [the list](https://example.org/list)")
          Button("One More") { birds += 1 }
        }
      }
      Specimen("Interpolated values are shown unchanged, and a backslash shows a marker") {
        Text("A name with \(name), and \\*stars\\*")
      }
      Specimen("Joined") {
        Text("Read ").italic() + Text("[the *news*](https://example.org/news)").font(.title2)
          + Text(" or [the **feed**](https://example.org/feed.xml)")
      }
      Specimen("Selectable, with a link") {
        Text("Write to [the maker](mailto:robin@example.org) about it.").textSelection(.enabled)
      }
      Specimen("Tinted") { Text("See [the leaves](https://example.org/leaves).").tint(.green) }
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
