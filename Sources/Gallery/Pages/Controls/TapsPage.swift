import GtkViews

extension GalleryPage {
  static let taps = GalleryPage(
    "taps", "Clicks", in: .controls,
    "Any view can respond to clicks and double-clicks. Use a button if the keyboard should activate the view, too.",
    names: ["onTapGesture(count:perform:)"],
    code: """
      .onTapGesture(count: 2) { doubleClicks += 1 }
      """
  ) { TapsPage() }
}

private struct TapsPage: View {
  @State private var clicks = 0
  @State private var doubleClicks = 0

  var body: some View {
    HStack(spacing: 16) {
      Text(verbatim: "Clicks: \(clicks)")
        .padding(16)
        .background(.green.opacity(0.3))
        .cornerRadius(8)
        .onTapGesture { clicks += 1 }
      Text(verbatim: "Double-clicks: \(doubleClicks)")
        .padding(16)
        .background(.blue.opacity(0.3))
        .cornerRadius(8)
        .onTapGesture(count: 2) { doubleClicks += 1 }
    }
  }
}
