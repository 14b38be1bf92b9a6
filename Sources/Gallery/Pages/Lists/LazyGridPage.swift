import GtkViews

extension GalleryPage {
  static let lazyGrid = GalleryPage(
    "lazy-grid", "A Lazy Grid", in: .lists,
    "A grid with as many columns as fit. Its views are created when they become visible.",
    names: ["LazyVGrid", "GridItem"],
    code: """
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 88))], spacing: 8) {
        ForEach(0..<1000) { GridCell(number: $0) }
      }
      """
  ) { LazyGridPage() }
}

private struct LazyGridPage: View {
  var body: some View {
    ScrollView {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: 88))], spacing: 8) {
        ForEach(0..<1000) { GridCell(number: $0) }
      }
    }
    .frame(height: 320)
  }
}

/// A number on a colour. A cell is narrower than a column, which is at least 88 pixels wide.
private struct GridCell: View {
  let number: Int
  private let colors: [Color] = [.red, .orange, .yellow, .green, .blue, .purple]

  var body: some View {
    Text(verbatim: "\(number)")
      .foregroundStyle(.white)
      .frame(width: 80, height: 64)
      .background(colors[number % colors.count])
      .cornerRadius(8)
  }
}
