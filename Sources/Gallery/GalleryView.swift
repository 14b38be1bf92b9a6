package import GtkViews

/// The list of the gallery's pages in one column, and the selected page in the other one. A narrow window shows only
/// one column.
package struct GalleryView: View {
  /// The id of the selected page.
  @State private var selection: String?
  /// The column that a narrow window shows.
  @State private var compactColumn: NavigationSplitViewColumn

  /// Creates the view.
  ///
  /// - Parameter pageID: The id of the page that is selected at the start. If there is no page with this id, the first
  ///   page of ``GalleryPage/all`` is selected. If `pageID` is `nil`, a narrow window starts with the list of pages.
  package init(page pageID: String? = nil) {
    let startPage = GalleryPage.all.first { $0.id == pageID } ?? GalleryPage.all[0]
    _selection = State(wrappedValue: startPage.id)
    _compactColumn = State(wrappedValue: pageID == nil ? .sidebar : .detail)
  }

  package var body: some View {
    NavigationSplitView(preferredCompactColumn: $compactColumn) {
      PageList(selection: $selection).navigationTitle("Gallery")
    } detail: {
      if let page = GalleryPage.all.first(where: { $0.id == selection }) {
        GalleryPageView(page: page).id(page.id).navigationTitle(page.title)
      } else {
        ContentUnavailableView(
          "No Page Selected", systemImage: "list.bullet", description: Text("Select one in the list."))
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

/// The list of the pages by section, and a search field that filters the pages.
private struct PageList: View {
  @Binding var selection: String?
  @State private var query = ""

  var body: some View {
    VStack(spacing: 0) {
      if matchingPages.isEmpty { Text("Nothing is called that.").foregroundStyle(.secondary).padding(24) }
      List(selection: $selection) {
        ForEach(matchingSections) { section in
          Section(section.rawValue) {
            ForEach(matchingPages.filter { $0.section == section }) { page in
              Text(verbatim: page.title).frame(maxWidth: .infinity, alignment: .leading).padding(6)
            }
          }
        }
      }
      .accessibilityLabel("Pages")
      .frame(maxHeight: .infinity)
    }
    .searchable(text: $query, prompt: "Search for a view or modifier")
  }

  private var matchingPages: [GalleryPage] { GalleryPage.all.filter { $0.matches(query) } }
  private var matchingSections: [GallerySection] {
    GallerySection.allCases.filter { section in matchingPages.contains { $0.section == section } }
  }
}
