import GtkViews

extension GalleryPage {
  static let taps = GalleryPage(
    "taps", "Clicks", in: .controls, "Any view can be clicked, once or twice. What the keyboard should reach as well is a button.",
    names: ["onTapGesture(count:perform:)"],
    code: """
      .onTapGesture(count: 2) { doubles += 1 }
      """
  ) { TapsPage() }
}

private struct TapsPage: View {
  @State private var singles = 0
  @State private var doubles = 0

  var body: some View {
    HStack(spacing: 16) {
      Text(verbatim: "Clicked \(singles) times")
        .padding(16)
        .background(.green.opacity(0.3))
        .cornerRadius(8)
        .onTapGesture { singles += 1 }
      Text(verbatim: "Twice: \(doubles)")
        .padding(16)
        .background(.blue.opacity(0.3))
        .cornerRadius(8)
        .onTapGesture(count: 2) { doubles += 1 }
    }
  }
}
