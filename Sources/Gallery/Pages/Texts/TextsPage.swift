import GtkViews

extension GalleryPage {
  static let texts = GalleryPage(
    "texts", "Texts", in: .texts, "Texts wrap, and can be joined, truncated, aligned and selected.",
    names: [
      "Text", "TextAlignment", "TextSelectability", "fontWeight(_:)", "lineLimit(_:)", "multilineTextAlignment(_:)",
      "textSelection(_:)",
    ],
    code: """
      Text("Bold, ").bold() + Text("italic, ").italic() + Text("underlined").underline()
      """
  ) { TextsPage() }
}

private struct TextsPage: View {
  private let longText =
    "A robin has a territory of its own, and sings there in winter too, when most other birds are silent."

  var body: some View {
    Specimens {
      Specimen("Running text") { Text(verbatim: longText) }
      Specimen("Joined") { Text("Bold, ").bold() + Text("italic, ").italic() + Text("underlined").underline() }
      Specimen("One line at most") { Text(verbatim: longText).lineLimit(1) }
      Specimen("Centred") { Text(verbatim: longText).multilineTextAlignment(.center).frame(width: 240) }
      Specimen("Semibold, for several texts") {
        VStack(alignment: .leading) {
          Text("One")
          Text("Two")
        }
        .fontWeight(.semibold)
      }
      Specimen("Selectable") { Text("https://example.org/feed.xml").textSelection(.enabled) }
    }
  }
}
