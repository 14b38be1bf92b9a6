import GtkViews

extension GalleryPage {
  static let progress = GalleryPage(
    "progress", "Progress", in: .texts, "The progress of some work, or an indicator that work is running.",
    names: ["ProgressView"],
    code: """
      ProgressView("Downloading", value: fraction)
      """
  ) { ProgressPage() }
}

private struct ProgressPage: View {
  @State private var fraction = 0.4

  var body: some View {
    Specimens {
      Specimen("A fraction") { ProgressView("Downloading", value: fraction) }
      Specimen("An amount of a total") { ProgressView(value: fraction * 60, total: 60) }
      Specimen("An unknown amount") { HStack { ProgressView() } }
      HStack(spacing: 8) {
        Button("Less") { fraction = max(fraction - 0.2, 0) }
        Button("More") { fraction = min(fraction + 0.2, 1) }
      }
    }
  }
}
