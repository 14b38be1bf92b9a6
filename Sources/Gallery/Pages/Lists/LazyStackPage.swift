import GtkViews

extension GalleryPage {
  static let lazyStack = GalleryPage(
    "lazy-stack", "A Lazy Vertical Stack", in: .lists,
    "A stack in a scroll view. Its views are created when they become visible. It does not look like a list.",
    names: ["LazyVStack"],
    code: """
      ScrollView {
        LazyVStack(alignment: .leading, spacing: 8) {
          ForEach(0..<1000) { number in
            Text(verbatim: "Card \\(number)")
              .foregroundStyle(.white)
              .padding(12)
              .frame(maxWidth: .infinity, alignment: .leading)
              .background(colors[number % colors.count])
              .cornerRadius(8)
          }
        }
      }
      """
  ) { LazyStackPage() }
}

private struct LazyStackPage: View {
  private let colors: [Color] = [.red, .orange, .yellow, .green, .blue, .purple]

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading, spacing: 8) {
        ForEach(0..<1000) { number in
          Text(verbatim: "Card \(number)")
            .foregroundStyle(.white)
            .padding(12)
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(colors[number % colors.count])
            .cornerRadius(8)
        }
      }
    }
    .frame(height: 320)
  }
}
