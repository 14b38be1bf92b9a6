import GtkViews

extension GalleryPage {
  static let columns = GalleryPage(
    "columns", "Columns", in: .navigation,
    "What is chosen in one column decides what the next one shows. Where there is little room they fold into one, with a button to go back.",
    names: [
      "NavigationSplitView", "NavigationSplitViewColumn", "NavigationSplitViewVisibility", "navigationSplitViewColumnWidth(_:)",
      "navigationSplitViewColumnWidth(min:ideal:max:)",
    ],
    code: """
      NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
        Shows(chosen: $chosen).navigationSplitViewColumnWidth(min: 120, ideal: 160, max: 200)
      } detail: {
        Text(verbatim: chosen ?? "Choose a show")
      }
      """
  ) { ColumnsPage() }
}

private struct ColumnsPage: View {
  @State private var chosen: String?
  @State private var visibility = NavigationSplitViewVisibility.all
  @State private var column = NavigationSplitViewColumn.sidebar

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      NavigationSplitView(columnVisibility: $visibility, preferredCompactColumn: $column) {
        Shows(chosen: $chosen).navigationSplitViewColumnWidth(min: 120, ideal: 160, max: 200)
      } detail: {
        Text(verbatim: chosen ?? "Choose a show")
      }
      .frame(height: 240)
      .background(.gray.opacity(0.1))
      Button("The Detail Alone, or All") { visibility = visibility == .all ? .detailOnly : .all }
    }
  }
}

private struct Shows: View {
  @Binding var chosen: String?

  var body: some View {
    List(["Birds at Breakfast", "Field Notes", "Rain"], id: \.self, selection: $chosen) { Row(text: $0) }.accessibilityLabel("Shows")
  }
}
