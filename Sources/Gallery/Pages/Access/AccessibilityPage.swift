import GtkViews

extension GalleryPage {
  static let accessibility = GalleryPage(
    "accessibility", "For Screen Readers", in: .access,
    "A view has a name, a value and a hint for a screen reader. Decorative views are hidden from it.",
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
      Specimen("A button with only a symbol") {
        Button {
        } label: {
          Image(systemName: "plus")
        }
        .accessibilityLabel("Add a podcast")
        .accessibilityHint("Opens a sheet")
      }
      Specimen("A slider with a word as its value") {
        Slider(value: $volume)
          .accessibilityLabel("Volume")
          .accessibilityValue(volume < 0.3 ? "quiet" : volume < 0.7 ? "as in a room" : "loud")
      }
      Specimen("A decorative symbol") {
        HStack {
          Image(systemName: "star.fill").foregroundStyle(.orange).accessibilityHidden(true)
          Text("A favorite")
        }
      }
    }
  }
}
