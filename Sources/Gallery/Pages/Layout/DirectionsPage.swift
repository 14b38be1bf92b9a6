import GtkViews

extension GalleryPage {
  static let directions = GalleryPage(
    "directions", "Right to Left", in: .layout,
    "Views follow the direction of the desktop’s language, unless a view sets another direction for the views below it.",
    names: ["LayoutDirection"],
    code: """
      .environment(\\.layoutDirection, isTurned ? LayoutDirection.rightToLeft : .leftToRight)
      """
  ) { DirectionsPage() }
}

private struct DirectionsPage: View {
  /// Whether the views below the toggle run from right to left.
  @State private var isTurned = true
  @State private var level = 0.3

  var body: some View {
    Specimens {
      Toggle("From right to left", isOn: $isTurned)
      Specimen("A row, a frame and controls") {
        VStack(alignment: .leading, spacing: 8) {
          HStack(spacing: 8) {
            Tile(color: .red, width: 56, height: 32)
            Tile(color: .green, width: 56, height: 32).padding(.leading, 24)
            DirectionText()
          }
          Tile(color: .blue, width: 56, height: 32).frame(maxWidth: .infinity, alignment: .leading)
          Slider(value: $level).accessibilityLabel("Level")
          LabeledContent("Label", value: "Value")
        }
        .environment(\.layoutDirection, isTurned ? LayoutDirection.rightToLeft : .leftToRight)
      }
    }
  }
}

/// A text that names the direction in its environment.
private struct DirectionText: View {
  @Environment(\.layoutDirection) private var direction

  var body: some View { Text(direction == .rightToLeft ? "Right to left" : "Left to right") }
}
