import GtkViews

extension GalleryPage {
  static let shapes = GalleryPage(
    "shapes", "Shapes", in: .layout,
    "A view can be clipped to a shape of its size. Content that is larger than its frame is drawn beyond the frame, unless it is clipped.",
    names: ["Shape", "Rectangle", "RoundedRectangle", "Capsule", "Circle", "Ellipse", "clipShape(_:)", "clipped()"],
    code: """
      Stripes().frame(width: 56, height: 40).clipShape(Capsule())
      """
  ) { ShapesPage() }
}

private struct ShapesPage: View {
  @State private var radius = 12.0

  var body: some View {
    Specimens {
      Specimen("Capsule, circle, ellipse, rectangle") {
        HStack(spacing: 16) {
          Stripes().frame(width: 56, height: 40).clipShape(Capsule())
          Stripes().frame(width: 56, height: 40).clipShape(Circle())
          Stripes().frame(width: 56, height: 40).clipShape(Ellipse())
          Stripes().frame(width: 56, height: 40).clipShape(Rectangle())
        }
      }
      Specimen("An adjustable corner radius") {
        VStack(spacing: 8) {
          Stripes().frame(width: 144, height: 64).clipShape(RoundedRectangle(cornerRadius: radius))
          Slider(value: $radius, in: 0...32).frame(width: 144).accessibilityLabel("Radius of the corners")
        }
      }
      Specimen("Wider than the frame: not clipped, clipped to the frame, and clipped to a circle") {
        // Each view is 48 pixels high, and 96 pixels wide because of its aspect ratio. The first view is not clipped,
        // so it reaches 24 pixels beyond its frame on each side.
        HStack(spacing: 48) {
          Stripes().aspectRatio(2, contentMode: .fill).frame(width: 48, height: 48)
          Stripes().aspectRatio(2, contentMode: .fill).frame(width: 48, height: 48).clipped()
          Stripes().aspectRatio(2, contentMode: .fill).frame(width: 48, height: 48).clipShape(.circle)
        }
        .padding(.horizontal, 24)
      }
    }
  }
}

/// A view that fills the offered size. Its stripes show which part of the view is visible.
private struct Stripes: View {
  var body: some View {
    HStack(spacing: 0) { ForEach([Color.red, .orange, .yellow, .green, .blue], id: \.self) { $0 } }
  }
}
