package import GtkViews

/// The content of a gallery page: the title, the summary, the live demonstration, and the Swift code if the environment
/// value `showsCode` is true.
package struct GalleryPageView: View {
  private let page: GalleryPage
  @Environment(\.showsCode) private var showsCode

  /// Creates the view of a page.
  package init(page: GalleryPage) {
    self.page = page
  }

  package var body: some View {
    ScrollView {
      VStack(alignment: .leading, spacing: 16) {
        Text(verbatim: page.title).font(.title)
        Text(verbatim: page.summary).foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
        page.content().frame(maxWidth: .infinity, alignment: .topLeading)
        if showsCode, !page.code.isEmpty { CodeBlock(code: page.code) }
      }
      .padding(24)
      .frame(maxWidth: .infinity, alignment: .topLeading)
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

/// The Swift code of a page, which the user can select and copy.
private struct CodeBlock: View {
  let code: String

  var body: some View {
    ScrollView(.horizontal) {
      Text(verbatim: code).font(.system(.caption, design: .monospaced)).textSelection(.enabled).padding(12)
        .frame(maxWidth: .infinity, alignment: .leading)
    }
    .frame(maxWidth: .infinity)
    .background(.gray.opacity(0.15))
    .cornerRadius(8)
  }
}

/// One part of a page's demonstration, below its own title.
struct Specimen<Content: View>: View {
  private let title: String
  private let content: Content

  init(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(verbatim: title).font(.caption).foregroundStyle(.secondary)
      content
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// A column of ``Specimen`` views.
struct Specimens<Content: View>: View {
  private let content: Content

  init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  var body: some View {
    VStack(alignment: .leading, spacing: 18) { content }.frame(maxWidth: .infinity, alignment: .leading)
  }
}
