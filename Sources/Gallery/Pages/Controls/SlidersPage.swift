import GtkViews

extension GalleryPage {
  static let sliders = GalleryPage(
    "sliders", "Sliders", in: .controls, "A control for a number between two bounds, with or without steps.",
    names: ["Slider"],
    code: """
      Slider(value: $volume, in: 0...100, step: 10) { Text("Volume") }
      """
  ) { SlidersPage() }
}

private struct SlidersPage: View {
  @State private var volume = 40.0
  @State private var position = 0.25

  var body: some View {
    Specimens {
      Specimen("In steps of 10") {
        VStack(alignment: .leading) {
          Slider(value: $volume, in: 0...100, step: 10) { Text("Volume") }
          Text(verbatim: "\(Int(volume))").monospacedDigit()
        }
      }
      Specimen("With marks") {
        Slider(value: $position) { Text("Chapter") }.marks([0.2, 0.5, 0.9])
      }
      Specimen("With labels at both ends") {
        Slider(value: $position) {
          Text("Place")
        } minimumValueLabel: {
          Text("0:00").font(.caption)
        } maximumValueLabel: {
          Text("12:40").font(.caption)
        }
      }
    }
  }
}
