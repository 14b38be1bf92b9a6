import GtkViews

extension GalleryPage {
  static let unavailable = GalleryPage(
    "unavailable", "Unavailable Content", in: .texts,
    "A message that explains why there is no content, with a description or an action.",
    names: ["ContentUnavailableView"],
    code: """
      ContentUnavailableView("No Shows", systemImage: "headphones", description: Text("Subscribe to one."))
      """
  ) { UnavailablePage() }
}

private struct UnavailablePage: View {
  @State private var subscriptionCount = 0

  var body: some View {
    VStack(spacing: 24) {
      ContentUnavailableView("No Shows", systemImage: "headphones", description: Text("Subscribe to one."))
      Divider()
      ContentUnavailableView {
        Label("No Episodes", systemImage: "music.note")
      } description: {
        Text(verbatim: "Subscribed \(subscriptionCount) times.")
      } actions: {
        Button("Subscribe") { subscriptionCount += 1 }
      }
    }
  }
}
