import GtkViews

extension GalleryPage {
  static let progress = GalleryPage(
    "progress", "Progress", in: .texts, "How much of something is done, or that something is being done.",
    names: ["ProgressView"],
    code: """
      ProgressView("Downloading", value: share)
      """
  ) { ProgressPage() }
}

private struct ProgressPage: View {
  @State private var share = 0.4

  var body: some View {
    Specimens {
      Specimen("A share") { ProgressView("Downloading", value: share) }
      Specimen("Of a total") { ProgressView(value: share * 60, total: 60) }
      Specimen("Nobody knows how much") { HStack { ProgressView() } }
      HStack(spacing: 8) {
        Button("Less") { share = max(share - 0.2, 0) }
        Button("More") { share = min(share + 0.2, 1) }
      }
    }
  }
}
