import GtkViews

extension GalleryPage {
  static let columns = GalleryPage(
    "columns", "Columns", in: .navigation,
    "The selection in one column determines the content of the next one. In a narrow window the columns fold into one, with a back button.",
    names: [
      "NavigationSplitView", "NavigationSplitViewColumn", "NavigationSplitViewVisibility",
      "navigationSplitViewColumnWidth(_:)",
      "navigationSplitViewColumnWidth(min:ideal:max:)",
    ],
    code: """
      NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
        Shows(selection: $selection).navigationSplitViewColumnWidth(min: 120, ideal: 160, max: 200)
      } detail: {
        Text(verbatim: selection ?? "Select a show")
      }
      """
  ) { ColumnsPage() }
}

private struct ColumnsPage: View {
  @State private var selection: String?
  @State private var visibility = NavigationSplitViewVisibility.all
  /// The column that a narrow window shows.
  @State private var column = NavigationSplitViewColumn.sidebar

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
        Shows(selection: $selection).navigationSplitViewColumnWidth(min: 120, ideal: 160, max: 200)
      } detail: {
        Text(verbatim: selection ?? "Select a show")
      }
      .frame(height: 240)
      .background(.gray.opacity(0.1))
      Button("Show Only the Detail, or All") { visibility = visibility == .all ? .detailOnly : .all }
    }
  }
}

/// The list of shows, for the first column.
private struct Shows: View {
  @Binding var selection: String?

  var body: some View {
    List(["Birds at Breakfast", "Field Notes", "Rain"], id: \.self, selection: $selection) { Row(text: $0) }
      .accessibilityLabel("Shows")
  }
}
