package import GtkViews

/// The gallery's window: the list of its pages, and the page that is chosen. In a narrow window it is the one or the other.
package struct GalleryView: View {
  @State private var chosen: String?
  @State private var query = ""
  @State private var isListShown = true
  @Environment(\.horizontalSizeClass) private var sizeClass

  /// Makes the view.
  ///
  /// - Parameter page: The id of the page to begin with; the first if there is none of that id.
  package init(page: String? = nil) {
    let first = GalleryPage.all.first { $0.id == page } ?? GalleryPage.all[0]
    _chosen = State(wrappedValue: first.id)
  }

  package var body: some View {
    HStack(spacing: 0) {
      if isListShown {
        PageList(chosen: $chosen, query: $query).frame(width: isNarrow ? nil : 260).frame(maxWidth: isNarrow ? .infinity : nil, maxHeight: .infinity)
        if !isNarrow { Divider() }
      }
      if let page, !(isNarrow && isListShown) {
        GalleryPageView(page: page).id(page.id)
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .navigationTitle(page?.title ?? "Gallery")
    .toolbar {
      ToolbarItem(placement: .navigation) {
        Toggle(isOn: $isListShown) { Image(systemName: "list.bullet") }
          .toggleStyle(.button)
          .accessibilityLabel("Pages")
          .help("Show the list of pages")
      }
    }
    .onChange(of: chosen) { if isNarrow { isListShown = false } }
  }

  private var isNarrow: Bool { sizeClass == .compact }
  private var page: GalleryPage? { GalleryPage.all.first { $0.id == chosen } }
}

/// The pages under their headings, with a field that leaves out what is not looked for.
private struct PageList: View {
  @Binding var chosen: String?
  @Binding var query: String

  var body: some View {
    VStack(spacing: 0) {
      TextField("Search", text: $query).accessibilityLabel("Search").padding(8)
      List(selection: $chosen) {
        ForEach(sections) { section in
          Section(section.rawValue) {
            ForEach(found.filter { $0.section == section }) { page in
              Text(verbatim: page.title).frame(maxWidth: .infinity, alignment: .leading).padding(6)
            }
          }
        }
      }
      .accessibilityLabel("Pages")
      .frame(maxHeight: .infinity)
      if found.isEmpty { Text("Nothing is called that.").foregroundStyle(.secondary).padding(24) }
    }
  }

  private var found: [GalleryPage] { GalleryPage.all.filter { $0.matches(query) } }
  private var sections: [GallerySection] { GallerySection.allCases.filter { section in found.contains { $0.section == section } } }
}
