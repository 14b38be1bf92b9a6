import GtkViews

extension GalleryPage {
  static let accessibility = GalleryPage(
    "accessibility", "For Screen Readers", in: .access,
    "What a screen reader says of a view: its name, its value, a remark. What only decorates is hidden from it.",
    names: ["accessibilityLabel(_:)", "accessibilityValue(_:)", "accessibilityHint(_:)", "accessibilityHidden(_:)"],
    code: """
      .accessibilityLabel("Add a podcast")
      .accessibilityHint("Opens a sheet")
      """
  ) { AccessibilityPage() }
}

private struct AccessibilityPage: View {
  @State private var volume = 0.5

  var body: some View {
    Specimens {
      Specimen("A button that shows a symbol alone") {
        Button {
        } label: {
          Image(systemName: "plus")
        }
        .accessibilityLabel("Add a podcast")
        .accessibilityHint("Opens a sheet")
      }
      Specimen("A slider that says a word for its value") {
        Slider(value: $volume)
          .accessibilityLabel("Volume")
          .accessibilityValue(volume < 0.3 ? "quiet" : volume < 0.7 ? "as in a room" : "loud")
      }
      Specimen("A symbol that only decorates") {
        HStack {
          Image(systemName: "star.fill").foregroundStyle(.orange).accessibilityHidden(true)
          Text("A favorite")
        }
      }
    }
  }
}
