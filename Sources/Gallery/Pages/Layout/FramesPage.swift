import GtkViews

extension GalleryPage {
  static let frames = GalleryPage(
    "frames", "Frames and Padding", in: .layout,
    "A frame gives a view a size, or bounds for its size. Padding adds space around a view.",
    names: [
      "Edge", "padding(_:)", "padding(_:_:)", "frame(width:height:alignment:)",
      "frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)",
      "fixedSize(horizontal:vertical:)",
    ],
    code: """
      Text("80 by 40").frame(width: 80, height: 40).background(.blue.opacity(0.3))
      """
  ) { FramesPage() }
}

private struct FramesPage: View {
  var body: some View {
    Specimens {
      Specimen("A size") { Text("80 by 40").frame(width: 80, height: 40).background(.blue.opacity(0.3)) }
      Specimen("As wide as possible, at least 48 high") {
        Text("At the end").frame(maxWidth: .infinity, minHeight: 48, alignment: .trailing).background(
          .green.opacity(0.3))
      }
      Specimen("Padding on all sides, and only at the start") {
        HStack(spacing: 16) {
          Text("16").padding(16).background(.orange.opacity(0.3))
          Text("32").padding(.leading, 32).background(.orange.opacity(0.3))
        }
      }
      Specimen("A text that does not wrap, in a frame with a width of 60") {
        Text("This stays on one line").fixedSize().frame(width: 60, alignment: .leading).background(
          .purple.opacity(0.3))
      }
    }
  }
}
