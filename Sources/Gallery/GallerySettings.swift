package import GtkViews

/// The gallery's window in its program, as its settings want it.
package struct GalleryWindow: View {
  private let page: String?
  @AppStorage("shows-code") private var showsCode = true

  /// Makes the view.
  ///
  /// - Parameter page: The id of the page to begin with; the first if there is none of that id.
  package init(page: String?) {
    self.page = page
  }

  package var body: some View { GalleryView(page: page).environment(\.showsCode, showsCode) }
}

/// What can be set in the gallery's program.
struct GallerySettings: View {
  @AppStorage("shows-code") private var showsCode = true

  var body: some View {
    Toggle("Show the Swift lines of each page", isOn: $showsCode).padding(24)
  }
}

private struct ShowsCodeKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}

extension EnvironmentValues {
  /// Whether the lines that make a page stand below it.
  var showsCode: Bool {
    get { self[ShowsCodeKey.self] }
    set { self[ShowsCodeKey.self] = newValue }
  }
}
