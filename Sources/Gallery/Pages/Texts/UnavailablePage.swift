import GtkViews

extension GalleryPage {
  static let unavailable = GalleryPage(
    "unavailable", "Nothing to See", in: .texts, "Why there is nothing, and what to do about it.",
    names: ["ContentUnavailableView"],
    code: """
      ContentUnavailableView("No Shows", systemImage: "headphones", description: Text("Subscribe to one."))
      """
  ) { UnavailablePage() }
}

private struct UnavailablePage: View {
  @State private var subscriptions = 0

  var body: some View {
    VStack(spacing: 24) {
      ContentUnavailableView("No Shows", systemImage: "headphones", description: Text("Subscribe to one."))
      Divider()
      ContentUnavailableView {
        Label("No Episodes", systemImage: "music.note")
      } description: {
        Text(verbatim: "Subscribed \(subscriptions) times.")
      } actions: {
        Button("Subscribe") { subscriptions += 1 }
      }
    }
  }
}
