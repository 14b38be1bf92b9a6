import GtkViews

extension GalleryPage {
  static let paths = GalleryPage(
    "paths", "Paths", in: .navigation,
    "The pages of a stack are one value, which can be read, written and stored. It can contain values of different types.",
    names: ["NavigationPath", "navigationDestination(for:destination:)"],
    code: """
      .navigationDestination(for: Int.self) { PathPage(text: "The number \\($0)", path: $path) }
      """
  ) { PathsPage() }
}

private struct PathsPage: View {
  @State private var path = NavigationPath()

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      NavigationStack(path: $path) {
        PathPage(text: "The beginning", path: $path)
          .navigationDestination(for: Int.self) { PathPage(text: "The number \($0)", path: $path) }
          .navigationDestination(for: String.self) { PathPage(text: "The word “\($0)”", path: $path) }
      }
      .frame(height: 180)
      .background(.gray.opacity(0.1))
      .cornerRadius(8)
      HStack(spacing: 8) {
        Button("Three at Once") { path = NavigationPath([1, 2, 3]) }
        Button("To the Beginning") { path = NavigationPath() }
      }
      Text(verbatim: "\(path.count) on the path").foregroundStyle(.secondary)
    }
  }
}

/// A page of the stack, with links that push a number or a word, and a button that removes the page.
private struct PathPage: View {
  let text: String
  @Binding var path: NavigationPath

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(verbatim: text).font(.title2)
      HStack(spacing: 8) {
        NavigationLink("A Number", value: path.count + 1)
        NavigationLink("A Word", value: "robin")
      }
      Button("Back") { path.removeLast() }.disabled(path.isEmpty)
    }
    .padding(16)
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
  }
}
