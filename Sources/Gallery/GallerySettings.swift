package import GtkViews

/// The content of the gallery's main window: a ``GalleryView`` that follows the gallery's settings.
package struct GalleryWindow: View {
  private let initialPage: String?
  @AppStorage("shows-code") private var showsCode = true

  /// Creates the view.
  ///
  /// - Parameter page: The id of the page to show at the start. If it is `nil` or no page has this id, the gallery
  ///   starts with the first page of its list.
  package init(page: String?) {
    initialPage = page
  }

  package var body: some View { GalleryView(page: initialPage).environment(\.showsCode, showsCode) }
}

/// The content of the gallery's window for settings.
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
  /// Whether a page shows the Swift lines of its demonstration below the demonstration.
  var showsCode: Bool {
    get { self[ShowsCodeKey.self] }
    set { self[ShowsCodeKey.self] = newValue }
  }
}
