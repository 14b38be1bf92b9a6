import GtkViews

/// A page of the gallery: a title, what it shows, and the live thing.
///
/// To add one, write a file in `Pages` that extends this type with the page, and name it in ``GalleryPage/all``:
///
/// ```swift
/// extension GalleryPage {
///   static let dividers = GalleryPage(
///     "dividers", "Dividers", in: .layout, "A thin line between two views.", names: ["Divider"]
///   ) { DividersPage() }
/// }
/// ```
package struct GalleryPage: Identifiable, Sendable {
  /// What it is called by the command line and by the files of its pictures.
  package let id: String
  /// What the list calls it.
  package let title: String
  /// Under which heading of the list it stands.
  package let section: GallerySection
  /// What it shows, in one or two sentences.
  package let summary: String
  /// What of GtkViews it shows, as GtkViews' documentation has it in its topics: `List`, `padding(_:_:)`.
  package let names: [String]
  /// Which lines of the presentation contract can be tried on it.
  package let lines: [Int]
  /// The Swift lines that make it, or the most telling of them. Each stands in the page's own file as well.
  package let code: String
  /// The file that it is written in.
  package let source: String
  /// The live thing.
  let content: @MainActor @Sendable () -> AnyView

  init<Content: View>(
    _ id: String, _ title: String, in section: GallerySection, _ summary: String, names: [String] = [], lines: [Int] = [], code: String = "",
    source: StaticString = #fileID, @ViewBuilder content: @escaping @MainActor @Sendable () -> Content
  ) {
    self.id = id
    self.title = title
    self.section = section
    self.summary = summary
    self.names = names
    self.lines = lines
    self.code = code
    self.source = String(describing: source)
    self.content = { AnyView(content()) }
  }

  /// Whether it is about what somebody looks for: by its title, its text, or the name of a view or modifier.
  func matches(_ query: String) -> Bool {
    let query = query.lowercased()
    return query.isEmpty || ([title, summary] + names).contains { $0.lowercased().contains(query) }
  }
}

/// A heading of the gallery's list, in the list's order.
package enum GallerySection: String, CaseIterable, Identifiable, Sendable {
  case interfaceState = "Managing Interface State"
  case texts = "Texts, Images and Progress"
  case controls = "Controls"
  case lists = "Lists"
  case layout = "Layout"
  case look = "Look"
  case animation = "Animation"
  case life = "State and Identity"
  case dialogs = "Dialogs and Windows"
  case navigation = "Pages and Title Bars"
  case contract = "The Presentation Contract"
  case access = "Accessibility and GTK"

  /// The heading.
  package var id: String { rawValue }
}
