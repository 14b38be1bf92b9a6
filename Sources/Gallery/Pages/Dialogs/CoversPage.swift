import GtkViews

extension GalleryPage {
  static let covers = GalleryPage(
    "covers", "Covers", in: .dialogs, "A window without decorations that covers the window below it.",
    names: [
      "fullScreenCover(isPresented:onDismiss:content:)", "fullScreenCover(item:onDismiss:content:)",
      "fullScreenCover(item:id:onDismiss:content:)",
    ],
    code: """
      .fullScreenCover(item: $episode) { EpisodeSheet(title: $0.title) }
      """
  ) { CoversPage() }
}

private struct CoversPage: View {
  @State private var isShown = false
  @State private var episode: Episode?
  @State private var name: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Button("While a Boolean Is True") { isShown = true }
        .fullScreenCover(isPresented: $isShown) { EpisodeSheet(title: "A cover") }
      Button("While an Item Is There") { episode = .robin }
        .fullScreenCover(item: $episode) { EpisodeSheet(title: $0.title) }
      Button("Of a String") { name = "Ina Lark" }
        .fullScreenCover(item: $name, id: \.self) { EpisodeSheet(title: $0) }
    }
  }
}
