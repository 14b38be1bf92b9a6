import GtkViews

extension GalleryPage {
  static let emptyList = GalleryPage(
    "empty-list", "An Empty List", in: .lists,
    "While a list has no rows, it shows a message and a button instead. They disappear with the first row, and come back when the last row is "
      + "removed.",
    names: ["ContentUnavailableView", "overlay(alignment:content:)"],
    code: """
      .overlay { if shows.isEmpty { NoShows { shows.append("Show 1") } } }
      """
  ) { EmptyListPage() }
}

private struct EmptyListPage: View {
  @State private var shows: [String] = []

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      List(shows, id: \.self) { Row(text: $0) }
        .accessibilityLabel("Shows")
        .overlay { if shows.isEmpty { NoShows { shows.append("Show 1") } } }
        .frame(height: 280)
        .cornerRadius(8)
      HStack(spacing: 8) {
        Button("Add") { shows.append("Show \(shows.count + 1)") }
        Button("Remove") { shows.removeLast() }.disabled(shows.isEmpty)
      }
    }
  }
}

/// The message and the button that are visible while the list has no rows.
private struct NoShows: View {
  let subscribe: @MainActor () -> Void

  var body: some View {
    ContentUnavailableView {
      Label("No Shows", systemImage: "headphones")
    } description: {
      Text("Subscribe to one, and it is listed here.")
    } actions: {
      Button("Subscribe", action: subscribe)
    }
  }
}
