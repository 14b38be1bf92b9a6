import GtkViews

/// A page of the gallery: a title, a summary, and a live demonstration.
///
/// To add a page, write a file in `Pages` that extends this type with the page, and add the page to
/// ``GalleryPage/all``:
///
/// ```swift
/// extension GalleryPage {
///   static let dividers = GalleryPage(
///     "dividers", "Dividers", in: .layout, "A thin line between two views.", names: ["Divider"]
///   ) { DividersPage() }
/// }
/// ```
package struct GalleryPage: Identifiable, Sendable {
  /// The page's name on the command line and in the file names of its pictures.
  package let id: String
  /// The page's title in the gallery's list of pages.
  package let title: String
  /// The page's section in the list of pages.
  package let section: GallerySection
  /// A summary of the page, in one or two sentences.
  package let summary: String
  /// The names of GtkViews' types and modifiers that the page shows, as in the topics of GtkViews' documentation:
  /// `List`, `padding(_:_:)`.
  package let names: [String]
  /// The numbers of the lines of the presentation contract that the user can try on the page. The contract is the table
  /// in docs/library/presentation.md that describes how dialogs follow state.
  package let contractLines: [Int]
  /// The Swift lines that create the demonstration, or only the most instructive lines. Each line is also in the page's
  /// own file.
  package let code: String
  /// The module and the file that contain the page, such as `GalleryViews/DividersPage.swift`.
  package let source: String
  /// The live demonstration.
  let content: @MainActor @Sendable () -> AnyView

  /// Creates a page. The parameters are the properties of the same names.
  init<Content: View>(
    _ id: String, _ title: String, in section: GallerySection, _ summary: String, names: [String] = [],
    contractLines: [Int] = [], code: String = "",
    source: StaticString = #fileID, @ViewBuilder content: @escaping @MainActor @Sendable () -> Content
  ) {
    self.id = id
    self.title = title
    self.section = section
    self.summary = summary
    self.names = names
    self.contractLines = contractLines
    self.code = code
    self.source = String(describing: source)
    self.content = { AnyView(content()) }
  }

  /// Whether the page matches a search. The title, the summary and the ``names`` are searched.
  /// An empty search matches each page.
  func matches(_ query: String) -> Bool {
    let query = query.lowercased()
    return query.isEmpty || ([title, summary] + names).contains { $0.lowercased().contains(query) }
  }
}

/// A section of the gallery's list of pages. The cases are in the order of this list.
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

  /// The section's heading, which is unique.
  package var id: String { rawValue }
}
