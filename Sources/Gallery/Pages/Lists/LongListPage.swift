import GtkViews

extension GalleryPage {
  static let longList = GalleryPage(
    "long-list", "100,000 Rows", in: .lists,
    "Rows are created when they become visible, so a long list opens as fast as a short one.",
    code: """
      List(0..<100_000) { number in Row(text: "Row \\(number)") }
      """
  ) { LongListPage() }
}

private struct LongListPage: View {
  var body: some View {
    List(0..<100_000) { number in Row(text: "Row \(number)") }
      .accessibilityLabel("Numbers")
      .frame(height: 320)
      .cornerRadius(8)
  }
}
